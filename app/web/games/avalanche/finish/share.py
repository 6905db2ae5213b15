"""The result of a race to be shown to others: a picture of 1200 x 630 and one line of text. No names, no code of the
table, nothing of its mountain; always in the light theme. The page draws it (`static/js/avalanche/share.js`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.games.avalanche.course import RaceRound
from app.games.avalanche.tally import signs
from app.games.avalanche.views import PublicView
from app.tables.model import Table
from app.web.games.avalanche.finish.poster import FinishTile, finish, ribbon
from app.web.games.avalanche.finish.scene import Scene
from app.web.games.avalanche.finish.wording import OwnLine, emoji, own_line, player_place, share_text
from app.web.games.avalanche.words.voice import Cast

wide, high, pitch, per_row = 520, 174, 58, 14
"""Room for the tiles, px: of a row, of all rows, of one tile, and how many a row takes at most."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile of the picture: its corner and size in px."""

    tile: FinishTile
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Share:
    """`first`, `second`: lines of the picture and their sizes in px; `facts` below them; `words`: what the text says;
    `text`: all that is copied; `alt`: the picture in words.
    """

    first: str
    second: str
    first_size: int
    second_size: int
    facts: str
    host: str
    spots: tuple[Spot, ...]
    ribbon: tuple[FinishTile, ...]
    legend: tuple[FinishTile, ...]
    scene: Scene
    words: str
    text: str
    alt: str
    table: str


def share(
    table: Table, view: PublicView, seat: int, cast: Cast, rounds: Sequence[RaceRound], *, host: str
) -> Share:
    """`host`: of this site, as it is read aloud."""
    _ = cast.voice.say
    line = own_line(view, seat, cast, rounds)
    first = {"win": _("Won"), "solo-won": _("Yeti beaten")}.get(line.outcome, line.first)
    facts = facts_of(view, seat, line, len(rounds), cast)
    tiles = ribbon(rounds, seat, cast.voice)
    words = _("Yeti Mountain: %(result)s", result=share_text(view, seat, line, cast))
    told = signs(rounds, seat)
    heats = sorted({one.heat for one in told})
    strip = " ".join("".join(emoji[one.sign] for one in told if one.heat == heat) for heat in heats)
    shown = finish(table, view, seat, cast, rounds).scene
    assert shown is not None
    return Share(
        first=first,
        second=line.second,
        first_size=118 if len(first) <= 8 else 74 if len(first) <= 14 else 62,
        second_size=74 if len(line.second) < 16 else 58 if len(line.second) < 21 else 46,
        facts=facts,
        host=host,
        spots=tuple(spots(tiles)),
        ribbon=tiles,
        legend=tuple({tile.sign: tile for tile in tiles}.values()),
        scene=nameless(shown),
        words=words,
        text=f"{words} {strip} {host}",
        alt=f"{first} {line.second}. {facts}.".replace("..", "."),
        table=f"/t/{table.code}",
    )


def facts_of(view: PublicView, seat: int, line: OwnLine, rounds: int, cast: Cast) -> str:
    voice = cast.voice
    _ = voice.say
    length = voice.count("%(n)s round", "%(n)s rounds", rounds)
    if cast.solo:
        return f"{_('Solo')} · {length}"
    if line.outcome == "nobody":
        return f"{voice.count('%(n)s skier', '%(n)s skiers', len(view.skiers))} · {length}"
    place = _(
        "%(place)s of %(players)s", place=voice.place(player_place(view, seat)), players=len(view.points)
    )
    return f"{place} · {length}"


def nameless(scene: Scene) -> Scene:
    """The picture with places alone, and without what only wide pages show."""
    return replace(
        scene,
        steps=tuple(replace(step, name="", sub="") for step in scene.steps),
        labels=(),
        ropes=tuple(one for one in scene.ropes if not one.wide),
        helicopters=tuple(one for one in scene.helicopters if not one.wide),
        discs=tuple(one for one in scene.discs if not one.wide),
        figures=tuple(one for one in scene.figures if not one.wide),
        mounds=tuple(one for one in scene.mounds if not one.wide),
    )


def heats_of(tiles: Sequence[FinishTile]) -> list[list[FinishTile]]:
    """The tiles of each heat; all of them where there is one."""
    found: list[list[FinishTile]] = []
    for tile in tiles:
        if tile.heat or not found:
            found.append([])
        found[-1].append(tile)
    return found


def spots(tiles: Sequence[FinishTile]) -> list[Spot]:
    """A row for each heat, longer ones in several."""
    rows = [heat[at : at + per_row] for heat in heats_of(tiles) for at in range(0, len(heat), per_row)]
    step = min(pitch, wide / max(map(len, rows), default=1), high / max(len(rows), 1))
    size = round(step * 0.86, 1)
    top = 471 - len(rows) * step / 2
    return [
        Spot(tile, round(64 + column * step, 1), round(top + row * step, 1), size)
        for row, line in enumerate(rows)
        for column, tile in enumerate(line)
    ]
