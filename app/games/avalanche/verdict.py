"""What decided a race, for one player or for who looks on: from its events, and nothing the events do not show.

The first cause that fits comes first; `causes` gives the others after it, so that words may pass over one that grows
too long. The last always fits. Not here: words.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.games.avalanche import events as e
from app.games.avalanche.causes import (
    Ahead,
    AllBuried,
    BeatYeti,
    Caught,
    Cause,
    HeatPoints,
    HitAtBadTime,
    LastSkiing,
    Length,
    NoCard,
    OwnJump,
    RivalCrash,
    SymbolTaken,
    YetiFirst,
)
from app.games.avalanche.course import RaceRound, behind, ground, order, own_skiers
from app.games.avalanche.tally import lead, short
from app.games.avalanche.views import PublicView, SkierState


def causes(rounds: Sequence[RaceRound], player: int | None) -> Iterator[Cause]:
    """Best first. `player`: whose race it is told as, None = who looks on. () rounds give nothing but a length."""
    if not rounds:
        yield Length(0)
        return
    last = rounds[-1]
    end = last.after
    broadcaster = player if player is not None else next(iter(end.winners or ()), None)
    if "racing" in end.options:
        if broadcaster is not None:
            yield HeatPoints(broadcaster, heat_points(rounds, broadcaster))
    else:
        if player is not None:
            yield from own_causes(rounds, player)
        yield from common_causes(rounds)
    for one in dict.fromkeys([broadcaster, *(end.winners or ())]):
        if one is not None and (count := ahead(rounds, one)):
            yield Ahead(one, count, len(rounds))
    yield Length(len(rounds))


def own_causes(rounds: Sequence[RaceRound], player: int) -> Iterator[Cause]:
    end = rounds[-1].after
    skiers = own_skiers(end, player)
    won = player in (end.winners or ())
    gone = burial(rounds, skiers)
    if gone is not None and stranded(*gone):
        return
    if not won and gone is not None:
        yield from own_jump(rounds, skiers, gone)
    if not won:
        yield from symbol_taken(rounds, skiers)
    if won and end.players > 1:
        yield from rival_crash(rounds, player)
    if not won:
        yield from hit_at_bad_time(rounds, skiers)
    if end.players == 1:
        yield from solo(rounds)
    if not won and gone is not None and end.winners:
        yield caught(*gone)


def common_causes(rounds: Sequence[RaceRound]) -> Iterator[Cause]:
    last = rounds[-1]
    end = last.after
    if end.players > 1 and end.winners == ():
        closest = max(range(len(end.skiers)), key=lambda s: end.skiers[s].at)
        jumps = sum(len(one.all(e.RocketJumped)) for one in rounds)
        taken = [event.skier for event in last.all(e.SkierBuried)]
        buried = 0 if any(stranded(last, s) for s in taken) else len(taken)
        if (card := card_of(end, closest)) and buried:
            yield AllBuried(closest, card, jumps, end.avalanche_speed, buried, last.number)
    if end.reason == "last_skier" and end.winners:
        buried_last = [b.skier for one in rounds for b in one.all(e.SkierBuried)]
        yield LastSkiing(end.winners[0], buried_last[-1], last.number)


def card_of(view: PublicView, skier: int) -> int:
    """0 on the start line."""
    return ground(view).card_at[view.skiers[skier].at]


def burial(rounds: Sequence[RaceRound], skiers: Sequence[int]) -> tuple[RaceRound, int] | None:
    """The round and skier of a player's last burial, if none of its skiers is left; the farthest one of them."""
    end = rounds[-1].after
    if any(end.skiers[s].state is not SkierState.BURIED for s in skiers):
        return None
    found = None
    for one in rounds:
        for event in one.of(e.SkierBuried, skiers):
            ties = found is not None and found[0] is one
            if not ties or (found and end.skiers[event.skier].at > end.skiers[found[1]].at):
                found = (one, event.skier)
    return found


def stranded(one: RaceRound, skier: int) -> bool:
    """Fetched from the mountain because nobody had a card to play, not caught (AV-106)."""
    return behind(one.after, skier) > 0


def own_jump(
    rounds: Sequence[RaceRound], skiers: Sequence[int], gone: tuple[RaceRound, int]
) -> Iterator[OwnJump]:
    """The latest jump that made the difference by itself: one bank more for each advance since."""
    last, skier = gone
    missing = short(last.after, skier)
    since = 0
    for one in reversed(rounds[: list(rounds).index(last) + 1]):
        since += len(one.all(e.AvalancheAdvanced))
        quickened = [event for event in one.of(e.AvalancheQuickened, skiers) if event.cause == "jump"]
        if quickened and since >= missing:
            yield OwnJump(one.number, last.number, missing)
            return


def symbol_taken(rounds: Sequence[RaceRound], skiers: Sequence[int]) -> Iterator[SymbolTaken]:
    """In the player's last two rounds: earlier ones decided less. A crash explains more than a taken symbol."""
    raced = [one for one in rounds if any(one.before.skiers[s].state is SkierState.RACING for s in skiers)]
    for one in reversed(raced[-2:]):
        for event in one.of(e.JumpRefused, skiers):
            taker = event.by
            if event.reason != "blocked" or taker is None or taker in skiers:
                continue
            if one.of(e.Crashed, [event.skier]) or not one.of(e.RocketJumped, [taker]):
                continue
            speed = {play.skier: play.speed for shown in one.all(e.CardsRevealed) for play in shown.plays}
            yield SymbolTaken(one.number, event.symbol, taker, speed[taker] > speed[event.skier])


def rival_crash(rounds: Sequence[RaceRound], player: int) -> Iterator[RivalCrash]:
    last = rounds[-1]
    end = last.after
    mine = own_skiers(end, player)
    line = last.of(e.SkierFinished, mine)
    others = [s for s in order(end) if s not in mine and end.skiers[s].state is SkierState.RACING]
    if not line or not others or not card_of(end, others[0]):
        return
    winner = line[0].skier
    play = next(play for shown in last.all(e.CardsRevealed) for play in shown.plays if play.skier == winner)
    if last.of(e.Crashed, [winner]):
        return
    for one in reversed(rounds[-4:]):
        front = [s for s in order(one.before) if s not in mine][:1]
        for event in one.all(e.Crashed):
            ahead_of_me = one.before.skiers[event.skier].at >= max(one.before.skiers[s].at for s in mine)
            if event.skier not in mine and (event.skier in front or ahead_of_me):
                jumped = bool(last.of(e.RocketJumped, [winner]))
                yield RivalCrash(
                    event.skier,
                    one.number,
                    last.number,
                    play.speed,
                    jumped,
                    others[0],
                    card_of(end, others[0]),
                )
                return


def hit_at_bad_time(rounds: Sequence[RaceRound], skiers: Sequence[int]) -> Iterator[HitAtBadTime]:
    """The latest jump refused for damaged rockets, where somebody else's worked."""
    for at in range(len(rounds) - 1, 0, -1):
        one, before = rounds[at], rounds[at - 1]
        for event in one.of(e.JumpRefused, skiers):
            others = [jump.skier for jump in one.all(e.RocketJumped) if jump.skier not in skiers]
            if event.reason == "rockets_out" and before.of(e.YetiHit, [event.skier]) and others:
                yield HitAtBadTime(before.number, one.number, others[0])
                return


def solo(rounds: Sequence[RaceRound]) -> Iterator[Cause]:
    last = rounds[-1]
    end = last.after
    speed = max([0, *(drawn.speed for drawn in last.all(e.YetiCardRevealed))])
    mountain = ground(end)
    match end.reason:
        case "line":
            jumps = [jump.over for jump in last.all(e.RocketJumped) if jump.over <= mountain.length]
            mine = sum(play.speed for shown in last.all(e.CardsRevealed) for play in shown.plays)
            yield BeatYeti(
                last.number,
                jumps[0] if jumps else None,
                mine,
                mountain.card_at[mountain.nodes[end.yeti] >> 1],
            )
        case "yeti" if card_of(end, 0):
            yield YetiFirst(last.number, speed, card_of(end, 0))
        case "no_card":
            yield NoCard(last.number)
        case "buried" if not stranded(last, 0):
            yield caught(last, 0)


def caught(one: RaceRound, skier: int) -> Caught:
    return Caught(one.number, card_of(one.after, skier), one.after.avalanche_speed)


def heat_points(rounds: Sequence[RaceRound], player: int) -> tuple[int, ...]:
    """A player's points of each heat."""
    sums = [0, *(ended.points[player] for one in rounds for ended in one.all(e.HeatEnded))]
    return tuple(after - before for before, after in pairwise(sums))


def ahead(rounds: Sequence[RaceRound], player: int) -> int:
    """After how many rounds one of the player's skiers was in front of everybody else's."""
    return sum(any(lead(one.after, s) > 0 for s in own_skiers(one.after, player)) for one in rounds)
