"""The six steps in their order: what one action sets off, up to the next decision. Not here: the steps
themselves.

Every function changes the state it is given (a copy made by the caller) and expects a legal action.
"""

from app.games.avalanche.actions import Action, Discard, Draft, MoveYeti, Mulligan, Select, TakeBack
from app.games.avalanche.burial import advance, last_player
from app.games.avalanche.drawing import continue_draft, draft, draw_all, give_up, start_draft
from app.games.avalanche.events import (
    CardsDiscarded,
    Phase,
    SelectionLocked,
    SelectionTakenBack,
    StackGrew,
)
from app.games.avalanche.heats import end_heat
from app.games.avalanche.movement import move_skiers
from app.games.avalanche.reveal import turn_over
from app.games.avalanche.solo import mulligan, pay_for_hit, quicken_by_cards, reveal_yeti, yeti_speed
from app.games.avalanche.state import Log, RaceState
from app.games.avalanche.turning import ask, begin_round, end_game
from app.games.avalanche.yeti import leaves, routes_of, walk


def take(s: RaceState, seat: int, action: Action, log: Log) -> None:
    """Carries out a legal action and runs on to the next decision, or to the end."""
    match action:
        case Select():
            _lock(s, seat, action, log)
        case MoveYeti():
            walk(s, seat, action.route, log)
            _after_yeti(s, log)
        case Draft():
            draft(s, s.deck.index[action.card], log)
            if continue_draft(s, log):
                _next_round(s, log)
        case TakeBack():
            s.selections[seat] = None
            s.awaited = tuple(sorted((*s.awaited, seat)))
            if log is not None:
                log.append(SelectionTakenBack(seat))
        case Discard():
            _discard(s, seat, tuple([s.deck.index[card] for card in action.cards]), log)
        case Mulligan():
            mulligan(s, action.take, log)


def _lock(s: RaceState, seat: int, action: Select, log: Log) -> None:
    """Steps 1 to 4, as far as they go without asking. Replacing a selection says nothing (AV-104)."""
    if s.selections[seat] is None:
        s.awaited = tuple([other for other in s.awaited if other != seat])
        if log is not None:
            log.append(SelectionLocked(seat))
    s.selections[seat] = action
    if s.awaited:
        return
    crashed = turn_over(s, log)
    if s.variant.solo:
        reveal_yeti(s, log, second=False)
        quicken_by_cards(s, log)
    if move_skiers(s, crashed, log):
        end_heat(s, log)
    elif s.variant.solo:
        _solo_yeti(s, log)
    else:
        _ask_for_yeti(s, log)


def _ask_for_yeti(s: RaceState, log: Log) -> None:
    """The owner of the skier farthest uphill decides (AV-40, AV-67), up to this round's highest speed
    (AV-42).
    """
    reach = s.table[0].speed
    if reach:
        ask(s, Phase.YETI, (s.variant.owner[s.uphill()[0]],), log, reach=reach)
        return
    walk(s, None, (), log)
    _after_yeti(s, log)


def _solo_yeti(s: RaceState, log: Log) -> None:
    """Exactly his speed downhill (AV-70, AV-72); nothing is asked where he has one way only."""
    reach = yeti_speed(s)
    if leaves(s.mountain, s.yeti, reach):
        # He has won; which lane he took there no longer matters.
        rest = s.mountain.spaces - (s.yeti >> 1)
        route = routes_of(s.mountain, s.yeti, rest, exact=True)[0].route
        walk(s, None, route, log, out=True)
        end_game(s, (), "yeti", log)
        return
    routes = routes_of(s.mountain, s.yeti, reach, exact=True)
    if len(routes) > 1:
        ask(s, Phase.YETI, (0,), log, reach=reach)
        return
    walk(s, None, routes[0].route, log)
    _after_yeti(s, log)


def _after_yeti(s: RaceState, log: Log) -> None:
    if s.variant.solo and s.hit and not pay_for_hit(s, log):
        return
    _avalanche(s, log)


def _avalanche(s: RaceState, log: Log) -> None:
    """Step 5, and who is out by it."""
    advance(s, log)
    if not s.racing:
        end_heat(s, log)
        return
    winner = last_player(s)
    if winner is not None:
        end_game(s, (winner,), "last_skier", log)
        return
    _cards_of_the_lost(s, log)


def _cards_of_the_lost(s: RaceState, log: Log) -> None:
    """Skiers that left the mountain this round, buried or finished (AV-56, AV-85, AV-101), and half hands
    (AV-65).
    """
    owner = s.variant.owner
    lost = [turned.skier for turned in s.table if turned.skier not in s.racing]
    if not lost:
        _put_away(s, log)
        return
    for skier in sorted(lost):
        cards = tuple([card for played in s.stacks[skier] for card in played])
        if cards:
            s.stacks[skier] = ()
            s.discard += cards
            if log is not None:
                log.append(CardsDiscarded(owner[skier], s.deck.names(cards), 0, "stack", skier))
    awaited: list[int] = []
    owed: list[int] = []
    for player in sorted({owner[skier] for skier in lost}):
        hand = s.hands[player]
        half = (len(hand) + 1) // 2
        if not s.racing_of(player):
            give_up(s, player, hand, "out", log)
        elif half == len(hand):
            give_up(s, player, hand, "half", log)
        else:
            awaited.append(player)
            owed.append(half)
    if awaited:
        ask(s, Phase.DISCARD, tuple(awaited), log, owed=tuple(owed))
    else:
        _put_away(s, log)


def _discard(s: RaceState, seat: int, cards: tuple[int, ...], log: Log) -> None:
    if s.variant.solo:
        give_up(s, seat, cards, "hit", log)
        _avalanche(s, log)
        return
    give_up(s, seat, cards, "half", log)
    left = [(player, owed) for player, owed in zip(s.awaited, s.owed, strict=True) if player != seat]
    s.awaited = tuple([player for player, _ in left])
    s.owed = tuple([owed for _, owed in left])
    if not left:
        _put_away(s, log)


def _put_away(s: RaceState, log: Log) -> None:
    """Step 6: this round's cards leave the table, to the discard or a speed stack; then everybody draws or
    drafts.
    """
    owner, names = s.variant.owner, s.deck.names
    for turned in s.table:
        skier, cards = turned.skier, turned.cards
        if skier in s.cleared or not cards:
            continue
        if s.variant.controlled and skier in s.racing:
            s.stacks[skier] += (cards,)
            if log is not None:
                log.append(StackGrew(skier, names(cards)))
        else:
            s.discard += cards
            if log is not None:
                log.append(CardsDiscarded(owner[skier], names(cards), 0, "played", skier))
    s.cleared = tuple([turned.skier for turned in s.table])
    if s.yeti_cards:
        s.discard += s.yeti_cards
        if log is not None:
            log.append(CardsDiscarded(None, names(s.yeti_cards), 0, "yeti"))
        s.yeti_cards = ()
    if not s.variant.drafting:
        draw_all(s, log)
    elif not start_draft(s, log):
        return
    _next_round(s, log)


def _next_round(s: RaceState, log: Log) -> None:
    s.round += 1
    begin_round(s, log)
