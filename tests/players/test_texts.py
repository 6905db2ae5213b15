"""What people may say: harmless everywhere it is shown."""

import pytest

from app.players.errors import BadText
from app.players.texts import fit_text


@pytest.mark.parametrize(
    ("given", "kept"),
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
def test_texts_are_kept_without_what_harms(given: str, kept: str) -> None:
    """Markup is only text; any script and emoji stay; invisible, turning and towering signs go."""
    assert fit_text(given) == kept


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "text_empty"),
        ("\u200b \u2800", "text_empty"),
        ("\u0301", "text_empty"),
        ("x" * 501, "text_long"),
        ("👩‍👩‍👧‍👦" * 400, "text_long"),
        ("x" * 10**6, "text_long"),
    ],
)
def test_texts_that_do_not_fit(given: str, reason: str) -> None:
    """Nothing to see, or more than 500."""
    with pytest.raises(BadText) as refused:
        fit_text(given)
    assert refused.value.reason == reason


def test_five_hundred_fit() -> None:
    assert len(fit_text("x" * 500)) == 500
