"""The generator of a game: a counter over SHA-256, kept as a value in the state.

The same seed gives the same numbers on every machine and every Python for ever (docs/rules/random.md has the
definition and test vectors). Not here: where a seed comes from.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_WORDS = 8
_RANGE = 1 << 32


@lru_cache(maxsize=64)
def _block(seed: bytes, number: int) -> tuple[int, ...]:
    return unpack(">8I", sha256(seed + number.to_bytes(8, "big")).digest())


@dataclass(frozen=True, slots=True)
class Stream:
    """`seed` = 32 bytes; `position` = 32-bit words already taken. Drawing gives a new stream, never changes
    this.
    """

    seed: bytes
    position: int = 0

    def below(self, bound: int) -> tuple[int, "Stream"]:
        """A number in 0..bound-1, each equally likely (1 <= bound <= 2**32), and the stream after it."""
        limit = _RANGE - _RANGE % bound
        position = self.position
        while True:
            word = _block(self.seed, position // _WORDS)[position % _WORDS]
            position += 1
            if word < limit:
                return word % bound, Stream(self.seed, position)

    def shuffled(self, items: Iterable[T]) -> tuple[list[T], "Stream"]:
        """The items in random order (Fisher-Yates from the last place down), and the stream after it."""
        order = list(items)
        seed, position = self.seed, self.position
        block = _block(seed, position // _WORDS)
        for last in range(len(order) - 1, 0, -1):
            bound = last + 1
            limit = _RANGE - _RANGE % bound
            while True:
                word = block[position % _WORDS]
                position += 1
                if not position % _WORDS:
                    block = _block(seed, position // _WORDS)
                if word < limit:
                    break
            chosen = word % bound
            order[last], order[chosen] = order[chosen], order[last]
        return order, Stream(seed, position)


class Draws:
    """A stream to be called for one number after the other: `draws(n)` gives an int in 0..n-1 (as
    `Stream.below`).
    """

    __slots__ = ("_block", "_position", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._position = 0
        self._block = _block(seed, 0)

    def __call__(self, bound: int) -> int:
        limit = _RANGE - _RANGE % bound
        while True:
            word = self._block[self._position % _WORDS]
            self._position += 1
            if not self._position % _WORDS:
                self._block = _block(self._seed, self._position // _WORDS)
            if word < limit:
                return word % bound
