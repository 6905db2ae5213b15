"""What people may say: harmless everywhere it is shown."""

import time

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from app.players.errors import BadText
from app.players.graphemes import bounded, graphemes
from app.players.texts import fit_text


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  gg!  \n well\traced ", "gg! well raced"),
        ("<script>alert('x')</script>", "<script>alert('x')</script>"),
        ("שלום عليكم नमस्ते", "שלום عليكم नमस्ते"),
        ("👩‍👩‍👧‍👦 🏳️‍🌈", "👩‍👩‍👧‍👦 🏳️‍🌈"),
        ("a\u202eb\u2066c\u200bd", "abcd"),
        ("Z\u0300\u0301\u0302\u0303\u0304a", "Z\u0300\u0301a"),
        ("a\x00b\x1bc\ud800", "abc"),
    ],
)
def test_texts_are_kept_without_what_harms(sent: str, kept: str) -> None:
    """Markup is only text; any script and emoji stay; invisible, turning and towering signs go."""
    assert fit_text(sent) == kept


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ("", "text_empty"),
        ("\u200b \u2800", "text_empty"),
        ("\u0301", "text_empty"),
        ("x" * 501, "text_long"),
        ("👩‍👩‍👧‍👦" * 400, "text_long"),
        ("x" * 10**6, "text_long"),
    ],
)
def test_texts_that_do_not_fit(sent: str, reason: str) -> None:
    """Nothing to see, or more than 500."""
    with pytest.raises(BadText) as refused:
        fit_text(sent)
    assert refused.value.reason == reason


def test_five_hundred_fit() -> None:
    assert len(fit_text("x" * 500)) == 500


signs = (
    "a",
    "\U0001f1e9",
    "\u0301",
    "\u200d",
    "\U0001f469",
    "\ufe0f",
    "\u1100",
    "\u0915\u094d",
    " ",
    "\U0001f3fd",
    "\u0e33",
)


@given(st.lists(st.sampled_from(signs), max_size=40).map("".join))
def test_graphemes_are_those_of_the_standard_at_a_cost_that_grows_with_length(text: str) -> None:
    """Taken apart flag by flag, a text has the same graphemes as in one piece."""
    assert graphemes(text) == regex.findall(r"\X", text)


def test_a_row_of_flags_is_read_once() -> None:
    """Where a flag begins is found by counting from the row's beginning: once, not once more for every flag."""
    began = time.thread_time()
    assert len(graphemes("\U0001f1e9\U0001f1ea" * 50_000)) == 50_000
    assert time.thread_time() - began < 5, "in one piece it takes a minute"


def test_what_is_left_of_a_tower_and_of_spaces() -> None:
    assert bounded("  a" + "\u0301" * 1000 + "  b ", 10) == "a\u0301\u0301\u0301\u0301 b"
    assert bounded("x" * 11, 10) is None
