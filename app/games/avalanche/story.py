"""What happened as a story: moments, one after the other. The only place where events are put together.

Beats, log, text view, replay and the length of the motion are maps of these moments. Not here: words, and how long a
moment is shown (`motion.py`). Every event belongs to one moment; those that nobody needs to be told are moments that
are not `told`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.games.avalanche import events as e
from app.games.avalanche.fold import FoldingView
from app.games.avalanche.views import PublicView


@dataclass(frozen=True, slots=True)
class CardsTurned:
    """The cards are turned, slowest first, all but the fastest."""

    reveal: e.CardsRevealed


@dataclass(frozen=True, slots=True)
class LimitJudged:
    """The fastest is turned as well: the total stands against the limit. No event of its own: `CardsTurned` has it."""

    reveal: e.CardsRevealed


@dataclass(frozen=True, slots=True)
class SkierJumped:
    """A jump, the avalanche it quickens, and the ride after it; `ride`: None = it led over the line."""

    jump: e.RocketJumped
    quickened: e.AvalancheQuickened | None
    ride: e.SkierMoved | None

    @property
    def end(self) -> int:
        """The space where it ends."""
        return self.ride.end if self.ride else self.jump.landing + 1


@dataclass(frozen=True, slots=True)
class YetiWalked:
    """The yeti's walk with everybody he steps on, in this order."""

    walk: e.YetiMoved
    hits: tuple[e.YetiHit, ...]


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Everybody draws: cards drawn one after the other. A hand swapped for a new one (AV-80) is no such moment: its
    cards belong to the `MulliganDecided`.
    """

    draws: tuple[e.CardDrawn, ...]


Happening = CardsTurned | LimitJudged | SkierJumped | YetiWalked | CardsDrawn | e.Event
"""What a moment is about: an event, or what several events are together."""

at_once = (e.SkierMoved, e.Crashed, e.SkierBuried)
"""What several skiers do at the same time, where nothing that is told comes between."""


@dataclass(frozen=True, slots=True)
class Moment:
    """`events`: those it adds to the story, its own first. `told`: it is told at all. `together`: it begins while the
    moment told before it goes on. `after`: the public view after it; None where the view before the story is not known.
    """

    what: Happening
    events: tuple[e.Event, ...]
    told: bool
    together: bool = False
    after: PublicView | None = None


def moments(events: Sequence[e.Event], before: PublicView | None = None) -> tuple[Moment, ...]:
    """The story of one transition's events; each event stands in one moment. `before`: the public view before them."""
    found = tuple(joined(put_together(events)))
    if before is None or not found:
        return found
    sheet = FoldingView(before)
    return tuple(replace(moment, after=sheet.after(moment.events)) for moment in found)


def put_together(events: Sequence[e.Event]) -> Iterator[Moment]:
    used: set[int] = set()
    for at, event in enumerate(events):
        if at in used:
            continue
        along = told_with(events, at)
        used.update(along)
        own = (event, *(events[other] for other in along))
        if isinstance(event, e.CardsRevealed):
            yield Moment(CardsTurned(event), own, told=True)
            yield Moment(LimitJudged(event), (), told=True)
        else:
            yield Moment(happening(own), own, is_told(event))


def joined(found: Iterator[Moment]) -> Iterator[Moment]:
    last: type | None = None
    for moment in found:
        kind = type(moment.what)
        yield replace(moment, together=True) if kind is last and kind in at_once else moment
        if moment.told:
            last = kind


def told_with(events: Sequence[e.Event], at: int) -> list[int]:
    """Numbers of the later events that are told together with the one at `at`."""
    rest = range(at + 1, len(events))
    match events[at]:
        case e.RocketJumped(skier=skier):
            return ride_of(skier, events, rest)
        case e.YetiMoved():
            return unbroken(e.YetiHit, events, rest)
        case e.CardDrawn() | e.MulliganDecided(cards=(_, *_)):
            return unbroken(e.CardDrawn, events, rest)
    return []


def ride_of(skier: int, events: Sequence[e.Event], rest: range) -> list[int]:
    """Of a jump: its quickening and its ride, as far as nothing but the yeti's next card comes before it, for
    which the deck may have to be shuffled.
    """
    found: list[int] = []
    for at in rest:
        match events[at]:
            case e.AvalancheQuickened(cause="jump") if not found:
                found.append(at)
            case e.SkierMoved(skier=moved) if moved == skier:
                return [*found, at]
            case e.YetiCardRevealed() | e.DeckReshuffled():
                continue
            case _:
                break
    return found


def unbroken(kind: type, events: Sequence[e.Event], rest: range) -> list[int]:
    """All events of a kind before the next other one that is told."""
    found = []
    for at in rest:
        if isinstance(events[at], kind):
            found.append(at)
        elif is_told(events[at]):
            break
    return found


def happening(own: Sequence[e.Event]) -> Happening:
    """What these events are together; the first says what kind it is."""
    first, others = own[0], own[1:]
    match first:
        case e.RocketJumped():
            quickened = next((event for event in others if isinstance(event, e.AvalancheQuickened)), None)
            ride = next((event for event in others if isinstance(event, e.SkierMoved)), None)
            return SkierJumped(first, quickened, ride)
        case e.YetiMoved():
            return YetiWalked(first, tuple(event for event in others if isinstance(event, e.YetiHit)))
        case e.CardDrawn():
            return CardsDrawn(tuple(event for event in own if isinstance(event, e.CardDrawn)))
    return first


def is_told(event: e.Event) -> bool:
    """Whether readers are told of it. Played cards that are put away, and what the game waits for, they see."""
    match event:
        case e.CardsDiscarded():
            return gives_up(event)
        case e.AvalancheAdvanced(start=start, end=end):
            return end > start
        case (
            e.DecisionOpened()
            | e.SelectionLocked()
            | e.SelectionTakenBack()
            | e.StackCleared()
            | e.StackGrew()
            | e.DisplayRefilled()
        ):
            return False
    return True


def gives_up(event: e.CardsDiscarded) -> bool:
    """Whether a player loses cards of the hand by it."""
    return event.player is not None and event.from_hand > 0 and event.reason in {"half", "hit"}


def runs(found: Sequence[Moment]) -> Iterator[list[int]]:
    """Indices of the moments that go on at the same time; also of what could and is alone."""
    run: list[int] = []
    for index, moment in enumerate(found):
        if run and moment.together:
            run.append(index)
        elif moment.told:
            if run:
                yield run
            run = [index] if isinstance(moment.what, at_once) else []
    if run:
        yield run
