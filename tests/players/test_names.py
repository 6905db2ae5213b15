"""Names that can be shown anywhere: in a page, a title, a log, a record."""

import unicodedata
from types import SimpleNamespace

import pytest

from app.players import names
from app.players.errors import BadName, Refusal
from app.players.names import fit_name, pleasant_name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Mira", "Mira"),
        ("  Mira \t  von\n Berg ", "Mira von Berg"),
        ("Zoe\u0308", "Zoë"),
        ("Ångström", "Ångström"),
        ("Nguyễn", "Nguyễn"),
        ("李小龙", "李小龙"),
        ("משה", "משה"),
        ("नमस्ते", "नमस्ते"),
        ("👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 3️⃣", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 3️⃣"),
        ('O\'Neill <b>"x"', 'O\'Neill <b>"x"'),
        ("Botilda", "Botilda"),
        ("Bottom", "Bottom"),
        ("Borat", "Borat"),
        ("Bo Tan", "Bo Tan"),
        ("Вотан", "Вотан"),
        ("x" * 20, "x" * 20),
    ],
)
def test_names_that_fit(given: str, kept: str) -> None:
    """Any script, emoji and quotes are fine; letters are composed and white space is collapsed."""
    assert fit_name(given) == kept


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "name_empty"),
        (" \t\u00a0\u3000 ", "name_empty"),
        ("x" * 21, "name_long"),
        ("👩‍👩‍👧‍👦" * 20, "name_long"),
        ("Mi\u200bra", "name_unfit"),
        ("Mi\u202era", "name_unfit"),
        ("\u2066Mira\u2069", "name_unfit"),
        ("Mi\x00ra", "name_unfit"),
        ("Mi\x1bra", "name_unfit"),
        ("\ud800", "name_unfit"),
        ("M\u0300\u0301\u0302\u0303ira", "name_unfit"),
        ("\u3164", "name_unfit"),
        ("a\u034fb", "name_unfit"),
        ("a\u200db", "name_unfit"),
        ("a\ufe0fb", "name_unfit"),
        ("a\U000e0041b", "name_unfit"),
        ("\ue000", "name_unfit"),
        ("\u0301", "name_unfit"),
        ("\u2800\u2800", "name_unfit"),
        ("Bot Anton", "name_bot"),
        ("bOT  x", "name_bot"),
        ("Ｂｏｔ x", "name_bot"),
        ("Bot", "name_bot"),
        ("В\u043e\u0442 Anton", "name_bot"),
        ("B\u03bf\u03c4 Anton", "name_bot"),
        ("B0t-Anton", "name_bot"),
        ("Bo\u0308t Anton", "name_bot"),
        ("𝐁𝐨𝐭 Anton", "name_bot"),
        ("ʙᴏᴛ Anton", "name_bot"),
        ("Β\u03bf\u0442", "name_bot"),
        ("\u13f4\u043e\u0442 x", "name_bot"),
    ],
)
def test_names_that_do_not(given: str, reason: str) -> None:
    """Nothing invisible, nothing that turns or towers, nothing that poses as a bot; the refusal has a code."""
    with pytest.raises(BadName) as refused:
        fit_name(given)
    assert refused.value.reason == reason
    assert isinstance(refused.value, Refusal)


def test_a_long_name_is_refused_before_it_is_normalized(monkeypatch: pytest.MonkeyPatch) -> None:
    """Putting marks in order costs the square of their number: nothing long is ever given to it."""
    given: list[int] = []

    def normalize(form: str, text: str) -> str:
        given.append(len(text))
        return unicodedata.normalize(form, text)

    monkeypatch.setattr(
        names, "unicodedata", SimpleNamespace(normalize=normalize, category=unicodedata.category)
    )
    for sign in ("\u0301\u0323", "a", "\U0001f1e9", " a", "a\u0301\u0323"):
        with pytest.raises(BadName):
            fit_name(sign * 30_000)
    with pytest.raises(BadName, match="name_unfit"):
        fit_name("a" + "\u0301\u0323" * 15_000)
    assert max(given) <= 3 * names.most_code_points


def test_names_on_offer_fit() -> None:
    """A pleasant name passes its own test."""
    found = set()
    for visit in map(str, range(50)):
        name = pleasant_name(visit)
        assert fit_name(name) == name
        assert pleasant_name(visit) == name
        found.add(name)
    assert len(found) > 30
