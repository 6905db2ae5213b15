"""Rounds as they begin and end, and the end of the game (YS-09 to YS-14, YS-41, YS-42, YS-44, YS-45, YS-54)."""

from app.games.yeti_snack import events as e
from app.games.yeti_snack.events import SnackPhase
from app.games.yeti_snack.state import SnackLog, SnackSeat, SnackState


def next_round(s: SnackState, at: int, log: SnackLog) -> None:
    """Lays out the next pair that can be solved, or ends the game for want of one (YS-10, YS-14)."""
    while len(s.deck) >= 2:
        model, *rest = s.deck
        place = next((number for number, card in enumerate(rest) if s.menu.suits(model, card)), None)
        if place is None:
            s.deck, s.used = tuple(rest), (*s.used, model)
            if log is not None:
                log.append(e.CardSetAside(model))
            continue
        s.model, s.yeti = model, rest[place]
        s.deck = (*rest[place + 1 :], *rest[:place])
        s.round += 1
        s.seats = [SnackSeat()] * s.players
        s.tile_free = 0
        s.phase = SnackPhase.HAND_IN if s.calm else SnackPhase.READY
        s.reveal_at = at if s.calm else None
        if log is not None:
            request = s.yeti if s.calm else None
            log.append(e.SnackRound(s.round, s.first, model, len(s.deck), at, request))
        return
    _end_of_pile(s, log)


def _end_of_pile(s: SnackState, log: SnackLog) -> None:
    most = max(s.cards)
    if s.solo:
        winners: tuple[int, ...] = (0,) if most > s.yeti_cards else ()
    else:
        winners = tuple([seat for seat, cards in enumerate(s.cards) if cards == most > 0])
    _over(s, winners, "deck", log)


def _over(s: SnackState, winners: tuple[int, ...], reason: str, log: SnackLog) -> None:
    s.phase = SnackPhase.OVER
    s.winners, s.reason = winners, reason
    s.model = s.yeti = s.reveal_at = None
    s.seats, s.tile_free = [], 0
    if log is not None:
        log.append(e.SnackOver(winners, reason))


def end_round(
    s: SnackState,
    winners: tuple[int, ...],
    how: str,
    at: int,
    log: SnackLog,
    *,
    yeti: bool = False,
    later: tuple[e.LaterCall, ...] = (),
) -> None:
    """Gives out the cards, then goes on. One winner gets the set, several one card each (YS-42); `yeti`: it is his."""
    a_set = s.menu.cards_a_set
    for seat in winners:
        s.cards[seat] += a_set if len(winners) == 1 else 1
    if yeti:
        s.yeti_cards += a_set
    if len(winners) == 1:
        s.first = winners[0]
    s.used = (*s.used, *[card for card in (s.model, s.yeti) if card])
    s.model = s.yeti = None
    if log is not None:
        log.append(e.SnackRoundOver(winners, how, tuple(s.cards), s.yeti_cards, later))
    most = max(s.cards)
    if s.yeti_cards >= s.needed:
        _over(s, (), "yeti", log)
    elif most >= s.needed:
        _over(s, tuple([seat for seat, cards in enumerate(s.cards) if cards == most]), "sets", log)
    else:
        next_round(s, at, log)
