"""The generator: its vectors stand in docs/rules/random.md and never change."""

from hashlib import sha256
from pathlib import Path

import pytest

from app.games.kernel.stream import Draws, Stream

ZERO = bytes(32)
TEXT = sha256(b"avalanche").digest()


def test_words_are_the_blocks_of_sha256_over_seed_and_counter():
    """Word w is the (w mod 8)th big-endian 32-bit word of SHA-256(seed, w // 8 as 8 bytes)."""
    stream = Stream(ZERO)
    for word in range(20):
        digest = sha256(ZERO + (word // 8).to_bytes(8, "big")).digest()
        wanted = int.from_bytes(digest[word % 8 * 4 : word % 8 * 4 + 4], "big")
        got, stream = stream.below(1 << 32)
        assert got == wanted
        assert stream.position == word + 1


VECTORS = {
    (ZERO, 60): (
        "29 39 34 49 59 24 42 35 36 45 14 13 40 8 56 6 43 27 10 15 33 53 21 9 0 4 23 5 38 55 "
        "50 41 58 18 30 32 12 57 7 28 31 19 51 22 3 26 11 17 16 44 2 46 54 47 52 37 48 25 20 1"
    ),
    (TEXT, 60): (
        "20 17 18 28 26 32 14 11 8 41 29 5 23 56 4 0 59 1 55 38 3 48 13 16 42 10 22 2 9 51 "
        "50 31 54 34 27 12 49 36 33 53 43 25 15 6 58 57 7 21 40 19 45 39 46 35 30 37 24 44 52 47"
    ),
}


@pytest.mark.parametrize(("seed", "size"), VECTORS, ids=["zero", "text"])
def test_shuffles_are_those_of_the_documentation(seed: bytes, size: int):
    """The shuffle of 0..59, as tests and docs both spell it out."""
    order, _ = Stream(seed).shuffled(range(size))
    text = " ".join(map(str, order))
    assert text == VECTORS[seed, size]
    page = " ".join(Path("docs/rules/random.md").read_text(encoding="utf-8").split())
    assert text in page


def test_a_shuffle_takes_one_word_a_place_but_the_last():
    order, after = Stream(ZERO, 3).shuffled("abcdefgh")
    assert sorted(order) == list("abcdefgh")
    assert after == Stream(ZERO, 3 + 7)


def test_shuffling_and_drawing_are_one_rule():
    """Fisher-Yates from the last place down, by `below`."""
    items = list(range(25))
    stream = Stream(TEXT, 11)
    for last in range(24, 0, -1):
        chosen, stream = stream.below(last + 1)
        items[last], items[chosen] = items[chosen], items[last]
    assert Stream(TEXT, 11).shuffled(range(25)) == (items, stream)


def test_words_that_would_favour_small_numbers_are_passed_over():
    """For a bound just over half the range about half of all words are rejected."""
    bound = (1 << 31) + 1
    stream, taken = Stream(ZERO), 0
    for _ in range(64):
        value, stream = stream.below(bound)
        assert value < bound
        taken += 1
    assert stream.position > taken + 10


def test_draws_are_the_stream_one_after_the_other():
    draws, stream = Draws(TEXT), Stream(TEXT)
    for bound in [2, 3, 7, 60, (1 << 31) + 1, 1] * 9:
        value, stream = stream.below(bound)
        assert draws(bound) == value


def test_a_stream_is_a_value():
    stream = Stream(ZERO)
    stream.below(5)
    stream.shuffled(range(9))
    assert stream == Stream(ZERO, 0)
