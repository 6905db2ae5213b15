"""Options of several values, and groups of which one at most is set: in the lobby, at the start, in its words."""

import re
from dataclasses import replace

import pytest

from app.games.kernel.contract import Option
from app.games.kernel.options import value_of
from app.tables.errors import Unfit
from app.tables.model import Table
from app.web.front.words import Explained
from app.web.games.avalanche.front import front as avalanche
from app.web.pages import lobby, lobby_rules
from app.web.pages.lobby_log import sentence
from tests.benches import Bench, mira, otto
from tests.fake_choosy import Choosy, length

pytestmark = pytest.mark.anyio


@pytest.fixture
def game(bench: Bench) -> Choosy:
    choosy = Choosy()
    choosy.key = "numbers"
    bench.tables.executor.snapshots.games = {"numbers": choosy}
    return choosy


async def chosen(bench: Bench, table: Table, key: str, choice: bool | str) -> tuple[str, ...]:
    return (await bench.tables.set_option(table.code, mira.id, key, choice)).options


async def test_one_value_at_a_time_is_kept_and_given_to_the_game(bench: Bench, game: Choosy) -> None:
    """The first value is the default and needs no line; the game is started with what is kept."""
    table = await bench.lobby(mira, otto)
    assert value_of(table.options, length) == "short"
    assert await chosen(bench, table, "length", "long") == ("length=long",)
    assert await chosen(bench, table, "length", "longest") == ("length=longest",)
    assert await chosen(bench, table, "plain", True) == ("length=longest", "plain")
    assert value_of(("length=longest", "plain"), length) == "longest"
    assert await chosen(bench, table, "length", "short") == ("plain",)
    await chosen(bench, table, "length", "long")
    after = await bench.tables.start(table.code, mira.id, even_unready=True)
    assert game.started == after.options == ("length=long", "plain")


async def test_a_changed_value_takes_back_ready_and_is_noted_once(bench: Bench, game: Choosy) -> None:
    assert game.key
    table = await bench.lobby(mira, otto)
    await bench.tables.set_option(table.code, mira.id, "length", "long")
    await bench.tables.set_ready(table.code, otto.id, True)
    table = await bench.tables.set_option(table.code, mira.id, "length", "longest")
    assert not table.seats[1].ready
    notes = [note.params for note in table.notes if note.what == "option"]
    assert notes == [
        {"option": "length", "on": True, "value": "long"},
        {"option": "length", "on": True, "value": "longest"},
    ]


@pytest.mark.parametrize(
    ("key", "choice"),
    [
        ("length", "endless"),
        ("length", True),
        ("length", False),
        ("length", ""),
        ("plain", "long"),
        ("tall", "a"),
    ],
)
async def test_an_unknown_value_is_refused(bench: Bench, game: Choosy, key: str, choice: bool | str) -> None:
    assert game.key
    table = await bench.lobby(mira)
    with pytest.raises(Unfit, match="no_such_option"):
        await bench.tables.set_option(table.code, mira.id, key, choice)


async def test_a_group_holds_one_option_at_most(bench: Bench, game: Choosy) -> None:
    """Setting one puts the other back; others are left alone."""
    assert game.key
    table = await bench.lobby(mira)
    await chosen(bench, table, "length", "long")
    assert await chosen(bench, table, "storm", True) == ("length=long", "storm")
    assert await chosen(bench, table, "fog", True) == ("length=long", "fog")
    assert await chosen(bench, table, "storm", False) == ("length=long", "fog")
    assert await chosen(bench, table, "fog", False) == ("length=long",)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("length=endless",), "no_such_option"),
        (("plain=1",), "no_such_option"),
        (("storm", "fog"), "option_group"),
        (("crowd=many",), "option_seats"),
    ],
)
async def test_the_start_checks_what_is_kept(
    bench: Bench, game: Choosy, options: tuple[str, ...], reason: str
) -> None:
    """A rematch may bring options of rules before."""
    assert game.key
    table = await bench.lobby(mira, otto)
    await bench.tables.executor.change_table(table.code, lambda t, _: replace(t, options=options))
    with pytest.raises(Unfit, match=reason):
        await bench.tables.start(table.code, mira.id, even_unready=True)


class ChoosyWords(type(avalanche.words)):  # type: ignore[misc]
    def options(self, language: str) -> dict[str, Explained]:
        assert language
        return {
            "length": Explained("Length", "How long it goes.", {"short": "Short", "long": "Long"}),
            "plain": Explained("Plain", "Nothing special."),
        }


async def test_the_lobby_says_values_in_words(bench: Bench, game: Choosy) -> None:
    """Buttons for the values, the present one marked; a line of the log; a line of the list of open tables."""
    front = replace(avalanche, words=ChoosyWords(), game=replace_options(game, length, game.options[-1]))
    table = await bench.lobby(mira)
    table = await bench.tables.set_option(table.code, mira.id, "length", "long")
    shown = lobby_rules.options(table, front, "en")
    assert [box.key for box in shown.options] == ["plain"]
    assert [(c.value, c.word, c.chosen) for c in shown.rows[0].choices] == [
        ("short", "Short", False), ("long", "Long", True), ("longest", "longest", False),
    ]  # fmt: skip
    assert ChoosyWords().options("en")["length"].named("length=long") == "Length: Long"
    html = lobby.regions_shared(table, front, frozenset(), "en")["lobby-options"]
    assert re.findall(r'form="f-option-length" name="value"\s+value="(\w+)" aria-checked="true"', html) == [
        "long"
    ]
    assert sentence(table.notes[-1], front, "en") == "Mira chose Length: Long."


def replace_options(game: Choosy, *options: Option) -> Choosy:
    game.options = options
    return game
