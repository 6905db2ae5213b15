"""A mould of nine cavities, its folds, and what the yeti asks for (YS-01 to YS-05, YS-15 to YS-19).

A mould is nine texts in three rows from the top; each is a pile from its top token down, "" an empty cavity.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

Mould = tuple[str, ...]

TOKENS = "rygb"
FOLDS = ("L1", "L2", "R1", "R2", "T1", "T2", "B1", "B2")
"""In the order in which a solution is looked for (YS-77)."""

_lines = {
    "L": ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    "R": ((2, 5, 8), (1, 4, 7), (0, 3, 6)),
    "T": ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    "B": ((6, 7, 8), (3, 4, 5), (0, 1, 2)),
}
"""Outer, middle and far line, by the side a fold begins at."""


class BadMould(ValueError):
    """A text that is no Model or no request."""


def mould_of(model: str) -> Mould:
    """From "r.y/.b./..g": three rows, a point for an empty cavity. Raises BadMould."""
    rows = model.split("/")
    cells = [cell for row in rows for cell in row]
    if len(rows) != 3 or any(len(row) != 3 for row in rows) or sorted(set(cells) - {"."}) != sorted(TOKENS):
        raise BadMould(f"no Model: {model!r}")
    if len([cell for cell in cells if cell != "."]) != len(TOKENS):
        raise BadMould(f"no Model: {model!r}")
    return tuple(["" if cell == "." else cell for cell in cells])


def spills(mould: Mould, fold: str) -> bool:
    """Whether tokens would fall out: a fold of two lines whose outer line is not empty (YS-16)."""
    outer, _middle, _far = _lines[fold[0]]
    return fold[1] == "2" and any(mould[place] for place in outer)


def folded(mould: Mould, fold: str) -> Mould:
    """The mould after a fold; what hangs outside has fallen out (YS-04). A pile arrives upside down on top (YS-17)."""
    outer, middle, far = _lines[fold[0]]
    cells = list(mould)
    if fold[1] == "2":
        for place in outer:
            cells[place] = ""
        outer, middle = middle, far
    for start, end in zip(outer, middle, strict=True):
        cells[end] = cells[start][::-1] + cells[end]
        cells[start] = ""
    return tuple(cells)


def after(mould: Mould, folds: Iterable[str]) -> Mould:
    for fold in folds:
        mould = folded(mould, fold)
    return mould


def satisfies(mould: Mould, request: str) -> bool:
    """All four tokens are there and lie as the request says, anywhere in the mould (YS-01 to YS-03, YS-19)."""
    piles = [pile for pile in mould if pile]
    if sum(len(pile) for pile in piles) != len(TOKENS):
        return False
    kind, letters = request[0], request[2:]
    visible = {pile[0] for pile in piles}
    if kind == "V":
        return visible == set(letters)
    if kind == "H":
        return visible == set(TOKENS) - set(letters)
    if len(piles) != 1:
        return False
    return piles[0] == letters if kind == "S" else {piles[0][0], piles[0][-1]} == set(letters)


def check_request(request: str) -> str:
    """Raises BadMould."""
    kind, letters = request[:2], request[2:]
    sizes = {"V:": (1, 2, 3), "H:": (1, 2, 3), "S:": (4,), "E:": (2,)}
    if (
        len(letters) not in sizes.get(kind, ())
        or len(set(letters)) != len(letters)
        or set(letters) - set(TOKENS)
    ):
        raise BadMould(f"no request: {request!r}")
    return request


@dataclass(frozen=True, slots=True)
class PairFacts:
    """Of a Model and a request, without spills: moulds that can be reached (the Model counts), how many of them are
    right, the fewest folds (None if none is right) and the first shortest solution.
    """

    moulds: int
    right: int
    par: int | None
    solution: tuple[str, ...]


@lru_cache(maxsize=4096)
def facts_of(model: Mould, request: str) -> PairFacts:
    """Breadth first, folds in the order of `FOLDS`."""
    seen: dict[Mould, tuple[str, ...]] = {model: ()}
    rest = deque([model])
    right: list[Mould] = []
    while rest:
        mould = rest.popleft()
        if satisfies(mould, request):
            right.append(mould)
        for fold in FOLDS:
            if spills(mould, fold):
                continue
            reached = folded(mould, fold)
            if reached not in seen:
                seen[reached] = (*seen[mould], fold)
                rest.append(reached)
    best = seen[right[0]] if right else ()
    return PairFacts(len(seen), len(right), len(best) if right else None, best)
