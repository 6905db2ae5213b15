"""The course of the game: what a choice does, the turns, the end (YM-01, YM-02, YM-15 to YM-19, YM-29, YM-30, YM-42).

`take` changes the state it is given: callers hand in a copy of their own.
"""

from dataclasses import replace

from app.games.kernel.contract import BadSetup
from app.games.kernel.stream import Stream
from app.games.yeti_mountain import actions as a
from app.games.yeti_mountain import events as e
from app.games.yeti_mountain.events import ClimbPhase
from app.games.yeti_mountain.kit import CALM, MAX_SEATS, MIN_SEATS, OPTIONS, Kit, Spot
from app.games.yeti_mountain.state import (
    AVALANCHE,
    SLOPE,
    YETI,
    ClimbLog,
    ClimbState,
    OpenOffer,
    SpotCard,
    together,
    without,
)


def new_game(kit: Kit, players: int, options: tuple[str, ...], seed: bytes, log: ClimbLog) -> ClimbState:
    """The first state; chance is drawn in the order of YM-18. Raises BadSetup: seats, unknown_option."""
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise BadSetup("seats", seats=players, fewest=MIN_SEATS, most=MAX_SEATS)
    for option in options:
        if option not in OPTIONS:
            raise BadSetup("unknown_option", option=option)
    s = ClimbState(kit, players, tuple(sorted(set(options))), Stream(seed))
    row = 2 * players - 1
    avalanches = 0 if CALM in s.options else kit.avalanches[players]
    slopes, stream = s.stream.shuffled("s" * (kit.slopes[players] - row) + "a" * avalanches)
    yetis, stream = stream.shuffled(kit.yetis * kit.yeti_copies)
    pouch, stream = stream.shuffled(kit.objects * kit.tokens_each)
    s.first, stream = stream.below(players)
    columns, s.stream = stream.shuffled(range(0, row + 1, 2))
    s.slopes, s.yetis, s.pouch = "".join(slopes), tuple(yetis), tuple(pouch)
    s.cards = {(1, column): SpotCard(SLOPE) for column in range(row)}
    s.at = [(1, column) for column in columns]
    s.turn, s.left = s.first, kit.first_actions[players][0]
    if log is not None:
        log.append(
            e.ClimbStarted(s.first, row, tuple(s.at), len(s.slopes), len(s.yetis), len(s.pouch), s.left)
        )
    ask(s, ClimbPhase.ACT, log)
    return s


def ask(s: ClimbState, phase: ClimbPhase, log: ClimbLog) -> None:
    s.phase = phase
    s.decision += 1
    if log is not None:
        log.append(e.ClimbAsked(s.decision, phase))


def take(s: ClimbState, action: a.ClimbAction, log: ClimbLog) -> None:
    """Carries out a legal choice and plays on to the next decision or the end."""
    match action:
        case a.LayCard():
            _lay(s, action.at, log)
        case a.StepTo():
            _move(s, action.at, log)
        case a.SearchCard():
            _search(s, log)
        case a.GiveYeti():
            _give(s, action, log)
        case a.SwapYeti():
            _swap(s, action, log)
        case a.PickUp():
            _pick(s, action.item, log)
        case a.OfferTrade():
            _offer(s, action, log)
        case a.AnswerOffer():
            _answer(s, log, yes=action.yes)
        case a.PlaceAvalanche():
            _place(s, action.at, log)
        case a.DropItem():
            _drop(s, action.item, log)
        case a.EndTurn():
            if log is not None:
                log.append(e.TurnRested(s.turn))
            _pass_on(s, log)


def _spent(s: ClimbState, log: ClimbLog) -> None:
    """An action is done: the same seat goes on, or its turn is over (YM-30)."""
    if s.left:
        ask(s, ClimbPhase.ACT, log)
    else:
        _pass_on(s, log)


def _lay(s: ClimbState, at: Spot, log: ClimbLog) -> None:
    s.left -= 1
    if at[0] in s.kit.yeti_levels:
        yeti, s.yetis = s.yetis[0], s.yetis[1:]
        s.cards[at] = SpotCard(YETI, yeti=yeti)
        if log is not None:
            log.append(e.CardLaid(s.turn, at, YETI, yeti))
        _spent(s, log)
        return
    drawn, s.slopes = s.slopes[0], s.slopes[1:]
    if drawn == "s":
        s.cards[at] = SpotCard(SLOPE)
        if log is not None:
            log.append(e.CardLaid(s.turn, at, SLOPE))
        _spent(s, log)
        return
    s.aimed = at
    if log is not None:
        log.append(e.AvalancheDrawn(s.turn, at))
    ask(s, ClimbPhase.PLACE, log)


def _place(s: ClimbState, at: Spot | None, log: ClimbLog) -> None:
    """Thrown away, the avalanche gives the action back (YM-05)."""
    s.aimed = None
    if at is None:
        s.left += 1
        s.removed += 1
        if log is not None:
            log.append(e.AvalancheDiscarded(s.turn))
    else:
        s.cards[at] = SpotCard(AVALANCHE)
        if log is not None:
            log.append(e.CardLaid(s.turn, at, AVALANCHE))
    _spent(s, log)


def _move(s: ClimbState, at: Spot, log: ClimbLog) -> None:
    s.left -= 1
    came, s.at[s.turn] = s.at[s.turn], at
    if log is not None:
        log.append(e.ClimberMoved(s.turn, came, at))
    if at[0] == s.summit and s.cards[at].kind == SLOPE:
        _end(s, (s.turn,), "summit", log)
    else:
        _spent(s, log)


def _search(s: ClimbState, log: ClimbLog) -> None:
    """One number a search, whatever the die; the card is marked for good (YM-11, YM-16)."""
    s.left -= 1
    spot = s.at[s.turn]
    die = s.kit.die_of[spot[0]]
    if s.rolls:
        roll, s.rolls = s.rolls[0], s.rolls[1:]
    else:
        side, s.stream = s.stream.below(6)
        roll = side + 1
    s.cards[spot] = replace(s.cards[spot], searched=True)
    found = None
    if roll <= die.smiles and s.pouch:
        found, s.pouch = s.pouch[0], s.pouch[1:]
        s.carried[s.turn] = together(s.carried[s.turn], (found,))
    if log is not None:
        log.append(e.CardSearched(s.turn, spot, die.id, roll, found))
    if len(s.carried[s.turn]) > s.kit.carry:
        s.found = found
        ask(s, ClimbPhase.DROP, log)
    else:
        _spent(s, log)


def _drop(s: ClimbState, item: str, log: ClimbLog) -> None:
    spot = s.at[s.turn]
    card = s.cards[spot]
    s.found = None
    s.carried[s.turn] = without(s.carried[s.turn], (item,))
    s.cards[spot] = replace(card, objects=together(card.objects, (item,)))
    if log is not None:
        log.append(e.ItemDropped(s.turn, spot, item))
    _spent(s, log)


def _give(s: ClimbState, action: a.GiveYeti, log: ClimbLog) -> None:
    s.left -= 1
    card = s.cards[action.to]
    s.carried[s.turn] = without(s.carried[s.turn], (action.item,))
    s.cards[action.to] = replace(
        card, objects=together(card.objects, (action.item,)), friends=(*card.friends, s.turn)
    )
    if log is not None:
        log.append(e.ItemGiven(s.turn, action.to, action.item))
    _spent(s, log)


def _swap(s: ClimbState, action: a.SwapYeti, log: ClimbLog) -> None:
    s.left -= 1
    spot = s.at[s.turn]
    card = s.cards[spot]
    s.carried[s.turn] = together(without(s.carried[s.turn], (action.give,)), (action.take,))
    s.cards[spot] = replace(card, objects=together(without(card.objects, (action.take,)), (action.give,)))
    if log is not None:
        log.append(e.ItemsSwapped(s.turn, spot, action.give, action.take))
    _spent(s, log)


def _pick(s: ClimbState, item: str, log: ClimbLog) -> None:
    s.left -= 1
    spot = s.at[s.turn]
    card = s.cards[spot]
    s.cards[spot] = replace(card, objects=without(card.objects, (item,)))
    s.carried[s.turn] = together(s.carried[s.turn], (item,))
    if log is not None:
        log.append(e.ItemPicked(s.turn, spot, item))
    _spent(s, log)


def _offer(s: ClimbState, action: a.OfferTrade, log: ClimbLog) -> None:
    s.asked = tuple(sorted((*s.asked, action.to)))
    s.offer = OpenOffer(action.to, action.give, action.take)
    if log is not None:
        log.append(e.TradeOffered(s.turn, action.to, action.give, action.take))
    ask(s, ClimbPhase.ANSWER, log)


def _answer(s: ClimbState, log: ClimbLog, *, yes: bool) -> None:
    """Yes costs the asker an action, no costs nothing (YM-24)."""
    offer, s.offer = s.offer, None
    if offer is None:
        raise ValueError("an answer without an offer")
    if not yes:
        if log is not None:
            log.append(e.TradeRefused(s.turn, offer.to))
        ask(s, ClimbPhase.ACT, log)
        return
    s.left -= 1
    s.carried[s.turn] = together(without(s.carried[s.turn], offer.give), offer.take)
    s.carried[offer.to] = together(without(s.carried[offer.to], offer.take), offer.give)
    if log is not None:
        log.append(e.TradeMade(s.turn, offer.to, offer.give, offer.take))
    _spent(s, log)


def _pass_on(s: ClimbState, log: ClimbLog) -> None:
    s.asked = ()
    following = (s.turn + 1) % s.players
    if following == s.first:
        if s.round >= s.nightfall:
            _end(s, _highest(s), "nightfall", log)
            return
        s.round += 1
        if log is not None:
            log.append(e.ClimbRound(s.round))
    s.turn = following
    order = (following - s.first) % s.players
    s.left = s.kit.first_actions[s.players][order] if s.round == 1 else s.kit.actions
    if log is not None:
        log.append(e.ClimbTurn(following, s.left))
    ask(s, ClimbPhase.ACT, log)


def _highest(s: ClimbState) -> tuple[int, ...]:
    """Level, then markers on yetis, then objects carried; still tied, they share (YM-42)."""
    markers = [sum(seat in card.friends for card in s.cards.values()) for seat in range(s.players)]
    rank = [(s.at[seat][0], markers[seat], len(s.carried[seat])) for seat in range(s.players)]
    return tuple([seat for seat in range(s.players) if rank[seat] == max(rank)])


def _end(s: ClimbState, winners: tuple[int, ...], reason: str, log: ClimbLog) -> None:
    s.phase = ClimbPhase.OVER
    s.winners, s.reason = winners, reason
    if log is not None:
        log.append(e.ClimbOver(winners, reason))
