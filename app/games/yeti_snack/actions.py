"""What a seat may do, and how a choice of the interchange format is read. Not here: whether it is taken (`race.py`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.games.kernel.contract import MalformedAction
from app.games.yeti_snack.mould import FOLDS
from app.games.yeti_snack.state import PASS

most_folds = 200
KINDS = ("ready", "call", "tea", "hand_in")


@dataclass(frozen=True, slots=True)
class SayReady:
    """`yes` False takes it back (YS-20)."""

    yes: bool


@dataclass(frozen=True, slots=True)
class CallFolds:
    """The folds since the Model; `ms`: what the page measured, None without one (YS-23, YS-24)."""

    folds: tuple[str, ...]
    ms: int | None = None


@dataclass(frozen=True, slots=True)
class TakeTea:
    ms: int | None = None


@dataclass(frozen=True, slots=True)
class HandIn:
    """Calm: folds, "pass", or None to take back (YS-40, YS-43)."""

    answer: str | tuple[str, ...] | None


SnackAction = SayReady | CallFolds | TakeTea | HandIn


def read_action(raw: Any) -> SnackAction:
    """From an object with one of `KINDS`, and `ms` with a call or a tea. Raises MalformedAction: malformed, no_folds
    (YS-36).
    """
    if not isinstance(raw, Mapping):
        raise MalformedAction("malformed")
    kinds = [kind for kind in KINDS if kind in raw]
    if len(kinds) != 1 or set(raw) - {kinds[0], "ms"}:
        raise MalformedAction("malformed")
    (kind,) = kinds
    value = raw[kind]
    if "ms" in raw and (kind not in ("call", "tea") or not _whole(raw["ms"])):
        raise MalformedAction("malformed")
    ms = raw.get("ms")
    if kind == "ready" and isinstance(value, bool):
        return SayReady(value)
    if kind == "tea" and value is True:
        return TakeTea(ms)
    if kind == "call":
        return CallFolds(_folds(value), ms)
    if kind == "hand_in":
        return HandIn(value if value is None or value == PASS else _folds(value))
    raise MalformedAction("malformed")


def _whole(raw: Any) -> bool:
    return isinstance(raw, int) and not isinstance(raw, bool) and raw >= 0


def _folds(raw: Any) -> tuple[str, ...]:
    if not isinstance(raw, list | tuple) or len(raw) > most_folds:
        raise MalformedAction("malformed")
    if not all(isinstance(fold, str) and fold in FOLDS for fold in raw):
        raise MalformedAction("malformed")
    if not raw:
        raise MalformedAction("no_folds")
    return tuple(raw)
