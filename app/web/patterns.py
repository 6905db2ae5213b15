"""The development page that shows every region in every state, and every screen as samples make it. Never public.

Regions that are drawn upon the mountain (pieces, board, aim ...) make sense only there: they are seen in the screens.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from starlette.exceptions import HTTPException

from app.clock import now_ms
from app.players.returning import DeviceCode
from app.tables.model import Acts, Claim, Leavers, Note, SeatRow, Status, Table
from app.web.avalanche.samples import Sample, samples
from app.web.avalanche.samples_replay import replay_looks
from app.web.avalanche.screen import screen
from app.web.guard import policy
from app.web.pages import company, doorstep, home, lobby, me, notices
from app.web.pages.frame import region
from app.web.telling import place_of
from app.web.templating import environment
from app.web.visitor import Visitor, visitor_of

router = APIRouter(prefix="/-/patterns", include_in_schema=False)

Looker = Annotated[Visitor, Depends(visitor_of)]

framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'; frame-src 'self'")
"""The screens stand in frames of our own page."""

in_place = {"state", "mountain", "board", "avalanche", "pieces", "rail", "aim"}
names = ("Mira", "Ruben", "Ines", "Bot Vreni", "Okonkwo")


@dataclass(frozen=True, slots=True)
class Somebody:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class State:
    """One look of a region, and the samples that have it."""

    samples: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Pattern:
    region: str
    states: tuple[State, ...]


@dataclass(frozen=True, slots=True)
class Patterns:
    """`screens`: paths below this page, by name."""

    patterns: tuple[Pattern, ...]
    screens: Mapping[str, str]


@cache
def tables() -> Mapping[str, Sample]:
    return {sample.name: sample for sample in samples()}


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
def lobbies() -> Mapping[str, tuple[Table, str | None]]:
    """Lobbies by name, each with the player who looks."""
    full = replace(
        next(iter(tables().values())).table,
        status=Status.LOBBY,
        seats=tuple(seat(index) for index in range(5)),
        options=("racing",),
    )
    ready = replace(full, seats=tuple(replace(s, ready=True) for s in full.seats[:4]), options=())
    two = (replace(full.seats[0], hats=(0, 1)), replace(full.seats[1], hats=(2, 3)))
    until = now_ms() + 24_000
    kept = [replace(s, held_until=until if s.player and s.index else None) for s in full.seats]
    claimed = [replace(s, claim=Claim("player-9", "Otto")) if s.index == 2 else s for s in full.seats[:4]]
    told = (Note(1, "player-0", "Mira", "clock", {"seconds": 60}), Note(1, "player-0", "Mira", "asked"))
    settled = replace(full, clock=60, leavers=Leavers.DROP, admits=False, spectators=True, notes=told)
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


def looks(language: str) -> Iterator[tuple[str, str, str]]:
    """(region, sample, HTML) of everything there is."""
    for name, sample in tables().items():
        shared = screen.regions_shared(sample.table, sample.view, sample.story, sample.present, language)
        private = screen.regions_private(sample.table, sample.view, language)
        yield from ((one, name, html) for one, html in (shared | private).items() if one not in in_place)
    present = frozenset({0, 1, 4})
    for name, (table, player) in lobbies().items():
        regions = lobby.regions_shared(table, present, language)
        regions |= lobby.regions_private(table, player, present, language)
        yield from ((one, f"lobby: {name}", html) for one, html in regions.items())
    table = tables()["settling"].table
    for player in ("player-0", "player-1", "nobody"):
        looking = Visitor("", Somebody(player, "Somebody"), language, None)
        moment = company.Moment(present, ("bot-2",), 2, 1)
        yield "company", player, company.sheet(company.company(table, looking, moment), looking)
    shown_before = {"reveal", "roster"} | in_place
    yield from (
        (f"replay-{one}", name, html) for one, name, html in replay_looks(language) if one not in shown_before
    )
    refused = notices.Refused("Pick a card first.", "no_card")
    yield "refusal", "any", region("_refusal.html", refused, language)


def patterns(found: Iterable[tuple[str, str, str]]) -> tuple[Pattern, ...]:
    """By region; states that look the same are shown once."""
    by_region: dict[str, dict[str, list[str]]] = {}
    for one, sample, html in found:
        by_region.setdefault(one, {}).setdefault(html, []).append(sample)
    return tuple(
        # Samples are drawn by our own templates.
        Pattern(one, tuple(State(", ".join(of), Markup(html)) for html, of in states.items()))  # noqa: S704
        for one, states in by_region.items()
    )


def still(html: str) -> HTMLResponse:
    """The page without its scripts: there is no table behind it."""
    bare = re.sub(r"<script[^>]*></script>", "", html)
    return HTMLResponse(bare, headers={"Content-Security-Policy": framed})


@router.get("")
async def index(visitor: Looker) -> HTMLResponse:
    screens = {f"table: {name}": f"table/{name}" for name in tables()}
    screens |= {f"lobby: {name}": f"lobby/{name}" for name in lobbies()}
    screens |= {f"page: {name}": f"page/{name}" for name in front(visitor)}
    context = Patterns(patterns(looks(visitor.language)), screens)
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
async def show_table(name: str, visitor: Looker) -> HTMLResponse:
    """A whole table page of a sample."""
    sample = tables().get(name)
    if sample is None:
        raise HTTPException(404)
    context = screen.page(sample.table, sample.view, sample.story, sample.present, visitor.language)
    html = (
        environment(visitor.language)
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
async def show_lobby(name: str, visitor: Looker) -> HTMLResponse:
    """A whole lobby, as the sample's player sees it."""
    if name not in lobbies():
        raise HTTPException(404)
    table, player = lobbies()[name]
    looking = replace(visitor, player=Somebody(player, "Mira") if player else None)
    here = "https://yeti.example"
    return still(
        lobby.page(
            table,
            looking,
            frozenset({0, 1, 4}),
            place_of(table, player),
            now_ms(),
            base_url=here,
            listing=True,
        )
    )


def front(visitor: Visitor) -> Mapping[str, Callable[[], str]]:
    """The pages of the front of the house by name."""
    tables = [t for t, _ in lobbies().values()]
    here, race = "https://yeti.example", replace(lobbies()["host"][0], status=Status.PLAYING)
    code, wrong = DeviceCode("ABCD-2345", 0), "That code or key is not known, or its time is over."
    return {
        "home": lambda: home.page(visitor, "Silver Marmot", tables, known=True),
        "home listed": lambda: home.page(visitor, "Mira", tables[:1], listed=lobbies_listed()),
        "home none listed": lambda: home.page(visitor, "Mira", listed=()),
        "me": lambda: me.page(visitor, "Mira", here),
        "me with code": lambda: me.page(visitor, "Mira", here, code=code),
        "me with key": lambda: me.page(visitor, "Mira", here, key="ABCD-2345-EFGH-6789"),
        "me refused": lambda: me.page(visitor, "Mira", here, refused=("delete", "Tick the box first.")),
        "continue": lambda: me.way_in(visitor, "", name="Mira"),
        "continue refused": lambda: me.way_in(visitor, "ABCD", refused=wrong),
        "doorstep": lambda: doorstep.page(race, frozenset({0}), "away", None, visitor, watch=False),
        "404": lambda: notices.page(404, "No table has the code KRT 7Q4.", "/", visitor),
        "500": lambda: notices.page(500, "That did not work, and it is our fault.", "/t/KRT7Q4", visitor),
        "notice": lambda: notices.message("Sent", "Look into your mail.", "/", "To the start page", visitor),
    }


def lobbies_listed() -> list[Table]:
    """Tables that look for skiers."""
    free = [t for t, _ in lobbies().values() if len(t.seats) < 5]
    return [replace(table, id=f"{number:032}", clock=60) for number, table in enumerate(free)]


@router.get("/page/{name}")
async def show_page(name: str, visitor: Looker) -> HTMLResponse:
    """A page of the front of the house."""
    pages = front(visitor)
    if name not in pages:
        raise HTTPException(404)
    return still(pages[name]())
