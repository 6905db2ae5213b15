"""What can have decided a race, as values. Which of them did: `verdict.py`. Not here: words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OwnJump:
    """A jump of the player's own quickened the avalanche that buried its last skier: without that point of speed the
    advances since would have covered `short` snowbanks less or fewer (AV-38, AV-53).
    """

    jumped: int
    buried: int
    short: int


@dataclass(frozen=True, slots=True)
class SymbolTaken:
    """Both had played `symbol` in this round; `by` moved first and jumped with it (AV-30). `faster`: or as fast, from
    farther uphill.
    """

    round: int
    symbol: str
    by: int
    faster: bool


@dataclass(frozen=True, slots=True)
class RivalCrash:
    """The winner's: a rival in front, or the nearest, crashed in `crashed`; `speed` took the player over the line in
    `round`, with `second` still on `card`. `jumped`: by a jump.
    """

    rival: int
    crashed: int
    round: int
    speed: int
    jumped: bool
    second: int
    card: int


@dataclass(frozen=True, slots=True)
class HitAtBadTime:
    """Hit in `hit`; a jump was refused in `round` for it, while `by` jumped (AV-44)."""

    hit: int
    round: int
    by: int


@dataclass(frozen=True, slots=True)
class AllBuried:
    """Nobody is left. `closest` came to `card`; `jumps`: in the whole race; `speed`: of the avalanche; `last`: how many
    it caught in `round`.
    """

    closest: int
    card: int
    jumps: int
    speed: int
    last: int
    round: int


@dataclass(frozen=True, slots=True)
class BeatYeti:
    """Solo. `over`: the card jumped in the last round, None = skied with `speed`. `yeti`: the card he was on."""

    round: int
    over: int | None
    speed: int
    yeti: int


@dataclass(frozen=True, slots=True)
class YetiFirst:
    """Solo: he left the mountain with `speed` in `round`, the player still on `card`."""

    round: int
    speed: int
    card: int


@dataclass(frozen=True, slots=True)
class NoCard:
    """Solo: hit in `round` without a card to give up (AV-78)."""

    round: int


@dataclass(frozen=True, slots=True)
class Caught:
    """The avalanche buried the player's last skier on `card`, at `speed`."""

    round: int
    card: int
    speed: int


@dataclass(frozen=True, slots=True)
class LastSkiing:
    """Everybody else is buried; `last` was the last of them (AV-103)."""

    winner: int
    last: int
    round: int


@dataclass(frozen=True, slots=True)
class HeatPoints:
    """Three heats: points of `player`, heat by heat (AV-84)."""

    player: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ahead:
    """Alone in front after so many rounds `of` all."""

    player: int
    rounds: int
    of: int


@dataclass(frozen=True, slots=True)
class Length:
    """Nothing else to say: so many rounds."""

    rounds: int


Cause = (
    OwnJump | SymbolTaken | RivalCrash | HitAtBadTime | AllBuried | BeatYeti | YetiFirst | NoCard | Caught
    | LastSkiing | HeatPoints | Ahead | Length
)  # fmt: skip
