"""What happened, as public facts in order. No event can hold a secret: a hidden card has no field to stand
in.

Folding events over the public view before them gives the public view after them (`fold.py`), so the sequence
is complete: a screen, a log and a screen reader can tell the round from it alone. Spaces: 0 = start line,
1..T downhill, T + 1 = over the line. Speeds and distances in spaces, the avalanche's place in snowbanks
covered.
"""

from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    MULLIGAN = "mulligan"
    SELECT = "select"
    YETI = "yeti"
    DISCARD = "discard"
    DRAFT = "draft"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class HeatStarted:
    """A fresh mountain (AV-87). `line` = each skier's place in the starting line, 1 in front (AV-02)."""

    heat: int
    mountain: tuple[str, ...]
    line: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    deck: int
    display: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MulliganDecided:
    """`cards` = the four given up, face up on the discard; () = the hand was kept."""

    player: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """`limit` = the speed limit, None where none is in force (AV-09, AV-10, AV-71)."""

    round: int
    limit: int | None


@dataclass(frozen=True, slots=True)
class DecisionOpened:
    """The game waits. `decision` rises by one for ever; `reach` = how far the yeti may walk (phase yeti
    only); `owed` = cards each awaited player must give up (phase discard only); `order` = skiers still to
    draft, next first (phase draft only).
    """

    decision: int
    phase: Phase
    awaited: tuple[int, ...]
    reach: int | None = None
    owed: tuple[int, ...] = ()
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SelectionLocked:
    """A player is in. What was selected stays hidden; replacing a selection says nothing."""

    player: int


@dataclass(frozen=True, slots=True)
class SelectionTakenBack:
    player: int


@dataclass(frozen=True, slots=True)
class RevealedPlay:
    skier: int
    player: int
    cards: tuple[str, ...]
    speed: int
    jump: bool


@dataclass(frozen=True, slots=True)
class CardsRevealed:
    """All at once, in move order (AV-30): fastest first, ties from uphill. `total` and `limit`: AV-07."""

    plays: tuple[RevealedPlay, ...]
    total: int
    limit: int | None


@dataclass(frozen=True, slots=True)
class StackCleared:
    """A Controlled-Speed crash: the stack and this round's cards go to the discard (AV-97)."""

    skier: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Crashed:
    """`reasons`: "limit" (AV-08), "controlled" (AV-95), or both (AV-98)."""

    skier: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class YetiCardRevealed:
    """Solo (AV-75). `card` None = there was none to reveal (AV-106); `speed` = his speed so far this round.
    `second`: the card after the skier's jump, of which only the number counts.
    """

    card: str | None
    speed: int
    second: bool


@dataclass(frozen=True, slots=True)
class AvalancheQuickened:
    """`speed` = the new speed. `cause`: "jump" (AV-38) or "cards" (solo, AV-77)."""

    speed: int
    cause: str
    skier: int


@dataclass(frozen=True, slots=True)
class RocketJumped:
    """`over` = number of the jumped card (1..n; n + 1 = jumped from the last card, AV-26). `symbol` of the
    play; `wild` jumps block nobody (AV-33). `start` = where the skier stood, `landing` = the last space
    before its movement goes on: the end of the jumped card (T if none is left below).
    """

    skier: int
    start: int
    over: int
    landing: int
    symbol: str
    wild: bool


@dataclass(frozen=True, slots=True)
class JumpRefused:
    """A wish that a play could have carried, but did not. `reason`: "blocked" (`by` = the skier who took the
    symbol, AV-30), "rockets_out" (the play would have allowed it), "yeti_symbol" (solo, AV-76).
    """

    skier: int
    reason: str
    symbol: str
    by: int | None


@dataclass(frozen=True, slots=True)
class SkierMoved:
    """From `start` (a jump's `landing`) by `steps`, then `pushed` more past taken spaces (AV-16), to `end`."""

    skier: int
    start: int
    steps: int
    pushed: int
    end: int


@dataclass(frozen=True, slots=True)
class SkierFinished:
    """Over the line (AV-13, AV-17, AV-18, AV-25). `place` in this heat from 1; `points`: 0 unless racing."""

    skier: int
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class YetiMoved:
    """`start`: "top" or a node. `route`: nodes entered, () = he stayed. `player`: who decided; None = nobody
    was asked. `out`: solo, he has left the last card (AV-73). `direction`: "down", "up" or "stay".
    """

    player: int | None
    start: str
    route: tuple[str, ...]
    direction: str
    out: bool


@dataclass(frozen=True, slots=True)
class YetiHit:
    """A skier on a node he entered (AV-43, AV-45). `rockets_out`: False solo: a card is due (AV-78)."""

    skier: int
    node: str
    rockets_out: bool


@dataclass(frozen=True, slots=True)
class RocketsRestored:
    skier: int


@dataclass(frozen=True, slots=True)
class AvalancheAdvanced:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SkierBuried:
    skier: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """Face up to the discard pile. `from_hand`: how many of them came out of the player's hand. `reason`:
    "played" (end of the round), "stack" (speed stack of a skier out of the heat, AV-101), "out" (hand of a
    player without skiers, AV-56), "half" (AV-65), "hit" (AV-78), "yeti" (the yeti's cards, AV-81). `skier`:
    whose they were, for "played" and "stack".
    """

    player: int | None
    cards: tuple[str, ...]
    from_hand: int
    reason: str
    skier: int | None = None


@dataclass(frozen=True, slots=True)
class StackGrew:
    """Played cards join the speed stack instead of the discard (Controlled Speed)."""

    skier: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    """`deck` = cards in the new deck. `stacks`: taken from the speed stacks because the discard was empty
    (AV-100), as (skier, cards taken) with the latest round left lying; () = the discard was shuffled (AV-59).
    """

    deck: int
    stacks: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """One card off the deck into a hand, unseen by others."""

    player: int
    skier: int | None


@dataclass(frozen=True, slots=True)
class CardDrafted:
    player: int
    skier: int
    card: str


@dataclass(frozen=True, slots=True)
class DisplayRefilled:
    """The new cards on display (AV-90)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeatEnded:
    """Racing (AV-84). `points` = the score so far, by player."""

    heat: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """`winners` = players, () = nobody. `reason`: "line", "buried" (all of them; solo: you), "last_skier"
    (AV-103), "points" (AV-88), "yeti" (solo: he was first, AV-73), "no_card" (solo: nothing left to give up,
    AV-78).
    """

    winners: tuple[int, ...]
    reason: str


Event = (
    HeatStarted | MulliganDecided | RoundStarted | DecisionOpened | SelectionLocked | SelectionTakenBack
    | CardsRevealed | StackCleared | Crashed | YetiCardRevealed | AvalancheQuickened | RocketJumped
    | JumpRefused | SkierMoved | SkierFinished | YetiMoved | YetiHit | RocketsRestored | AvalancheAdvanced
    | SkierBuried | CardsDiscarded | StackGrew | DeckReshuffled | CardDrawn | CardDrafted | DisplayRefilled
    | HeatEnded | GameEnded
)  # fmt: skip
