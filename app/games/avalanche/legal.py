"""What a seat may do now: the list for buttons and bots, and the check that gives a reason for every
refusal.
"""

from itertools import combinations

from app.games.avalanche.actions import Action, Discard, Draft, MoveYeti, Mulligan, Select, TakeBack
from app.games.avalanche.events import Phase
from app.games.avalanche.selection import check_selection, selections_of
from app.games.avalanche.state import RaceState
from app.games.avalanche.yeti import check_route, routes_of
from app.games.kernel.contract import IllegalAction

_phase_of: dict[type, Phase] = {
    Select: Phase.SELECT,
    TakeBack: Phase.SELECT,
    MoveYeti: Phase.YETI,
    Discard: Phase.DISCARD,
    Draft: Phase.DRAFT,
    Mulligan: Phase.MULLIGAN,
}


def legal_actions(s: RaceState, seat: int) -> list[Action]:
    """In a stable order. A seat that is in while others are awaited may still change its mind (AV-104)."""
    phase = s.phase
    if phase is Phase.SELECT:
        if seat in s.awaited:
            return [*selections_of(s.deck, s.hands[seat], s.racing_of(seat))]
        if 0 <= seat < s.variant.players and s.selections[seat] is not None:
            return [*selections_of(s.deck, s.hands[seat], s.racing_of(seat)), TakeBack()]
        return []
    if seat not in s.awaited:
        return []
    if phase is Phase.YETI:
        return [*routes_of(s.mountain, s.yeti, s.reach or 0, exact=s.variant.solo)]
    if phase is Phase.DRAFT:
        return [Draft(card) for card in s.deck.names(s.display)]
    if phase is Phase.DISCARD:
        owed = s.owed[s.awaited.index(seat)]
        return [Discard(s.deck.names(cards)) for cards in combinations(s.hands[seat], owed)]
    return [Mulligan(False), Mulligan(True)]


def check(s: RaceState, seat: int, action: Action) -> None:
    """Raises IllegalAction(reason) unless `legal_actions` lists the action."""
    if s.phase is Phase.OVER:
        raise IllegalAction("game_over")
    wanted = _phase_of[type(action)]
    if wanted is not s.phase:
        raise _wrong_time(s, seat, wanted)
    if type(action) is Select:
        if seat not in s.awaited and not (0 <= seat < s.variant.players and s.selections[seat] is not None):
            raise IllegalAction("out_of_race")
        check_selection(s.deck, s.hands[seat], s.racing_of(seat), action)
        return
    if type(action) is TakeBack:
        if not 0 <= seat < s.variant.players or s.selections[seat] is None:
            raise IllegalAction("too_late", phase=s.phase.value)
        return
    if seat not in s.awaited:
        raise _not_yours(s, seat)
    if type(action) is MoveYeti:
        check_route(s.mountain, s.yeti, s.reach or 0, action, exact=s.variant.solo)
    elif type(action) is Draft:
        if s.deck.index.get(action.card, -1) not in s.display:
            raise IllegalAction("card_gone", card=action.card)
    elif type(action) is Discard:
        _check_discard(s, seat, action)


def _check_discard(s: RaceState, seat: int, action: Discard) -> None:
    owed = s.owed[s.awaited.index(seat)]
    numbers = [s.deck.index.get(card, -1) for card in action.cards]
    for number, card in zip(numbers, action.cards, strict=True):
        if number not in s.hands[seat]:
            raise IllegalAction("not_your_card", card=card)
    if len(numbers) != owed or len(set(numbers)) != owed:
        raise IllegalAction("wrong_discard_number", owed=owed)
    if numbers != sorted(numbers):
        raise IllegalAction("card_order", cards=action.cards)


def _wrong_time(s: RaceState, seat: int, wanted: Phase) -> IllegalAction:
    """An action of another kind than the one awaited."""
    if wanted is Phase.MULLIGAN and s.variant.solo:
        return IllegalAction("second_mulligan")
    if seat not in s.awaited and not s.racing_of(seat):
        return IllegalAction("out_of_race")
    if wanted is Phase.SELECT:
        return IllegalAction("too_late", phase=s.phase.value)
    if seat not in s.awaited:
        return IllegalAction("not_your_decision", who=s.awaited, phase=s.phase.value)
    return IllegalAction("wrong_choice", phase=s.phase.value)


def _not_yours(s: RaceState, seat: int) -> IllegalAction:
    if not s.racing_of(seat):
        return IllegalAction("out_of_race")
    reason = "not_your_draft_turn" if s.phase is Phase.DRAFT else "not_your_decision"
    return IllegalAction(reason, who=s.awaited, phase=s.phase.value)
