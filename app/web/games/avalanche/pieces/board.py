"""The mountain as it stands now: where the avalanche is and may come to, every piece, the small map. Shared by
all readers.
"""

from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PrivateView, PublicView, SkierState
from app.web.games.avalanche.mountain.geometry import Wide
from app.web.games.avalanche.mountain.layout import Layout
from app.web.games.avalanche.mountain.places import node_class
from app.web.games.avalanche.words.voice import Cast


@dataclass(frozen=True, slots=True)
class Board:
    """Numbers of snowbanks: covered, covered after the next advance, covered at most if everybody jumps.
    `children`: drawn once. `afar`: nobody has moved and the avalanche sleeps, so the camera stands back.
    """

    front: int
    next: int
    most: int
    children: str = ""
    afar: bool = False


plate_reach = 170
"""How far uphill of its front the avalanche is written on, with the yeti's own half, in units of the stage."""
yeti_half = 30
"""Half of the yeti's breadth, and how far above the track's middle he has room above his head for the words."""


@dataclass(frozen=True, slots=True)
class Plate:
    """What is written on the avalanche. `shift`: where the yeti stands on the words, "low" or "high": below or
    above him, and the class of his place.
    """

    speed: int
    shift: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A skier on the mountain. `place`: class of its place, and "shares" where the yeti stands on it, too. `out`:
    rockets out. `name`: as in sentences. `reached`: by the next advance.
    """

    skier: int
    seat: int
    hat: int
    place: str
    out: bool
    name: str
    reached: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """The edge of what the next advance may cover. `jumps`: with how many it does, 0 = it will; None = in a race alone
    at the very most, whatever is played.
    """

    bank: int
    jumps: int | None


@dataclass(frozen=True, slots=True)
class Pieces:
    """`yeti`: class of his place, "" when he has left the mountain."""

    skiers: tuple[Piece, ...]
    yeti: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Dot:
    seat: int
    hat: int
    place: str


@dataclass(frozen=True, slots=True)
class Rail:
    """The whole mountain at a glance. `cards`: (y, height) of each out of 1000."""

    cards: tuple[tuple[float, float], ...]
    dots: tuple[Dot, ...]
    yeti: str


def at_the_start(view: PublicView) -> bool:
    """Whether a heat is about to begin: all stand where they were put, and the avalanche has not woken."""
    first = 1 if view.players == 1 else 0
    waiting = view.phase is Phase.SELECT or view.phase is Phase.MULLIGAN
    still = view.avalanche_at == view.avalanche_speed == 0
    return waiting and still and all(skier.at == first for skier in view.skiers)


def reached(view: PublicView, layout: Layout, skier: int) -> bool:
    """Whether the next advance reaches the skier where it stands, even if nobody jumps (AV-53)."""
    now = board(view, layout)
    here = view.skiers[skier]
    return here.state is SkierState.RACING and now.front < layout.bank_at(here.at) <= now.next


def board(view: PublicView, layout: Layout, children: str = "") -> Board:
    end = len(layout.banks)
    at, speed = view.avalanche_at, view.avalanche_speed
    if view.phase is Phase.OVER:
        return Board(at, at, at, children)
    if at_the_start(view):
        return Board(at, at, at, children, afar=True)
    if view.phase is not Phase.SELECT and view.phase is not Phase.MULLIGAN:
        step = min(end, at + speed)
        return Board(
            at, step if view.phase is Phase.YETI else at, step if view.phase is Phase.YETI else at, children
        )
    if view.players == 1:
        # Every card played and every jump makes it faster before it moves (AV-77).
        return Board(at, min(end, at + speed + 1), min(end, at + speed + 3), children)
    jumpers = sum(s.state is SkierState.RACING and s.rockets for s in view.skiers)
    return Board(at, min(end, at + speed), min(end, at + speed + jumpers), children)


def plate(view: PublicView, layout: Layout) -> Plate:
    """Only the wide mountain has room to step aside; the classes mean nothing to the tall one."""
    if view.yeti == "out":
        return Plate(view.avalanche_speed)
    wide = Wide(layout)
    x, y = wide.node(view.yeti)
    front, middle = wide.point(wide.bank_end(view.avalanche_at), 0)
    if not -plate_reach <= x - front <= yeti_half:
        return Plate(view.avalanche_speed)
    aside = "low" if y < middle - yeti_half else "high"
    return Plate(view.avalanche_speed, f"{aside} {node_class(view.yeti)}")


def place_of(view: PublicView, layout: Layout, skier: int) -> str:
    """Class of a skier's place; "" once it has left the mountain."""
    s = view.skiers[skier]
    if s.state is SkierState.BURIED:
        return ""
    if s.state is SkierState.FINISHED:
        return (
            f"at-s{layout.spaces + 1} over-{view.finished.index(skier) + 1 if skier in view.finished else 1}"
        )
    return f"at-s{s.at}" if s.at else f"line-{s.line}"


def pieces(view: PublicView, layout: Layout, cast: Cast) -> Pieces:
    """Skiers farther uphill are drawn over those below them."""
    now = board(view, layout)
    node = layout.nodes.get(view.yeti)
    shared = f"at-s{node.column + 1}" if node and node.crossing else ""
    order = sorted(range(len(view.skiers)), key=lambda s: (-view.skiers[s].at, view.skiers[s].line))
    found = []
    for skier in order:
        place = place_of(view, layout, skier)
        if place:
            s = view.skiers[skier]
            out = not s.rockets and s.state is SkierState.RACING
            if place == shared:
                place += " shares"
            found.append(
                Piece(
                    skier,
                    s.player,
                    cast.hats[skier],
                    place,
                    out,
                    cast.skier(skier),
                    reached(view, layout, skier),
                )
            )
    marks = []
    if now.next > now.front:
        marks.append(Mark(now.next, 0))
    if now.most > now.next:
        marks.append(Mark(now.most, None if view.players == 1 else now.most - now.next))
    yeti = "" if view.yeti == "out" else node_class(view.yeti)
    if any(piece.place.endswith(" shares") for piece in found):
        yeti += " shares"
    return Pieces(tuple(found), yeti, tuple(marks))


def rail(view: PublicView, cast: Cast, cards: tuple[tuple[float, float], ...]) -> Rail:
    dots = tuple(
        Dot(s.player, cast.hats[skier], f"dot-s{s.at}")
        for skier, s in enumerate(view.skiers)
        if s.state is SkierState.RACING and s.at
    )
    yeti = "" if view.yeti in {"top", "out"} else "dot-n" + view.yeti.replace(".", "-")
    return Rail(cards, dots, yeti)


@dataclass(frozen=True, slots=True)
class Above:
    """Where the avalanche is while it is off the screen. `behind`: snowbanks between it and the reader's last
    skier, None = nobody. `reached`: the next advance comes to that skier.
    """

    speed: int
    behind: int | None
    mine: bool
    reached: bool


def above(view: PublicView, own: PrivateView | None, layout: Layout) -> Above:
    """One's own skier farthest uphill, for spectators anybody's."""
    mine = [
        skier
        for skier, s in enumerate(view.skiers)
        if s.state is SkierState.RACING and (own is None or s.player == own.seat)
    ]
    racing = bool(mine) and view.phase is not Phase.OVER
    last = min((view.skiers[skier].at for skier in mine), default=0)
    behind = layout.bank_at(last) - view.avalanche_at - 1 if racing else None
    near = own is not None and racing and any(reached(view, layout, skier) for skier in mine)
    return Above(view.avalanche_speed, behind, own is not None, near)
