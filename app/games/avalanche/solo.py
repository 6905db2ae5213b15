"""Alone against the yeti: the mulligan, his cards, and what a hit costs. Not here: how he walks
(`yeti.py`).
"""

from app.games.avalanche.drawing import draw, give_up, take_top
from app.games.avalanche.events import AvalancheQuickened, MulliganDecided, Phase, YetiCardRevealed
from app.games.avalanche.state import Log, RaceState
from app.games.avalanche.turning import ask, begin_round, end_game
from app.games.avalanche.variant import HAND_CARDS


def mulligan(s: RaceState, take: bool, log: Log) -> None:
    """Once, the whole hand, before round 1 (AV-80)."""
    cards = s.hands[0] if take else ()
    s.hands[0] = () if take else s.hands[0]
    s.discard += cards
    if log is not None:
        log.append(MulliganDecided(0, s.deck.names(cards)))
    if take:
        for _ in range(HAND_CARDS):
            draw(s, 0, None, log)
    begin_round(s, log)


def yeti_speed(s: RaceState) -> int:
    speeds = s.deck.speeds
    return sum([speeds[card] for card in s.yeti_cards])


def reveal_yeti(s: RaceState, log: Log, *, second: bool) -> None:
    """His card of the round, or the one after the skier's jump (AV-75). With none to reveal it counts 0
    (AV-106).
    """
    card = take_top(s, log)
    if card is not None:
        s.yeti_cards += (card,)
    if log is not None:
        log.append(YetiCardRevealed(None if card is None else s.deck.ids[card], yeti_speed(s), second))


def quicken_by_cards(s: RaceState, log: Log) -> None:
    """The avalanche gains one for each card played (AV-77)."""
    turned = s.table[0]
    if turned.cards:
        s.avalanche_speed += len(turned.cards)
        if log is not None:
            log.append(AvalancheQuickened(s.avalanche_speed, "cards", turned.skier))


def blocks(s: RaceState, symbol: str) -> bool:
    """His first card's symbol keeps you from a normal jump off a card that shows it (AV-76)."""
    return bool(s.yeti_cards) and s.deck.symbols[s.yeti_cards[0]] == symbol


def pay_for_hit(s: RaceState, log: Log) -> bool:
    """One card for a hit, whichever you like; without one you have lost (AV-78). True when play goes on at
    once.
    """
    hand = s.hands[0]
    if not hand:
        end_game(s, (), "no_card", log)
        return False
    if len(hand) == 1:
        give_up(s, 0, hand, "hit", log)
        return True
    ask(s, Phase.DISCARD, (0,), log, owed=(1,))
    return False
