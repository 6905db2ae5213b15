"""Step 2: the cards are turned over, and who crashes. Not here: moving, which a crash only shortens
(AV-06).
"""

from app.games.avalanche.events import CardsRevealed, Crashed, RevealedPlay, StackCleared
from app.games.avalanche.state import Log, RaceState, Turned

CONTROLLED = 2
"""How far a speed may lie from the last one, inclusive (AV-93)."""


def breaks_control(last: int | None, speed: int) -> bool:
    return last is not None and abs(speed - last) > CONTROLLED


def last_speed(s: RaceState, skier: int) -> int | None:
    """Speed of the latest round on the stack (AV-96); None = any speed will do (AV-97)."""
    stack = s.stacks[skier]
    if not stack:
        return None
    speeds = s.deck.speeds
    return sum([speeds[card] for card in stack[-1]])


def turn_over(s: RaceState, log: Log) -> list[int]:
    """Moves the selections to the table in move order (AV-30). Returns the skiers that crash."""
    index, speeds = s.deck.index, s.deck.speeds
    at, line = s.at, s.line
    rows: list[tuple[int, int, int, Turned]] = []
    for player, selection in enumerate(s.selections):
        if selection is None:
            continue
        gone: list[int] = []
        for play in selection.plays:
            cards = tuple([index[card] for card in play.cards])
            speed = sum([speeds[card] for card in cards])
            rows.append(
                (-speed, at[play.skier], -line[play.skier], Turned(play.skier, cards, speed, play.jump))
            )
            gone += cards
        s.hands[player] = tuple([card for card in s.hands[player] if card not in gone])
    rows.sort()
    table = s.table = tuple([row[3] for row in rows])
    s.selections = [None] * s.variant.players
    total = -sum([row[0] for row in rows])
    if log is not None:
        owner, names = s.variant.owner, s.deck.names
        shown = [RevealedPlay(t.skier, owner[t.skier], names(t.cards), t.speed, t.jump) for t in table]
        log.append(CardsRevealed(tuple(shown), total, s.limit))
    return _crashes(s, total, log)


def _crashes(s: RaceState, total: int, log: Log) -> list[int]:
    """Over the limit all of the fastest crash (AV-07, AV-08); Controlled Speed is each skier's own affair
    (AV-99).
    """
    over = s.limit is not None and total > s.limit
    controlled = s.variant.controlled
    if not over and not controlled:
        return []
    crashed: list[int] = []
    for turned in s.table:
        skier = turned.skier
        too_fast = over and turned.speed == s.table[0].speed
        uncontrolled = (
            controlled and bool(turned.cards) and breaks_control(last_speed(s, skier), turned.speed)
        )
        if not too_fast and not uncontrolled:
            continue
        crashed.append(skier)
        if log is not None:
            reasons = ("limit",) * too_fast + ("controlled",) * uncontrolled
            log.append(Crashed(skier, reasons))
        if uncontrolled:
            # At once, so a yeti's card can already come from a discard that holds them (AV-97).
            cards = (*(card for played in s.stacks[skier] for card in played), *turned.cards)
            s.stacks[skier] = ()
            s.discard += cards
            s.cleared += (skier,)
            if log is not None:
                log.append(StackCleared(skier, s.deck.names(cards)))
    return crashed
