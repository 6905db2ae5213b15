"""`python -m tools.strips [NAME...]`: a round as a strip of frames, to be looked at beside the list of its beats.

A picture about every 250 ms while the story plays, phone and desk, light and dark, each with what was said under it;
above the strip the beats as the server sent them, and where each was told. Into `screens/strips/`, which is ignored.
NAME chooses strips whose name begins so, as in `four-quick-phone`.
"""

import asyncio
import base64
import html
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from playwright.async_api import Browser, async_playwright

from tools.patience import Evening, Plan
from tools.persons import Person
from tools.serving import chromium, chromium_flags, root, serving
from tools.stories import Note, by_table
from tools.witness import Finding, Hearing

folder = root / "screens" / "strips"
every_s = 0.25
longest_s = 25.0
after_s = 1.0
rounds = 2
sizes = {"phone": (390, 844), "desk": (1440, 900)}
races = {
    "four": Plan("four"),
    "solo": Plan("solo", bots=0),
    "two": Plan("two", bots=1),
    "heats": Plan("heats", options=("controlled_speed", "drafting", "racing")),
}
ways = ("quick", "patient")
"""Quick: a card is touched 0.9 s after the story began. Patient: the story is left alone."""
touches_after_s = 0.9


@dataclass(frozen=True, slots=True)
class Frame:
    """`t`: ms since 1970; `picture`: a JPEG."""

    t: float
    picture: bytes


class Watcher(Person):
    """Who answers by script and has frames taken of what follows."""

    async def frames(self, way: str) -> list[Frame]:
        """From the moment something moves until it has rested for a while."""
        taken: list[Frame] = []
        begun, still_since, touched = time.monotonic(), time.monotonic(), way != "quick"
        moved = 0.0
        while (now := time.monotonic()) - begun < longest_s:
            seen = await self.look(self.page)
            picture = await self.page.screenshot(type="jpeg", quality=80)
            taken.append(Frame(time.time() * 1000, picture))
            if seen and seen["moving"]:
                still_since, moved = now, moved or now
            elif now - still_since > (after_s if moved else 3):
                break
            free = [card for card in seen["cards"] if card["at"]] if seen else []
            if not touched and seen and moved and now - moved > touches_after_s:
                if seen["hand"] == "select" and free:
                    await self.page.mouse.click(*free[0]["at"])
                touched = True
            await asyncio.sleep(max(0.0, every_s - (time.monotonic() - now)))
        return taken

    async def until_round(self, way: str) -> list[Frame]:
        """Answers until the cards of a round have been turned, and gives the frames from then on."""
        while True:
            seen = await self.look(self.page)
            if seen is None or (seen["over"] and not seen["moving"]):
                return []
            if seen["moving"]:
                return await self.frames(way)
            offer = self.offer(seen)
            if not offer:
                await asyncio.sleep(0.03)
                continue
            await self.act(self.page, seen, offer.split()[0])


@dataclass(frozen=True, slots=True)
class Strip:
    """A race, the way its first rounds are watched, and the window they are seen in."""

    race: str
    way: str
    size: str

    @property
    def theme(self) -> str:
        return "dark" if (self.race, self.way) in (("four", "quick"), ("solo", "patient")) else "light"

    @property
    def name(self) -> str:
        return f"{self.race}-{self.way}-{self.size}-{self.theme}"


strips = tuple(Strip(race, way, size) for race in races for way in ways for size in sizes)


async def take(browser: Browser, address: str, wanted: Strip) -> Path:
    """Plays the first rounds of a race and lays the frames on one sheet."""
    room = Evening(browser, address, seed=3)
    plan = races[wanted.race]
    faults: list[Finding] = []
    person = await room.arrive(plan, 0, "quick", Random(wanted.name), faults)
    watcher = Watcher(person.name, person.context, person.pages, 0.1, Random(wanted.name))
    width, height = sizes[wanted.size]
    await watcher.page.set_viewport_size({"width": width, "height": height})
    await watcher.context.add_cookies([{"name": "theme", "value": wanted.theme, "url": address}])
    await room.gather(plan, [watcher])
    await asyncio.sleep(1)
    taken: list[Frame] = []
    for _ in range(rounds):
        taken += await watcher.until_round(wanted.way)
    await watcher.drain()
    notes = [note for part in by_table(watcher.notes[0]) for note in part]
    made = await sheet(browser, wanted, taken, notes)
    await watcher.context.close()
    return made


def at(notes: list[Note], t: float) -> Note:
    """What the page showed at this time."""
    found: Note = {}
    for note in notes:
        if note["kind"] == "shot" and note["t"] <= t:
            found = note["shot"]
    return found


async def sheet(browser: Browser, wanted: Strip, taken: list[Frame], notes: list[Note]) -> Path:
    """The frames with their captions and the list of beats: a page, and pictures of it (00 is the list)."""
    heard = Hearing(notes)
    wrong = heard.findings()
    begun = taken[0].t if taken else 0
    cells = []
    for frame in taken:
        shot = at(notes, frame.t)
        said = [
            n["text"] for n in notes if n["kind"] == "say" and frame.t - every_s * 1000 < n["t"] <= frame.t
        ]
        words = html.escape(shot.get("cap", "") if shot.get("motion") else "")
        spoken = html.escape(" / ".join(said))
        data = base64.b64encode(frame.picture).decode()
        cells.append(
            f'<figure><img src="data:image/jpeg;base64,{data}"><figcaption><b>{(frame.t - begun) / 1000:.2f} s</b>'
            f" {'moving' if shot.get('moving') else 'still'}<br>{words}<br><i>{spoken}</i></figcaption></figure>"
        )
    beats = "".join(
        f"<li>v{b.version} r{b.round} {b.kind}: {html.escape(b.sentence)} "
        f"<b>{'told %.2f s' % ((b.told - begun) / 1000) if b.told else ''}</b>"
        for b in heard.beats
        if b.told is None or b.told >= begun - 1000
    )
    faults = "".join(f"<li>{(f.t - begun) / 1000:.2f} s {f.kind}: {html.escape(f.text)}" for f in wrong)
    wide, many = (248, 12) if wanted.size == "phone" else (505, 12)
    style = (
        "body{font:13px sans-serif;margin:14px;background:#999}ol{columns:2;font-size:12px}figure{margin:0}"
        f"div{{display:flex;flex-wrap:wrap;gap:8px}}figure{{width:{wide}px}}img{{width:{wide}px;display:block}}"
        "figcaption{background:#fff;padding:3px;min-height:54px}li b{color:#060}ul{color:#900}"
    )
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{wanted.name}-*.png"):
        old.unlink()
    head = f"<!doctype html><meta charset=utf-8><style>{style}</style><h1>{wanted.name}</h1>"
    parts = [f"<ol>{beats}</ol><ul>{faults}</ul>"]
    parts += [f"<div>{''.join(cells[index : index + many])}</div>" for index in range(0, len(cells), many)]
    page = folder / f"{wanted.name}.html"
    page.write_text(head + "".join(parts))
    shown = await browser.new_page(viewport={"width": 1566, "height": 600})
    for number, part in enumerate(parts):
        await shown.set_content(head + part)
        await shown.screenshot(path=folder / f"{wanted.name}-{number:02}.png", full_page=True)
    await shown.close()
    return page


async def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as place, serving(Path(place), BOT_DELAY_MS="300") as address:
        async with async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=chromium(), args=list(chromium_flags))
            for wanted in strips:
                if not names or wanted.name.startswith(tuple(names)):
                    print(await take(browser, address, wanted), flush=True)
            await browser.close()


if __name__ == "__main__":
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    asyncio.run(main(sys.argv[1:]))
