"""Codes, names of seats, hats: the small parts by themselves."""

from itertools import cycle

import pytest

from app.players.names import fit_name
from app.tables import codes
from app.tables.model import Acts, SeatRow
from app.tables.names import bot_name, bot_names, distinct
from app.tables.seats.colours import fitted
from tests.fakes import Numbers


def test_codes_are_six_clear_signs() -> None:
    """No sign that is taken for another; what is drawn is what is understood."""
    drawn = {codes.new_code() for _ in range(200)}
    assert len(drawn) == 200
    for code in drawn:
        assert len(code) == 6
        assert not set(code) & set("01IO")
        assert codes.normal_code(code.lower()) == code


def test_rude_codes_are_drawn_again() -> None:
    """A code with a rude word in it is skipped."""
    signs = cycle("XFCKX2KRT7Q4")
    assert codes.new_code(lambda _: next(signs)) == "KRT7Q4"


@pytest.mark.parametrize(
    "typed",
    [
        "krt7q4", "KRT 7Q4", " krt-7q4\n", "k r t 7 q 4", "KRT\u20117Q4", "KRT\u00a07Q4", "KRT\u20137Q4",
        "KRT\u20147Q4", "KRT7Q4.", "(KRT 7Q4)", "\u201eKRT 7Q4\u201c", "*KRT 7Q4*", "`KRT7Q4`", "KRT7Q4,", "[KRT7Q4]",
        "<KRT7Q4>", "KRT_7Q4",
        "\u200bKRT7Q4\ufeff", "\u202aKRT7Q4\u202c", "KRT\u00ad7Q4", "ＫＲＴ７Ｑ４", "ｋｒｔ 7q4", "𝐊𝐑𝐓7Q4",
        "https://yeti.example.org/t/KRT7Q4", "yeti.example.org/t/krt7q4/", "http://127.0.0.1:8000/t/KRT7Q4?since=3",
        "Come to https://yeti.example.org/t/KRT7Q4 now!", "<https://yeti.example.org/t/KRT7Q4>.", "HTTPS://Y.EXAMPLE/T/KRT7Q4",
    ],
)  # fmt: skip
def test_typed_and_pasted_codes_are_understood(typed: str) -> None:
    """Case, what stands around and between the signs, invisible signs and full-width letters do not count; nor does
    it matter whether it is the code or the whole link.
    """
    assert codes.normal_code(typed) == "KRT7Q4"


@pytest.mark.parametrize(
    "typed", ["KRT7Q", "KRT7Q44", "KRT7QO", "KRT7QÖ", "", "ﬀRT7Q4X", "https://yeti.example.org/", "x" * 10**6]
)
def test_what_is_no_code(typed: str) -> None:
    assert codes.normal_code(typed) is None


def test_ids_are_128_bits() -> None:
    """32 hex digits, never the same."""
    assert len({codes.new_id() for _ in range(100)}) == 100
    assert all(len(bytes.fromhex(codes.new_id())) == 16 for _ in range(5))


def test_numbered_names_stay_within_twenty_graphemes() -> None:
    """A long name is shortened for its number, between graphemes; numbers go on."""
    assert distinct("Mira", []) == "Mira"
    assert distinct("Mira", ["MIRA", "Mira 2"]) == "Mira 3"
    assert distinct("x" * 20, ["x" * 20]) == "x" * 18 + " 2"
    family = "👩‍👩‍👧‍👦"
    assert distinct(family * 10 + "y" * 10, [family * 10 + "y" * 10]) == family * 10 + "y" * 8 + " 2"


@pytest.mark.parametrize(
    "poser",
    [
        "MIRA", "Ｍira", "Мirа", "Μira", "𝐌𝐢𝐫𝐚", "𝓜𝓲𝓻𝓪", "Mıra", "M\u0456ra", "Mirɑ", "ᴍira", "Mi\u1d26a",
    ],
)  # fmt: skip
def test_a_name_that_looks_like_a_neighbours_gets_a_number(poser: str) -> None:
    """Full-width, Cyrillic, Greek, mathematical letters, small capitals and dotless i: to a reader it is one name."""
    told = distinct(poser, ["Mira"])
    assert told.endswith(" 2"), told
    assert distinct("Mira", [poser]) == "Mira 2"


def test_names_that_only_resemble_each_other_stay() -> None:
    for one, other in (
        ("Mira", "Mara"),
        ("Zoe", "Zoë"),
        ("Ina", "Ida"),
        ("Мария", "Maria"),
        ("小龙", "小虎"),
    ):
        assert distinct(one, [other]) == one
    assert distinct("Ian", ["lan"]) == "Ian 2"


def test_bots_never_have_a_persons_name() -> None:
    """All are distinct, short, and begin with what people's names may not begin with."""
    assert len(set(bot_names)) == len(bot_names) >= 5
    assert all(name.startswith("Bot ") and fit_name(name[4:]) for name in bot_names)
    assert bot_name(bot_names[1:], choice=lambda free: free[0]) == bot_names[0]


def seat(index: int, *hats: int) -> SeatRow:
    return SeatRow(index, f"p{index}", f"P{index}", Acts.HUMAN, None, hats, ready=False)


def test_hats_are_distinct_for_any_seats() -> None:
    """Whatever was worn before: the right number each, all different, first choices kept."""
    for worn in (
        [()],
        [(4,), ()],
        [(3, 1), (0, 2)],
        [(3, 1), (0, 2), ()],
        [(4,), (2,), (0,), (1,), ()],
        [(1, 3)],
    ):
        seats = fitted(Numbers(), [seat(i, *hats) for i, hats in enumerate(worn)])
        each = 2 if len(worn) == 2 else 1
        hats = [hat for s in seats for hat in s.hats]
        assert len(set(hats)) == len(hats) == each * len(worn)
        assert set(hats) <= {0, 1, 2, 3, 4}
        assert [s.hats[0] for s, w in zip(seats, worn, strict=True) if w] == [w[0] for w in worn if w]
