"""A race in numbers and signs, counted from its events. Not here: words."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.games.avalanche import events as e
from app.games.avalanche.course import RaceRound, behind, ground, own_skiers, yeti_space
from app.games.avalanche.views import PublicView, SkierState


@dataclass(frozen=True, slots=True)
class SkierNumbers:
    """Of one skier, over all heats. `spaces`: how far down it came, 1 more than the mountain has = over the line.
    `hits`: by the yeti. `lead`: the farthest it was ahead of every other player's skiers at the end of a round, in
    spaces.
    """

    spaces: int
    jumps: int
    crashes: int
    hits: int
    lead: int


@dataclass(frozen=True, slots=True)
class YetiNumbers:
    """Solo: how far down the yeti came, and his farthest lead."""

    spaces: int
    lead: int


class Highlight(StrEnum):
    """The strongest thing that happened to a player in a round, strongest first. `NEAR`: the avalanche stopped one
    snowbank behind.
    """

    FINISH = "finish"
    BURIED = "buried"
    CRASH = "crash"
    HIT = "hit"
    JUMP = "jump"
    NEAR = "near"
    SKI = "ski"


@dataclass(frozen=True, slots=True)
class RoundSign:
    heat: int
    round: int
    sign: Highlight


def numbers(rounds: Sequence[RaceRound]) -> tuple[SkierNumbers, ...]:
    """By skier."""
    if not rounds:
        return ()
    return tuple(numbers_of(rounds, skier) for skier in range(len(rounds[0].before.skiers)))


def numbers_of(rounds: Sequence[RaceRound], skier: int) -> SkierNumbers:
    lasts = [r for r, following in zip(rounds, [*rounds[1:], None], strict=True) if ends_heat(r, following)]
    return SkierNumbers(
        spaces=sum(r.after.skiers[skier].at for r in lasts),
        jumps=sum(len(r.of(e.RocketJumped, [skier])) for r in rounds),
        crashes=sum(len(r.of(e.Crashed, [skier])) for r in rounds),
        hits=sum(len(r.of(e.YetiHit, [skier])) for r in rounds),
        lead=max([0, *(lead(r.after, skier) for r in rounds)]),
    )


def ends_heat(one: RaceRound, following: RaceRound | None) -> bool:
    return following is None or following.heat != one.heat


def lead(view: PublicView, skier: int) -> int:
    """How many spaces a skier is ahead of everybody else's, the yeti's solo; 0 or less = it is not, or is buried."""
    own = view.skiers[skier]
    if own.state is SkierState.BURIED:
        return 0
    if view.players == 1:
        return own.at - yeti_space(view)
    return own.at - max(s.at for s in view.skiers if s.player != own.player)


def yeti_numbers(rounds: Sequence[RaceRound]) -> YetiNumbers | None:
    """None where he does not race."""
    if not rounds or rounds[0].before.players != 1:
        return None
    ahead = [yeti_space(r.after) - r.after.skiers[0].at for r in rounds]
    return YetiNumbers(yeti_space(rounds[-1].after), max([0, *ahead]))


def signs(rounds: Sequence[RaceRound], player: int) -> tuple[RoundSign, ...]:
    """One a round in which the player still had a skier on the mountain."""
    found = []
    for one in rounds:
        skiers = [
            s for s in own_skiers(one.before, player) if one.before.skiers[s].state is SkierState.RACING
        ]
        if skiers:
            found.append(RoundSign(one.heat, one.number, strongest(one, skiers)))
    return tuple(found)


def strongest(one: RaceRound, skiers: Sequence[int]) -> Highlight:
    for kind, sign in (
        (e.SkierFinished, Highlight.FINISH),
        (e.SkierBuried, Highlight.BURIED),
        (e.Crashed, Highlight.CRASH),
        (e.YetiHit, Highlight.HIT),
        (e.RocketJumped, Highlight.JUMP),
    ):
        if one.of(kind, skiers):
            return sign
    near = one.all(e.AvalancheAdvanced) and any(behind(one.after, s) == 1 for s in skiers)
    return Highlight.NEAR if near else Highlight.SKI


def short(view: PublicView, skier: int) -> int:
    """Of a buried skier: how many snowbanks farther it would have had to be."""
    return max(1, 1 - behind(view, skier))


def to_line(view: PublicView, skier: int) -> tuple[int, int]:
    """(cards, spaces) a skier is short of the line: whole cards below its own; on the last card the spaces count."""
    mountain = ground(view)
    at = view.skiers[skier].at
    cards = mountain.length - mountain.card_at[at] if at <= mountain.spaces else 0
    return max(0, cards), mountain.spaces + 1 - at


def yeti_to_line(view: PublicView) -> tuple[int, int]:
    mountain, space = ground(view), yeti_space(view)
    cards = mountain.length - mountain.card_at[space] if space <= mountain.spaces else 0
    return max(0, cards), mountain.spaces + 1 - space
