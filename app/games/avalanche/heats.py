"""Over the line, the end of a heat, and the dealing of one. Not here: how a skier got over the line."""

from app.games.avalanche.deck import Deck
from app.games.avalanche.events import HeatEnded, HeatStarted, Phase, SkierFinished
from app.games.avalanche.mountain import SOLO_YETI, TOP, mountain_of
from app.games.avalanche.state import FINISHED, RACING, Log, RaceState
from app.games.avalanche.turning import ask, begin_round, end_game
from app.games.avalanche.variant import Variant
from app.games.kernel.contract import BadSetup
from app.games.kernel.stream import Stream

POINTS = (3, 2, 1)
HEATS, MOST_HEATS = 3, 9


def finish(s: RaceState, skier: int, log: Log) -> bool:
    """True if that ends the heat: the first over the line wins (AV-20), in a race the third (AV-84)."""
    s.status[skier] = FINISHED
    s.racing = tuple([other for other in s.racing if other != skier])
    s.at[skier] = s.mountain.spaces + 1
    s.finished += (skier,)
    place = len(s.finished)
    points = POINTS[place - 1] if s.variant.racing else 0
    s.points[s.variant.owner[skier]] += points
    if log is not None:
        log.append(SkierFinished(skier, place, points))
    return not s.variant.racing or place == len(POINTS)


def end_heat(s: RaceState, log: Log) -> None:
    """Nobody is left, or enough have finished. Without racing the game is over with it."""
    if not s.variant.racing:
        if s.finished:
            end_game(s, (s.variant.owner[s.finished[0]],), "line", log)
        else:
            end_game(s, (), "buried", log)
        return
    if log is not None:
        log.append(HeatEnded(s.heat, tuple(s.points)))
    most = max(s.points)
    leaders = tuple([player for player, points in enumerate(s.points) if points == most])
    if s.heat >= HEATS and (len(leaders) == 1 or s.heat >= MOST_HEATS):
        end_game(s, leaders, "points", log)
        return
    s.heat += 1
    deal_heat(s, every_card(s), log)


def every_card(s: RaceState) -> list[int]:
    """All cards of the game, wherever they lie, sorted."""
    cards = [*s.pile[s.drawn :], *s.discard, *s.display, *s.mountain.cards, *s.yeti_cards]
    for hand in s.hands:
        cards += hand
    for stack in s.stacks:
        for played in stack:
            cards += played
    for turned in s.table:
        if turned.skier not in s.cleared:
            cards += turned.cards
    return sorted(cards)


def cards_needed(variant: Variant) -> int:
    """What a heat takes before its first round: hands, mountain, display (AV-92)."""
    display = variant.skiers if variant.drafting else 0
    return variant.players * variant.hand_cards + variant.length + display


def new_game(deck: Deck, variant: Variant, seed: bytes, log: Log) -> RaceState:
    if len(deck) < cards_needed(variant):
        raise BadSetup("too_few_cards", cards=len(deck), needed=cards_needed(variant))
    stream = Stream(seed)
    s = RaceState(deck, variant, mountain_of(deck, tuple(range(variant.length))), stream)
    deal_heat(s, range(len(deck)), log)
    return s


def deal_heat(s: RaceState, cards: list[int] | range, log: Log) -> None:
    """Everything anew (AV-87). Order of draws: the deck, then the line. Dealt: hands by player, mountain,
    display.
    """
    variant = s.variant
    skiers = variant.skiers
    pile, stream = s.stream.shuffled(cards)
    order, s.stream = stream.shuffled(range(skiers))
    size = variant.hand_cards
    s.hands = [tuple(sorted(pile[player * size : (player + 1) * size])) for player in range(variant.players)]
    dealt = variant.players * size
    s.mountain = mountain_of(s.deck, tuple(pile[dealt : dealt + variant.length]))
    dealt += variant.length
    s.display = ()
    if variant.drafting:
        s.display = tuple(sorted(pile[dealt : dealt + skiers]))
        dealt += skiers
    s.pile, s.drawn = tuple(pile), dealt
    s.discard = []
    line = [0] * skiers
    for place, skier in enumerate(order, 1):
        line[skier] = place
    s.line = tuple(line)
    s.round = 1
    s.status = [RACING] * skiers
    s.racing = tuple(range(skiers))
    s.at = [1 if variant.solo else 0] * skiers
    s.rockets = [True] * skiers
    s.stacks = [()] * skiers
    s.yeti = SOLO_YETI if variant.solo else TOP
    s.avalanche_at = s.avalanche_speed = 0
    s.finished = s.table = s.cleared = s.yeti_cards = s.hit = s.owed = s.draft_order = ()
    s.reach = s.limit = None
    if log is not None:
        names = s.deck.names
        sizes = tuple(len(hand) for hand in s.hands)
        left = len(pile) - dealt
        log.append(HeatStarted(s.heat, names(s.mountain.cards), s.line, sizes, left, names(s.display)))
    if variant.solo:
        ask(s, Phase.MULLIGAN, (0,), log)
    else:
        begin_round(s, log)
