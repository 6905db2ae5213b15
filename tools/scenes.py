"""Every screen of the product by name: where it is, and whose browser looks at it."""

import asyncio
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import httpx
from playwright.sync_api import Browser, BrowserContext, Error, Page
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tools.prepared import Guest, Prepared, PreparedTables, wanted
from tools.serving import database_in

T = TypeVar("T")

themes = ("light", "dark")
dressing = """theme => {
  if (!window.still) {
    window.still = new CSSStyleSheet();
    window.still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important; }");
    document.adoptedStyleSheets.push(window.still);
  }
  document.documentElement.dataset.theme = theme;
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
text_tables = ("select", "locked", "yeti", "two", "discard", "mulligan", "draft", "solo", "won", "nobody")
"""Tables whose text view is looked at as well."""
replays = {"won": "2.6", "racing-over": "5.4", "solo-lost": "1.1"}
"""Races that are over, and the step of their replay that is looked at."""


@dataclass(frozen=True, slots=True)
class Scene:
    """`guest`: whose cookie the browser has, None for a first visit; `table`: whose company sits around it."""

    name: str
    path: str
    guest: Guest | None = None
    table: Prepared | None = None


@dataclass(frozen=True, slots=True)
class Browsing:
    """How a page is looked at."""

    width: int = 1440
    height: int = 900
    theme: str | None = None
    touch: bool = False
    scale: float = 1


async def prepare(database_url: str) -> tuple[Scene, ...]:
    """All scenes, stored in this database."""
    async with PreparedTables(database_url) as services:
        lobby = await services.lobby("lobby", 4, b"lobby".ljust(32, b"."), ("racing",))
        host, ruben, *_ = (one.player.id for one in lobby.company)
        await services.tables.add_bot(lobby.code, host)
        await services.tables.set_ready(lobby.code, ruben, True)
        alone = await services.lobby("alone", 1, b"alone".ljust(32, b"."))
        pair = await services.lobby("pair", 2, b"pair".ljust(32, b"."))
        many = [
            await services.play(name, "many") for name in ("yeti-other", "two", "won", "nobody", "solo-lost")
        ]
        many.append(await services.lobby("open", 3, b"open".ljust(32, b"."), browsers="many"))
        here = f"/t/{lobby.code}"
        scenes = [
            Scene("home", "/"),
            Scene("home-again", "/", lobby.company[0], lobby),
            Scene("rules", "/rules"),
            Scene("rulings", "/rules/avalanche/rulings"),
            Scene("api", "/api"),
            Scene("error", "/t/ZZZZZZ"),
            Scene("lobby-host", here, lobby.company[0], lobby),
            Scene("lobby-guest", here, lobby.company[1], lobby),
            Scene("lobby-visitor", here, None, lobby),
            Scene("lobby-alone", f"/t/{alone.code}", alone.company[0], alone),
            Scene("lobby-pair", f"/t/{pair.code}", pair.company[0], pair),
            Scene("lobby-claim", "/-/patterns/lobby/claim"),
            Scene("lobby-kept", "/-/patterns/lobby/kept seats"),
            Scene("home-listed", "/-/patterns/page/home listed"),
            Scene("home-none-listed", "/-/patterns/page/home none listed"),
            Scene("me", "/me", lobby.company[0]),
            Scene("me-code", "/-/patterns/page/me with code"),
            Scene("me-refused", "/-/patterns/page/me refused"),
            Scene("continue", "/continue"),
            Scene("continue-refused", "/-/patterns/page/continue refused"),
            Scene("no-seat", "/-/patterns/page/no-seat"),
            Scene("tables", "/tables", many[0].company[0]),
            Scene("tables-empty", "/tables"),
            Scene("notices", "/notices", lobby.company[0]),
        ]
        for name in wanted:
            table = await services.play(name)
            if name == "racing-over":
                await services.tables.rematch(table.code, table.company[1].player.id)
            scenes.append(Scene(f"table-{name}", f"/t/{table.code}", table.company[0], table))
            if name in text_tables:
                scenes.append(Scene(f"text-{name}", f"/t/{table.code}/text", table.company[0], table))
            if name in replays:
                race = f"/r/{(await services.tables.find(table.code)).table.id}"
                scenes.append(Scene(f"replay-{name}", f"{race}/{replays[name]}"))
            if name in ("won", "buried"):
                scenes.append(Scene(f"share-{name}", f"/t/{table.code}/share", table.company[0], table))
            if name == "buried":
                scenes.append(Scene("table-watching-over", "/-/patterns/table/watching-over"))
            if name == "won":
                scenes += [Scene("words", f"{race}/words"), Scene("proof", f"{race}/proof")]
            if name == "select":
                scenes.append(Scene("refused", f"/t/{table.code}", table.company[0], table))
                scenes.append(Scene("people", f"/t/{table.code}/people", table.company[0], table))
        return tuple(scenes)


@contextmanager
def prepared(folder: Path) -> Iterator[tuple[Scene, ...]]:
    """The scenes of a new database in `folder`; for use before a server is started on it."""
    yield apart(prepare(database_in(folder)))


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Runs it in a loop and a thread of its own: Playwright's loop runs in the one that calls."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def reachable(address: str, scenes: tuple[Scene, ...]) -> tuple[Scene, ...]:
    """The scenes whose page there is; a missing text view or rulings page is left out."""
    optional = [s for s in scenes if s.path.endswith(("/text", "/rulings", "/-/patterns"))]
    gone = {
        s.name
        for s in optional
        if httpx.get(address + s.path, headers={"cookie": cookie_of(s)}).status_code == 404
    }
    return tuple(scene for scene in scenes if scene.name not in gone)


def cookie_of(scene: Scene) -> str:
    return f"yeti={scene.guest.token}" if scene.guest else ""


phone_agent = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
)


def context_for(
    browser: Browser, address: str, scene: Scene, how: Browsing, options: Mapping[str, Any] | None = None
) -> BrowserContext:
    """A browser profile of the scene's guest; motion is reduced, so that nothing moves while it is looked at."""
    context = browser.new_context(
        viewport={"width": how.width, "height": how.height},
        device_scale_factor=how.scale,
        has_touch=how.touch,
        is_mobile=how.touch,
        user_agent=phone_agent if how.touch else None,
        base_url=address,
        reduced_motion="reduce",
        locale="en-GB",
        **(options or {}),
    )
    cookies = {"yeti": scene.guest.token} if scene.guest else {}
    if how.theme:
        cookies["theme"] = how.theme
    context.add_cookies([{"name": k, "value": v, "url": address} for k, v in cookies.items()])
    context.set_default_timeout(30_000)
    return context


def dress(page: Page, theme: str) -> None:
    """The page in this theme, at once: what still changes from one to the other would be neither."""
    for _ in range(3):
        try:
            page.evaluate(dressing, theme)
        except Error:  # the page was just being loaded anew
            page.wait_for_load_state()
        else:
            return


class Company:
    """The others at the tables: open sockets, so that they are present. One seat of each larger table stays away."""

    def __init__(self, address: str) -> None:
        self._origin = address
        self._address = address.replace("http", "ws", 1)
        self._loop = asyncio.new_event_loop()
        self._tasks: list[asyncio.Task[None]] = []
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def sit_down(self, table: Prepared) -> None:
        """Everybody but the first seat, who looks, and the third, who is away; returns when they are there."""
        for seat, guest in enumerate(table.company):
            if seat not in (0, 2):
                sat = asyncio.Event()
                asyncio.run_coroutine_threadsafe(self._sit(table.code, guest, sat), self._loop).result(60)

    async def _sit(self, code: str, guest: Guest, sat: asyncio.Event) -> None:
        self._tasks.append(asyncio.create_task(self._listen(code, guest, sat)))
        await asyncio.wait_for(sat.wait(), 45)

    async def _listen(self, code: str, guest: Guest, sat: asyncio.Event) -> None:
        headers = {"Cookie": f"yeti={guest.token}"}
        address = f"{self._address}/t/{code}/socket"
        with suppress(ConnectionClosed):
            async with connect(address, origin=Origin(self._origin), additional_headers=headers) as socket:
                async for _ in socket:
                    sat.set()

    def close(self) -> None:
        async def leave() -> None:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(leave(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)
        self._loop.close()
