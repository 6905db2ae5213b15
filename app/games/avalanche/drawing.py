"""Cards between deck, hands, display and discard: drawing, reshuffling, drafting. Not here: when a step
comes.
"""

from app.games.avalanche.events import (
    CardDrafted,
    CardDrawn,
    CardsDiscarded,
    DeckReshuffled,
    DisplayRefilled,
    Phase,
)
from app.games.avalanche.state import Log, RaceState
from app.games.avalanche.turning import ask


def reshuffle(s: RaceState, log: Log) -> None:
    """A new deck from the discard (AV-59), or if that is empty too from all but the latest round of the
    stacks (AV-100).
    """
    taken: list[tuple[int, tuple[int, ...]]] = []
    if s.discard:
        cards = sorted(s.discard)
        s.discard = []
    else:
        cards = []
        for skier in s.racing:
            older = [card for played in s.stacks[skier][:-1] for card in played]
            if older:
                s.stacks[skier] = s.stacks[skier][-1:]
                taken.append((skier, tuple(older)))
                cards += older
        if not cards:
            return
        cards.sort()
    pile, s.stream = s.stream.shuffled(cards)
    s.pile, s.drawn = tuple(pile), 0
    if log is not None:
        names = s.deck.names
        log.append(DeckReshuffled(len(pile), tuple((skier, names(stack)) for skier, stack in taken)))


def take_top(s: RaceState, log: Log) -> int | None:
    """The next card, reshuffling only when one is needed and the deck is empty; None = nothing left
    (AV-106).
    """
    if s.drawn == len(s.pile):
        reshuffle(s, log)
        if s.drawn == len(s.pile):
            return None
    card = s.pile[s.drawn]
    s.drawn += 1
    return card


def into_hand(s: RaceState, player: int, card: int) -> None:
    s.hands[player] = tuple(sorted((*s.hands[player], card)))


def out_of_hand(s: RaceState, player: int, cards: tuple[int, ...]) -> None:
    s.hands[player] = tuple([card for card in s.hands[player] if card not in cards])


def draw(s: RaceState, player: int, skier: int | None, log: Log) -> None:
    card = take_top(s, log)
    if card is not None:
        into_hand(s, player, card)
        if log is not None:
            log.append(CardDrawn(player, skier))


def give_up(s: RaceState, player: int, cards: tuple[int, ...], reason: str, log: Log) -> None:
    """Cards of a hand onto the discard."""
    if not cards:
        return
    out_of_hand(s, player, cards)
    s.discard += cards
    if log is not None:
        log.append(CardsDiscarded(player, s.deck.names(cards), len(cards), reason))


def draw_all(s: RaceState, log: Log) -> None:
    """One card for each racing skier, from uphill to downhill (AV-58, AV-64)."""
    for skier in s.uphill():
        draw(s, s.variant.owner[skier], skier, log)


def start_draft(s: RaceState, log: Log) -> bool:
    s.draft_order = tuple(s.uphill())
    return continue_draft(s, log)


def draft(s: RaceState, card: int, log: Log) -> None:
    """The next skier in order takes a card (AV-91)."""
    skier, s.draft_order = s.draft_order[0], s.draft_order[1:]
    player = s.variant.owner[skier]
    s.display = tuple([other for other in s.display if other != card])
    into_hand(s, player, card)
    if log is not None:
        log.append(CardDrafted(player, skier, s.deck.ids[card]))


def continue_draft(s: RaceState, log: Log) -> bool:
    """True when all have drafted; else somebody is asked. A last card is not asked for; with none left one
    gets none.
    """
    while s.draft_order and s.display:
        if len(s.display) > 1:
            ask(s, Phase.DRAFT, (s.variant.owner[s.draft_order[0]],), log)
            return False
        draft(s, s.display[0], log)
    s.draft_order = ()
    refill(s, log)
    return True


def refill(s: RaceState, log: Log) -> None:
    """Up to the number of racing skiers; a surplus stays (AV-90)."""
    new: list[int] = []

    def lay_out() -> None:
        # Told before a reshuffle, so that the deck's size can be followed from the events alone.
        if new:
            s.display = tuple(sorted((*s.display, *new)))
            if log is not None:
                log.append(DisplayRefilled(s.deck.names(sorted(new))))
            new.clear()

    missing = len(s.racing) - len(s.display)
    for _ in range(missing):
        if s.drawn == len(s.pile):
            lay_out()
        card = take_top(s, log)
        if card is None:
            break
        new.append(card)
    lay_out()
