"""Step 5: the avalanche advances and buries. Not here: what becomes of the cards of the buried."""

from app.games.avalanche.events import AvalancheAdvanced, SkierBuried
from app.games.avalanche.state import BURIED, Log, RaceState


def advance(s: RaceState, log: Log) -> None:
    """As many banks as its speed, at most to the last; buries every skier in a bank it covers (AV-53, AV-54).

    A round in which no skier had a card to play (AV-106) is the last of the heat: all are fetched from the
    mountain as if buried, for nothing could ever move again.
    """
    start = s.avalanche_at
    end = s.avalanche_at = min(start + s.avalanche_speed, s.mountain.banks)
    if log is not None and end != start:
        log.append(AvalancheAdvanced(start, end))
    stranded = not any(turned.cards for turned in s.table)
    banks = s.mountain.bank_at
    for skier in s.uphill():
        if banks[s.at[skier]] <= end or stranded:
            s.status[skier] = BURIED
            s.racing = tuple([other for other in s.racing if other != skier])
            if log is not None:
                log.append(SkierBuried(skier))


def last_player(s: RaceState) -> int | None:
    """The one player who still has skiers, where the house option makes that a win (AV-103)."""
    if not s.variant.last_skier_wins or s.variant.racing or s.variant.solo:
        return None
    owners = {s.variant.owner[skier] for skier in s.racing}
    return owners.pop() if len(owners) == 1 else None
