"""The development page that shows every region in every state, and every screen as samples make it. Never public.

Regions that are drawn upon the mountain (pieces, board, aim ...) make sense only there: they are seen in the screens.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from starlette.exceptions import HTTPException

from app.clock import now_ms
from app.players.sign_in import DeviceCode
from app.tables.model import Acts, Claim, SeatRow, Status, Table, TableNote
from app.tables.settings import Leavers, TableSettings
from app.web.frame import region
from app.web.front.game import GameFront
from app.web.front.pages import Sample, SamplesFront
from app.web.http.guard import policy
from app.web.http.request_user import RequestUser, visitor_of
from app.web.live.broadcaster import place_of
from app.web.pages import company, home, lobby, me, no_seat, notices
from app.web.services import services_of
from app.web.templating import environment

router = APIRouter(prefix="/-/patterns", include_in_schema=False)

Looker = Annotated[RequestUser, Depends(visitor_of)]

framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'; frame-src 'self'")
"""The screens stand in frames of our own page."""

names = ("Mira", "Ruben", "Ines", "Bot Vreni", "Okonkwo")


@dataclass(frozen=True, slots=True)
class Somebody:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class PatternState:
    """One look of a region, and the samples that have it."""

    samples: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Pattern:
    region: str
    states: tuple[PatternState, ...]


@dataclass(frozen=True, slots=True)
class Patterns:
    """`screens`: paths below this page, by name."""

    patterns: tuple[Pattern, ...]
    screens: Mapping[str, str]


def front_shown(request: Request) -> GameFront:
    """The game whose screens are shown: `?game=`, else the first that brings samples. 404 for any other."""
    fronts = services_of(request).fronts
    first = next((key for key, front in fronts.items() if front.samples is not None), "")
    found = fronts.get(request.query_params.get("game", first))
    if found is None or found.samples is None:
        raise HTTPException(404)
    return found


def samples_of(front: GameFront) -> SamplesFront:
    assert front.samples is not None
    return front.samples


@cache
def tables(front: GameFront) -> Mapping[str, Sample]:
    return {sample.name: sample for sample in samples_of(front).tables()}


def seat(index: int) -> SeatRow:
    bot = names[index].startswith("Bot")
    return SeatRow(
        index,
        None if bot else f"player-{index}",
        names[index],
        Acts.BOT if bot else Acts.HUMAN,
        "snowplough" if bot else None,
        (index,),
        ready=index % 2 == 1,
    )


@cache
def lobbies(front: GameFront) -> Mapping[str, tuple[Table, str | None]]:
    """Lobbies by name, each with the player who looks."""
    full = replace(
        next(iter(tables(front).values())).table,
        status=Status.LOBBY,
        seats=tuple(seat(index) for index in range(5)),
        options=("being played",),
    )
    ready = replace(full, seats=tuple(replace(s, ready=True) for s in full.seats[:4]), options=())
    two = (replace(full.seats[0], hats=(0, 1)), replace(full.seats[1], hats=(2, 3)))
    until = now_ms() + 24_000
    kept = [replace(s, held_until=until if s.player and s.index else None) for s in full.seats]
    claimed = [replace(s, claim=Claim("player-9", "Otto")) if s.index == 2 else s for s in full.seats[:4]]
    told = (
        TableNote(1, "player-0", "Mira", "clock", {"seconds": 60}),
        TableNote(1, "player-0", "Mira", "asked"),
    )
    settled = replace(
        full, settings=TableSettings(60, Leavers.DROP, spectators=True, admits=False), notes=told
    )
    return {
        "kept seats": (replace(full, seats=tuple(kept), notes=()), "player-0"),
        "kept for you": (replace(full, seats=tuple(kept), notes=()), "player-2"),
        "claim": (replace(settled, seats=tuple(claimed)), "player-0"),
        "claim, guest": (replace(settled, seats=tuple(claimed)), "player-1"),
        "asked again": (settled, "player-2"),
        "claimed by you": (replace(settled, seats=tuple(claimed)), "player-9"),
        "alone": (replace(full, seats=full.seats[:1], options=()), "player-0"),
        "host": (full, "player-0"),
        "all ready": (ready, "player-0"),
        "guest": (full, "player-1"),
        "guest not ready": (full, "player-2"),
        "visitor": (replace(full, seats=full.seats[:3]), None),
        "visitor, full": (full, None),
        "two": (replace(full, seats=two, options=()), "player-0"),
    }


def looks(front: GameFront, language: str) -> Iterator[tuple[str, str, str]]:
    """(region, sample, HTML) of everything there is."""
    screen, in_place = front.table, samples_of(front).in_place
    for name, sample in tables(front).items():
        shared = screen.regions_shared(
            sample.table, sample.view, sample.story, sample.present, language, race=sample.story
        )
        private = screen.regions_private(sample.table, sample.view, language, race=sample.story)
        yield from ((one, name, html) for one, html in (shared | private).items() if one not in in_place)
    present = frozenset({0, 1, 4})
    for name, (table, player) in lobbies(front).items():
        regions = lobby.regions_shared(table, front, present, language)
        regions |= lobby.regions_private(table, front, player, present, language)
        yield from ((one, f"lobby: {name}", html) for one, html in regions.items())
    table = tables(front)["settling"].table
    for player in ("player-0", "player-1", "nobody"):
        looking = RequestUser("", Somebody(player, "Somebody"), language, None)
        moment = company.CompanyMoment(present, ("bot-2",), 2, 1)
        yield "company", player, company.sheet(company.company(table, front, looking, moment), front, looking)
    shown_before = {"reveal", "roster"} | in_place
    replayed = samples_of(front).replay_looks(language)
    yield from ((f"replay-{one}", name, html) for one, name, html in replayed if one not in shown_before)
    refused = notices.Refused("Pick a card first.", "no_card")
    yield "refusal", "any", region("_refusal.html", refused, language)


def patterns(found: Iterable[tuple[str, str, str]]) -> tuple[Pattern, ...]:
    """By region; states that look the same are shown once."""
    by_region: dict[str, dict[str, list[str]]] = {}
    for one, sample, html in found:
        by_region.setdefault(one, {}).setdefault(html, []).append(sample)
    return tuple(
        # Samples are drawn by our own templates.
        Pattern(one, tuple(PatternState(", ".join(of), Markup(html)) for html, of in states.items()))  # noqa: S704
        for one, states in by_region.items()
    )


def still(html: str) -> HTMLResponse:
    """The page without its scripts: there is no table behind it."""
    bare = re.sub(r"<script[^>]*></script>", "", html)
    return HTMLResponse(bare, headers={"Content-Security-Policy": framed})


@router.get("")
async def index(request: Request, visitor: Looker) -> HTMLResponse:
    front = front_shown(request)
    screens = {f"table: {name}": f"table/{name}" for name in tables(front)}
    screens |= {f"lobby: {name}": f"lobby/{name}" for name in lobbies(front)}
    screens |= {f"page: {name}": f"page/{name}" for name in pages(front, visitor)}
    context = Patterns(patterns(looks(front, visitor.language)), screens)
    page = environment(visitor.language).get_template("patterns.html")
    html = page.render(
        title="Patterns",
        here="/-/patterns",
        theme=visitor.theme,
        csrf=visitor.csrf,
        patterns=context.patterns,
        screens=context.screens,
    )
    return HTMLResponse(html, headers={"Content-Security-Policy": framed})


@router.get("/table/{name}")
async def show_table(request: Request, name: str, visitor: Looker) -> HTMLResponse:
    """A whole table page of a sample."""
    front = front_shown(request)
    screen, sample = front.table, tables(front).get(name)
    if sample is None:
        raise HTTPException(404)
    context = screen.page(
        sample.table, sample.view, sample.story, sample.present, visitor.language, race=sample.story
    )
    html = (
        environment(visitor.language, front.words.phrases)
        .get_template(screen.template)
        .render(
            **context,
            theme=visitor.theme,
            csrf=visitor.csrf,
            place=place_of(sample.table, None),
            is_host=True,
        )
    )
    return still(html)


@router.get("/lobby/{name}")
async def show_lobby(request: Request, name: str, visitor: Looker) -> HTMLResponse:
    """A whole lobby, as the sample's player sees it."""
    front = front_shown(request)
    if name not in lobbies(front):
        raise HTTPException(404)
    table, player = lobbies(front)[name]
    looking = replace(visitor, player=Somebody(player, "Mira") if player else None)
    here = "https://yeti.example"
    return still(
        lobby.page(
            table,
            front,
            looking,
            frozenset({0, 1, 4}),
            place=place_of(table, player),
            now=now_ms(),
            base_url=here,
            listing=True,
        )
    )


def pages(front: GameFront, visitor: RequestUser) -> Mapping[str, Callable[[], str]]:
    """The pages beside the tables, by name."""
    tables, fronts = [t for t, _ in lobbies(front).values()], {front.game.key: front}
    here, race = "https://yeti.example", replace(lobbies(front)["host"][0], status=Status.PLAYING)
    code, wrong = DeviceCode("ABCD-2345", 0), "That code or key is not known, or its time is over."
    return {
        "home": lambda: home.page(visitor, front, fronts, "Silver Marmot", tables, known=True),
        "home listed": lambda: home.page(
            visitor, front, fronts, "Mira", tables[:1], listed=lobbies_listed(front)
        ),
        "home none listed": lambda: home.page(visitor, front, fronts, "Mira", listed=()),
        "me": lambda: me.page(visitor, "Mira", here),
        "me with code": lambda: me.page(visitor, "Mira", here, code=code),
        "me with key": lambda: me.page(visitor, "Mira", here, key="ABCD-2345-EFGH-6789"),
        "me refused": lambda: me.page(visitor, "Mira", here, refused=("delete", "Tick the box first.")),
        "continue": lambda: me.way_in(visitor, "", name="Mira"),
        "continue refused": lambda: me.way_in(visitor, "ABCD", refused=wrong),
        "no-seat": lambda: no_seat.page(
            race, front, frozenset({0}), visitor, place="away", player_id=None, watch=False
        ),
        "404": lambda: notices.page(404, "No table has the code KRT 7Q4.", "/", visitor),
        "500": lambda: notices.page(500, "That did not work, and it is our fault.", "/t/KRT7Q4", visitor),
        "notice": lambda: notices.message("Sent", "Look into your mail.", "/", "To the start page", visitor),
    }


def lobbies_listed(front: GameFront) -> list[Table]:
    """Tables that look for players."""
    free = [t for t, _ in lobbies(front).values() if len(t.seats) < 5]
    return [
        replace(table, id=f"{number:032}", settings=TableSettings(clock=60))
        for number, table in enumerate(free)
    ]


@router.get("/page/{name}")
async def show_page(request: Request, name: str, visitor: Looker) -> HTMLResponse:
    """A page beside the tables."""
    known = pages(front_shown(request), visitor)
    if name not in known:
        raise HTTPException(404)
    return still(known[name]())
