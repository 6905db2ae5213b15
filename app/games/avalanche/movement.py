"""Step 3: rocket jumps and moving. Not here: what comes of being over the line (`heats.py`)."""

from app.games.avalanche.deck import Deck
from app.games.avalanche.events import AvalancheQuickened, JumpRefused, RocketJumped, SkierMoved
from app.games.avalanche.heats import finish
from app.games.avalanche.mountain import Mountain
from app.games.avalanche.solo import blocks, reveal_yeti
from app.games.avalanche.state import Log, RaceState, Turned

NO_JUMP, MATCH, WILD = 0, 1, 2


def jump_kind(deck: Deck, mountain: Mountain, at: int, cards: tuple[int, ...]) -> int:
    """What these cards could carry from here: a pair always a wild jump (AV-32), one card only where its
    symbol is that of the card occupied, so never from the start line (AV-27).
    """
    if len(cards) == 2:
        return WILD
    if len(cards) == 1 and deck.symbols[cards[0]] == mountain.symbol[mountain.card_at[at]]:
        return MATCH
    return NO_JUMP


def jump_over(mountain: Mountain, at: int) -> tuple[int, int, bool]:
    """The card jumped (n + 1 from the last, AV-26), its last space, and whether that leads over the line
    (AV-25).
    """
    over = mountain.card_at[at] + 1
    if over >= mountain.length:
        return over, mountain.spaces, True
    return over, mountain.first[over + 1] - 1, False


def end_space(mountain: Mountain, start: int, steps: int, taken: list[int]) -> tuple[int, int]:
    """Where `steps` from `start` lead, and the next free space from there downhill (AV-15, AV-16); T + 1 =
    over the line.
    """
    beyond = mountain.spaces + 1
    aim = free = min(start + steps, beyond)
    while free in taken:
        free += 1
    return aim, free


def move_skiers(s: RaceState, crashed: list[int], log: Log) -> bool:
    """All skiers in move order. True if the heat ends in the middle of it (AV-20) or with nobody left."""
    taken_by: dict[str, int] = {}
    for turned in s.table:
        skier = turned.skier
        start = s.at[skier]
        if turned.jump and _jumps(s, turned, taken_by, log):
            _, start, over_line = jump_over(s.mountain, start)
            if over_line:
                if finish(s, skier, log):
                    return True
                continue
            if s.variant.solo:
                reveal_yeti(s, log, second=True)
        steps = 1 if skier in crashed else turned.speed
        if not steps:
            continue  # without a card (AV-106) it stays
        others = [s.at[other] for other in s.racing if other != skier]
        aim, end = end_space(s.mountain, start, steps, others)
        s.at[skier] = end
        if log is not None:
            log.append(SkierMoved(skier, start, aim - start, end - aim, end))
        if end > s.mountain.spaces and finish(s, skier, log):
            return True
    return not s.racing


def _jumps(s: RaceState, turned: Turned, taken_by: dict[str, int], log: Log) -> bool:
    """Carries out the wish if it can be; one pass in move order settles who gets a symbol (AV-29, AV-30,
    AV-33).
    """
    skier = turned.skier
    at = s.at[skier]
    kind = jump_kind(s.deck, s.mountain, at, turned.cards)
    if kind == NO_JUMP:
        return False
    symbol = s.deck.symbols[turned.cards[0]]
    refused, by = "", None
    if not s.rockets[skier] and not s.variant.solo:
        refused = "rockets_out"
    elif kind == MATCH and s.variant.solo and blocks(s, symbol):
        refused = "yeti_symbol"
    elif kind == MATCH and symbol in taken_by:
        refused, by = "blocked", taken_by[symbol]
    if refused:
        if log is not None:
            log.append(JumpRefused(skier, refused, symbol, by))
        return False
    if kind == MATCH:
        taken_by[symbol] = skier
    s.avalanche_speed += 1  # at once, whatever comes of the jump (AV-38)
    if log is not None:
        over, landing, _ = jump_over(s.mountain, at)
        log.append(RocketJumped(skier, at, over, landing, symbol, kind == WILD))
        log.append(AvalancheQuickened(s.avalanche_speed, "jump", skier))
    return True
