"""What a viewer may know. Built from a state (`view.py`), never scrubbed: a hidden card has no field to stand
in.

Order of every collection of cards is by id, so that no order tells anything.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.games.avalanche.actions import Select
from app.games.avalanche.events import Phase, RevealedPlay


class SkierState(StrEnum):
    RACING = "racing"
    BURIED = "buried"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class SkierView:
    """`at`: 0 start line, 1..T; once out of the heat the place where it was last. `stack`: rounds of cards,
    oldest first (Controlled Speed). `last_speed`: speed of the latest round on the stack or a limit crash
    kept it (AV-96), None = free choice.
    """

    player: int
    state: SkierState
    at: int
    line: int
    rockets: bool
    stack: tuple[tuple[str, ...], ...]
    last_speed: int | None


@dataclass(frozen=True, slots=True)
class PublicView:
    """Everything that lies on the table face up.

    `hand_sizes` count hidden selections as still in the hand (AV-05): locking in changes nothing but
    `locked`. `table`: the plays of this round once revealed, in move order; () while selections are hidden.
    `hit`: skiers the yeti has hit this round. `limit`: None = no limit in force. `yeti`: "top", a node or
    "out". `yeti_cards`: solo, the yeti's cards of this round. `reach`: phase yeti, how far he may (solo:
    must) walk. `owed`: phase discard, cards each awaited player must give up (parallel to `awaited`).
    `draft_order`: phase draft, skiers still to draft, next first. `winners`: None until the game is over.
    `reason`: as in GameEnded.
    """

    players: int
    options: tuple[str, ...]
    deck_hash: str
    decision: int
    heat: int
    round: int
    phase: Phase
    awaited: tuple[int, ...]
    locked: tuple[int, ...]
    mountain: tuple[str, ...]
    deck: int
    discard: tuple[str, ...]
    display: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    skiers: tuple[SkierView, ...]
    yeti: str
    avalanche_at: int
    avalanche_speed: int
    limit: int | None
    table: tuple[RevealedPlay, ...]
    yeti_cards: tuple[str, ...]
    hit: tuple[int, ...]
    reach: int | None
    owed: tuple[int, ...]
    draft_order: tuple[int, ...]
    points: tuple[int, ...]
    finished: tuple[int, ...]
    winners: tuple[int, ...] | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """The public view, and what one seat knows besides: its hand (selected cards included) and its own
    selection.
    """

    public: PublicView
    seat: int
    hand: tuple[str, ...]
    selection: Select | None


@dataclass(frozen=True, slots=True)
class OpenView:
    """A position laid open: only for games that are over. `hands` by player; `deck` next card first."""

    public: PublicView
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """Where one play would take one skier on the board as it stands, others ignored until the last step.

    `speed`: number or sum. `jump`: None = would jump if wished; else why not: "no_match" (single card of
    another symbol), "rockets_out". `wild`: two cards of one symbol. `controlled_crash`: breaks Controlled
    Speed (AV-93). `ski_to`: end space without the jump, T + 1 = over the line; `jump_to`: the same with it,
    None if no jump. `ski_free`, `jump_free`: the end space after passing taken ones (AV-16). `over`: card
    number jumped, else None.
    """

    skier: int
    cards: tuple[str, ...]
    speed: int
    jump: str | None
    wild: bool
    controlled_crash: bool
    ski_to: int
    ski_free: int
    jump_to: int | None
    jump_free: int | None
    over: int | None


@dataclass(frozen=True, slots=True)
class Margin:
    """How far one space is from the avalanche's next advance (AV-53). `bank`: the snowbank of that space; `reach`: the
    last one covered if no other skier jumps; `jumpers`: other skiers who may still jump, each of whom takes it
    one further (AV-38).
    """

    bank: int
    reach: int
    jumpers: int

    @property
    def safe(self) -> int:
        """Snowbanks between the two; 0 or less: the avalanche comes here, whatever the others do."""
        return self.bank - self.reach

    def caught(self, jumps: int = 0) -> bool:
        """Whether the next advance buries whoever stands here, if so many of the others jump."""
        return self.safe - jumps <= 0

    @property
    def fatal(self) -> int | None:
        """How few jumps of the others are enough to be caught here; None if not even all of them are."""
        return max(0, self.safe) if self.caught(self.jumpers) else None


@dataclass(frozen=True, slots=True)
class YetiChoice:
    """What the yeti's mover sees. `exact`: solo, he walks all of `reach` downhill (AV-72). `down`, `up`: node
    -> nodes he may enter next in that direction, starting from `start`, within reach. `skiers`: node ->
    skiers standing there.
    """

    start: str
    reach: int
    exact: bool
    down: tuple[tuple[str, tuple[str, ...]], ...]
    up: tuple[tuple[str, tuple[str, ...]], ...]
    skiers: tuple[tuple[str, tuple[int, ...]], ...]
