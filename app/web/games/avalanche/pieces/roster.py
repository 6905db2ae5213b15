"""The chairlift: a cabin for every skier, in seat order, never sorted again. Names only, never "you"."""

from dataclasses import dataclass

from app.games.avalanche.course import order
from app.games.avalanche.events import Phase
from app.games.avalanche.views import PublicView, SkierState
from app.tables.model import Acts, SeatRow, Table
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.pieces.board import reached
from app.web.games.avalanche.pieces.ground import Ground, around, where
from app.web.games.avalanche.words.voice import Cast


@dataclass(frozen=True, slots=True)
class Cabin:
    """`state` chooses the look, `icon` and `word` say it twice. `place`: "3rd", "" before anybody has moved.
    `points`: flags (racing), None without. `away`: a person whose pages are closed; `sits_in`: a bot for a person;
    `proposed`: somebody has proposed one; `left`: the person went for good. `where`: on the mountain, for the ear;
    `reached`: by the next advance.
    """

    skier: int
    seat: int
    hat: int
    name: str
    hat_name: str
    state: str
    icon: str
    word: str
    rockets: bool | None
    cards: int
    place: str
    points: int | None
    away: bool
    sits_in: bool
    proposed: bool
    left: bool
    where: str
    reached: bool


@dataclass(frozen=True, slots=True)
class Roster:
    cabins: tuple[Cabin, ...]
    yeti: str
    """Solo: what the yeti's own cabin says; "" otherwise."""
    words: tuple[str, ...] = ()
    """Where the yeti and the avalanche are, for the ear."""


def ranking(view: PublicView) -> dict[int, int]:
    """Place of each skier, 1 = first: over the line in that order, then whoever is farther down. Empty at the start."""
    found = [skier for skier in order(view) if view.skiers[skier].state is not SkierState.BURIED]
    if not any(view.skiers[skier].at for skier in found):
        return {}
    return {skier: place for place, skier in enumerate(found, 1)}


def roster(view: PublicView, table: Table, cast: Cast, present: frozenset[int]) -> Roster:
    _ = cast.voice.say
    places = ranking(view)
    layout = layout_of(view.deck_hash, view.mountain)
    ground = Ground(layout, cast)
    cabins = []
    for skier, s in enumerate(view.skiers):
        seat = table.seats[s.player]
        away = (
            view.phase is not Phase.OVER
            and seat.player is not None
            and seat.acts is Acts.HUMAN
            and s.player not in present
        )
        state, icon, word = state_of(view, cast, skier, seat, away=away)
        racing = s.state is SkierState.RACING
        cabins.append(
            Cabin(
                skier, s.player, cast.hats[skier], cast.names[s.player], cast.hat_name(skier), state, icon, word,
                rockets=s.rockets if racing and not cast.solo else None,
                cards=view.hand_sizes[s.player],
                place=cast.voice.place(places[skier]) if skier in places else "",
                points=view.points[s.player] if "racing" in view.options else None,
                away=away,
                sits_in=seat.player is not None and seat.acts is Acts.BOT,
                proposed=seat.proposed_by is not None,
                left=seat.dropped,
                where=where(view, ground, skier),
                reached=reached(view, layout, skier),
            )
        )  # fmt: skip
    return Roster(tuple(cabins), yeti_does(view, cast), around(view, ground))


def yeti_does(view: PublicView, cast: Cast) -> str:
    """What stands in his cabin in a solo race, "" in others: of a second card only the number counts (AV-75)."""
    _ = cast.voice.say
    if not cast.solo:
        return ""
    if view.phase is Phase.OVER:
        return _("Race over")
    if not view.yeti_cards:
        return _("Draws a card")
    first, *others = [cards_of(view.deck_hash)[card] for card in view.yeti_cards]
    return "\u00a0+\u00a0".join(
        [cast.voice.card_first(first.symbol, first.speed), *(str(card.speed) for card in others)]
    )


def state_of(view: PublicView, cast: Cast, skier: int, seat: SeatRow, *, away: bool) -> tuple[str, str, str]:
    """(look, icon, word)."""
    _ = cast.voice.say
    s = view.skiers[skier]
    if s.state is SkierState.BURIED:
        return "buried", "x", _("Buried")
    if s.state is SkierState.FINISHED:
        return "finished", "flag", _("Finished")
    if view.phase is Phase.OVER:
        return "wait", "flag", _("Race over")
    owes = s.player in view.awaited and s.player not in view.locked
    if view.phase is Phase.SELECT and s.player in view.locked:
        return "locked", "lock", _("Locked in")
    if owes and away:
        return "away", "clock", _("Away")
    if owes:
        words = {
            Phase.SELECT: ("dots", _("Choosing")),
            Phase.YETI: ("paw", _("Moving yeti")),
            Phase.DISCARD: ("cards", _("Discarding")),
            Phase.DRAFT: ("cards", _("Picking a card")),
            Phase.MULLIGAN: ("dots", _("Choosing")),
        }
        icon, word = words[view.phase]
        return "choosing", "bot" if seat.acts is Acts.BOT else icon, word
    return "wait", "clock", _("Waiting")
