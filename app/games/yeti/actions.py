"""What a seat may choose: one class a kind of decision. Symbols and tiles go by their names, levels by number."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeepDice:
    """The kinds set aside whole, in the order of `parts.KINDS`; () = only the Snow (YT-02, YT-03, YT-06)."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MendTray:
    """`use`: "shovel" (YT-19), "thaw" (YT-28), "second_look" (YT-34, one die from `old` to `new`) or "done"."""

    use: str
    old: str | None = None
    new: str | None = None


@dataclass(frozen=True, slots=True)
class TurnSnow:
    """The kind one Snow is turned to; None leaves it (YT-07)."""

    to: str | None


@dataclass(frozen=True, slots=True)
class SpendTurn:
    """One purchase at most: `photo` = coins paid, `tile` = an id (YT-13). `climb` = levels gone up (YT-22).
    `tent`: the rope serves as a tent (YT-18).
    """

    photo: int | None
    tile: str | None
    climb: int
    tent: bool


type_names = {"keep": KeepDice, "mend": MendTray, "turn": TurnSnow, "spend": SpendTurn}

DiceAction = KeepDice | MendTray | TurnSnow | SpendTurn
