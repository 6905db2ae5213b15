"""What the templates of a replay are given: the slider, the ways to other steps, the hands,
the sun and the road sign.
"""

from dataclasses import dataclass

from app.games.avalanche.deck import Card
from app.games.avalanche.round_cards import PlayerHand
from app.web.games.avalanche.replay.steps import ReplayStep
from app.web.games.avalanche.story import log
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.story.log import Tick
from app.web.games.avalanche.words.voice import RaceVoice

labels_at_most = 10
"""Notches with a number under the slider: more would touch each other on a phone."""
beside_end, room_for_end = 92, 96.5
"""From where on, in per cent, a number makes room for the word at the end; and from where on there is none for both."""


@dataclass(frozen=True, slots=True)
class Telling:
    """`round`: its name; `place`: "Round 7, step 3 of 11"; `sentence`: what happens; `names`: in it."""

    number: int
    step: int
    round: str
    place: str
    sentence: str
    names: tuple[str, ...]

    @property
    def said(self) -> str:
        return f"{self.place}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class ReplayPlace:
    """Of the whole race. `day`: in words, `date`: as 2026-11-29; `names`: in `ended`."""

    host: str
    day: str
    date: str
    ended: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplayLinks:
    """Addresses, "" where there is nothing further."""

    before: str
    back: str
    ahead: str
    after: str


@dataclass(frozen=True, slots=True)
class ReplayStepsList:
    """The steps of a round in words; `now`: the one that is shown."""

    told: tuple[Telling, ...]
    now: int


@dataclass(frozen=True, slots=True)
class Notch:
    """Where a round begins, in per cent of the slider. `label`: "" where numbers would stand too close. `late`: so near
    the end that the number stands left of its notch, beside the word for the end.
    """

    at: float
    label: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class Slider:
    """`lengths`: steps of each round, beginnings included. `value`: the step now, counted through the race."""

    lengths: tuple[int, ...]
    value: int
    most: int
    said: str
    notches: tuple[Notch, ...]


@dataclass(frozen=True, slots=True)
class Mini:
    """A card in small. `name`: as in sentences; `played`: it lies on the table."""

    symbol: str
    speed: int
    name: str
    played: bool


@dataclass(frozen=True, slots=True)
class OpenHand:
    hats: tuple[int, ...]
    name: str
    cards: tuple[Mini, ...]


@dataclass(frozen=True, slots=True)
class OpenHands:
    """`display`: the open cards of the drafting option."""

    hands: tuple[OpenHand, ...]
    display: tuple[Mini, ...]


@dataclass(frozen=True, slots=True)
class Sun:
    """`names`: of skiers, in `small`."""

    big: str
    small: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplaySign:
    """The road sign: before the reveal what is allowed, then the total against it."""

    sign: str
    title: str
    note: str
    free: bool
    over: bool
    ticks: tuple[Tick, ...]


def slider_of(lengths: tuple[int, ...], number: int, step: int, telling: Telling) -> Slider:
    most = sum(lengths) - 1
    every = -(-len(lengths) // labels_at_most)
    notches = []
    first = 0
    for index, length in enumerate(lengths):
        at = round(100 * first / most, 2)
        label = "" if index % every or at > room_for_end else str(index + 1)
        notches.append(Notch(at, label, late=at > beside_end))
        first += length
    return Slider(lengths, sum(lengths[: number - 1]) + step, most, telling.said, tuple(notches))


def sun_of(now: ReplayStep, voice: RaceVoice, names: tuple[str, ...]) -> Sun:
    _ = voice.say
    if now.beat is not None and now.beat.big:
        return Sun(now.beat.big, now.beat.small, names)
    return Sun(str(now.view.round), _("round"))


def limit_of(now: ReplayStep, wording: EventWording) -> ReplaySign:
    _ = wording.voice.say
    limit = now.view.limit
    if now.revealed is None:
        sign = "" if limit is None else str(limit)
        free = _("Controlled speed") if wording.cast.controlled else _("No speed limit")
        title = free if limit is None else _("Speed limit %(limit)s", limit=limit)
        ticks = tuple(Tick(None, over=False, post=False) for _point in range(limit or 0))
        return ReplaySign(sign, title, "", limit is None, over=False, ticks=ticks)
    gauge = log.gauge(now.revealed, wording)
    if limit is None:
        return ReplaySign("", gauge.verdict, "", free=True, over=False, ticks=())
    title = _("Total: %(total)s", total=gauge.total)
    return ReplaySign(gauge.sign, title, gauge.verdict, limit is None, gauge.over, gauge.ticks)


def hands_of(now: ReplayStep, wording: EventWording) -> OpenHands:
    """Players without a card are left out."""
    cast = wording.cast

    def mini(card: Card, *, played: bool) -> Mini:
        return Mini(card.symbol, card.speed, cast.voice.card(card.symbol, card.speed), played)

    def in_order(hand: PlayerHand) -> tuple[Mini, ...]:
        cards = sorted(hand.cards, key=lambda c: (wording.deck[c].symbol, wording.deck[c].speed, c))
        return tuple(mini(wording.deck[c], played=c in hand.played) for c in cards)

    hands = tuple(
        OpenHand(
            tuple(cast.hats[skier] for skier, player in enumerate(cast.players) if player == hand.player),
            cast.names[hand.player],
            in_order(hand),
        )
        for hand in now.hands
        if hand.cards
    )
    return OpenHands(hands, tuple(mini(wording.deck[c], played=False) for c in now.view.display))
