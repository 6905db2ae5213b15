"""Positions and choices of the interchange format (docs/rules/interchange.md). Not here: scenarios,
records.
"""

from app.games.avalanche.events import Phase
from app.games.avalanche.state import RaceState
from app.games.avalanche.view import SKIER_STATES
from app.games.kernel.contract import Json

GAME = "avalanche"


def position_of(s: RaceState) -> Json:
    """The state as a position; cards on the table count as discarded once the game is over."""
    names = s.deck.names
    discard = list(s.discard)
    if s.phase is Phase.OVER:
        discard += s.yeti_cards
        for turned in s.table:
            if turned.skier not in s.cleared:
                discard += turned.cards
    position: Json = {
        "game": GAME,
        "players": s.variant.players,
        "options": list(s.variant.options),
        "heat": s.heat,
        "round": s.round,
        "phase": s.phase.value,
        "mountain": list(names(s.mountain.cards)),
        "deck": list(names(s.pile[s.drawn :])),
        "discard": list(names(sorted(discard))),
        "hands": [list(names(hand)) for hand in s.hands],
        "display": list(names(s.display)),
        "skiers": [
            {
                "player": s.variant.owner[skier],
                "state": SKIER_STATES[s.status[skier]].value,
                "at": s.at[skier],
                "line": s.line[skier],
                "rockets": s.rockets[skier],
                "stack": [list(names(played)) for played in s.stacks[skier]],
            }
            for skier in range(s.variant.skiers)
        ],
        "yeti": s.mountain.name(s.yeti),
        "avalanche": {"at": s.avalanche_at, "speed": s.avalanche_speed},
        "points": list(s.points),
        "finished": list(s.finished),
    }
    if s.winners is not None:
        position["winners"] = list(s.winners)
    return position
