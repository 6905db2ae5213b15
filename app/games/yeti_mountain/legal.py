"""Every legal choice, in a stable order; what is legal is decided by membership (YM-03 to YM-16, YM-20 to YM-24)."""

from collections.abc import Iterator
from itertools import combinations

from app.games.kernel.contract import IllegalAction
from app.games.yeti_mountain.actions import (
    AnswerOffer,
    ClimbAction,
    DropItem,
    EndTurn,
    GiveYeti,
    LayCard,
    OfferTrade,
    PickUp,
    PlaceAvalanche,
    SearchCard,
    StepTo,
    SwapYeti,
)
from app.games.yeti_mountain.events import ClimbPhase
from app.games.yeti_mountain.kit import CALL_ACROSS, Spot
from app.games.yeti_mountain.open_way import keeps_ways_open
from app.games.yeti_mountain.state import SLOPE, YETI, ClimbState, beside


def legal_actions(s: ClimbState) -> list[ClimbAction]:
    """All choices of the awaited seat; [] when the game is over."""
    if s.phase is ClimbPhase.ACT:
        return [
            *lays(s), *moves(s), *searches(s), *gives(s), *swaps(s), *picks(s), *offers(s), EndTurn(),
        ]  # fmt: skip
    if s.phase is ClimbPhase.PLACE:
        return [*[PlaceAvalanche(spot) for spot in places(s)], PlaceAvalanche(None)]
    if s.phase is ClimbPhase.DROP:
        return [DropItem(item) for item in sorted(set(s.carried[s.turn]))]
    if s.phase is ClimbPhase.ANSWER:
        return [AnswerOffer(yes=True), AnswerOffer(yes=False)]
    return []


def check(s: ClimbState, seat: int, action: ClimbAction) -> None:
    """Raises IllegalAction: over, not_your_turn, or cannot_<phase>."""
    if s.phase is ClimbPhase.OVER:
        raise IllegalAction("over")
    if seat != s.awaited:
        raise IllegalAction("not_your_turn", seat=s.awaited)
    if action not in legal_actions(s):
        raise IllegalAction(f"cannot_{s.phase.value}")


def lays(s: ClimbState) -> Iterator[LayCard]:
    """Empty spots beside the climber whose stack still holds a card (YM-04, YM-07, YM-16)."""
    for spot in beside(s.at[s.turn]):
        level, column = spot
        if spot in s.cards or not 1 <= level <= s.summit:
            continue
        if level not in s.kit.yeti_levels:
            if s.slopes:
                yield LayCard(spot)
        elif s.yetis and not any(
            next_to.kind == YETI
            for next_to in (s.cards.get((level, column - 1)), s.cards.get((level, column + 1)))
            if next_to
        ):
            yield LayCard(spot)


def moves(s: ClimbState) -> Iterator[StepTo]:
    """Slope cards, and yeti cards with the climber's own marker (YM-10, YM-28)."""
    for spot in beside(s.at[s.turn]):
        card = s.cards.get(spot)
        if card and (card.kind == SLOPE or (card.kind == YETI and s.turn in card.friends)):
            yield StepTo(spot)


def searches(s: ClimbState) -> Iterator[SearchCard]:
    spot = s.at[s.turn]
    card = s.cards[spot]
    if card.kind == SLOPE and not card.searched and spot[0] in s.kit.die_of and spot[0] != s.summit:
        yield SearchCard()


def gives(s: ClimbState) -> Iterator[GiveYeti]:
    for spot in beside(s.at[s.turn]):
        card = s.cards.get(spot)
        if card and card.kind == YETI and s.turn not in card.friends:
            wishes = s.wishes(card)
            for item in sorted(set(s.carried[s.turn])):
                if item in wishes:
                    yield GiveYeti(spot, item)


def swaps(s: ClimbState) -> Iterator[SwapYeti]:
    card = s.cards[s.at[s.turn]]
    if card.kind != YETI:
        return
    wishes = s.wishes(card)
    for give in sorted(set(s.carried[s.turn])):
        if give in wishes:
            for take in sorted(set(card.objects)):
                yield SwapYeti(give, take)


def picks(s: ClimbState) -> Iterator[PickUp]:
    card = s.cards[s.at[s.turn]]
    if card.kind == SLOPE and len(s.carried[s.turn]) < s.kit.carry:
        for item in sorted(set(card.objects)):
            yield PickUp(item)


def offers(s: ClimbState) -> Iterator[OfferTrade]:
    """Every bargain that can be put to a climber in reach who has not been asked this turn (YM-13, YM-20 to YM-22)."""
    mine = s.carried[s.turn]
    for to in partners(s):
        theirs = s.carried[to]
        for give in handfuls(mine, s.kit.carry):
            for take in handfuls(theirs, s.kit.carry):
                if set(give) & set(take):
                    continue
                more = len(take) - len(give)
                if len(mine) + more <= s.kit.carry and len(theirs) - more <= s.kit.carry:
                    yield OfferTrade(to, give, take)


def partners(s: ClimbState) -> list[int]:
    reach = {s.at[s.turn]}
    if CALL_ACROSS in s.options:
        reach |= set(beside(s.at[s.turn]))
    return [seat for seat in range(s.players) if seat not in (s.turn, *s.asked) and s.at[seat] in reach]


def handfuls(items: tuple[str, ...], most: int) -> list[tuple[str, ...]]:
    """Different selections of one object or more, each sorted."""
    found = {
        chosen
        for size in range(1, min(most, len(items)) + 1)
        for chosen in combinations(tuple(sorted(items)), size)
    }
    return sorted(found, key=lambda chosen: (len(chosen), chosen))


def places(s: ClimbState) -> list[Spot]:
    """Where the drawn avalanche may lie: empty, touching any card, walling nobody in (YM-05, YM-06)."""
    touching = {
        spot for card in s.cards for spot in beside(card) if 1 <= spot[0] <= s.summit and spot not in s.cards
    }
    return [spot for spot in sorted(touching) if keeps_ways_open(s, spot)]
