"""Step 1: which cards a skier may play (AV-03), and the selections they make. Not here: what a selection
does.
"""

from itertools import product

from app.games.avalanche.actions import Play, Select
from app.games.avalanche.deck import Deck
from app.games.kernel.contract import IllegalAction


def plays_of(deck: Deck, hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every single card, then every pair of one symbol. `hand` ascending."""
    symbols = deck.symbols
    plays: list[tuple[int, ...]] = [(card,) for card in hand]
    for place, card in enumerate(hand, 1):
        symbol = symbols[card]
        for other in hand[place:]:
            if symbols[other] == symbol:
                plays.append((card, other))  # noqa: PERF401 - the plain loop is a third faster for hands of four
    return plays


def hands_out(deck: Deck, hand: tuple[int, ...], skiers: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to give each of the skiers its own play (AV-63).

    A hand with fewer cards than skiers (AV-106; never with the printed deck, AV-04) leaves that many without
    a card.
    """
    if len(hand) < skiers:
        gaps = skiers - len(hand)
        single: list[tuple[int, ...]] = [(), *((card,) for card in hand)]
        ways = product(single, repeat=skiers)
        return [way for way in ways if way.count(()) == gaps and len(set(way)) == skiers - gaps + 1]
    plays = plays_of(deck, hand)
    if skiers == 1:
        return [(play,) for play in plays]
    return [(a, b) for a in plays for b in plays if a[0] not in b and a[-1] not in b]


def _plays(deck: Deck, skier: int, cards: tuple[int, ...]) -> tuple[Play, Play]:
    """The play with the wish to jump, and without."""
    found = deck.plays.get((skier, cards))
    if found is None:
        names = deck.names(cards)
        found = deck.plays[skier, cards] = (Play(skier, names, True), Play(skier, names, False))
    return found


def selections_of(deck: Deck, hand: tuple[int, ...], skiers: tuple[int, ...]) -> list[Select]:
    """Every selection of a seat with these racing skiers; both wishes for each play (AV-28)."""
    if len(skiers) == 1:
        skier = skiers[0]
        known = deck.selects
        selects: list[Select] = []
        for cards in plays_of(deck, hand) or [()]:
            both = known.get((skier, cards))
            if both is None:
                yes, no = _plays(deck, skier, cards)
                both = known[skier, cards] = (Select((yes,)), Select((no,)))
            selects += both
        return selects
    return [
        Select(plays)
        for way in hands_out(deck, hand, len(skiers))
        for plays in product(*(_plays(deck, skier, cards) for skier, cards in zip(skiers, way, strict=True)))
    ]


def count_selections(deck: Deck, hand: tuple[int, ...], skiers: int) -> int:
    """How many selections there are, the wish to jump not counted."""
    return len(hands_out(deck, hand, skiers))


def check_selection(deck: Deck, hand: tuple[int, ...], skiers: tuple[int, ...], action: Select) -> None:
    """Raises IllegalAction unless `selections_of` would list the action."""
    plays = action.plays
    index, symbols = deck.index, deck.symbols
    if len(plays) != len(skiers):
        raise IllegalAction("wrong_skier", skiers=skiers)
    seen: list[int] = []
    empty = 0
    for play, skier in zip(plays, skiers, strict=True):
        if play.skier != skier:
            raise IllegalAction("wrong_skier", skiers=skiers)
        cards = play.cards
        if len(cards) > 2:
            raise IllegalAction("too_many_cards", skier=skier)
        numbers = [index.get(card, -1) for card in cards]
        for number, card in zip(numbers, cards, strict=True):
            if number not in hand:
                raise IllegalAction("not_your_card", card=card)
            if number in seen:
                raise IllegalAction("card_in_both", card=card)
            seen.append(number)
        if len(numbers) == 2:
            if symbols[numbers[0]] != symbols[numbers[1]]:
                raise IllegalAction("two_symbols", skier=skier, cards=cards)
            if numbers[0] > numbers[1]:
                raise IllegalAction("card_order", skier=skier, cards=cards)
        empty += not numbers
    gaps = max(0, len(skiers) - len(hand))
    if empty != gaps or (gaps and len(seen) != len(hand)):
        raise IllegalAction("no_card", skiers=[play.skier for play in plays if not play.cards])
