"""Which bot comes where nobody has chosen one: the game's usual one, on free seats and for who is away."""

from dataclasses import replace

import pytest

from app.games.kernel.extensions import usual_bot_level
from app.tables.after.erasure import without_lost_seats
from app.tables.clocks.deadlines import after_the_clock
from app.tables.lobby.seating import fill_with_bots
from app.tables.model import Acts, Status, Table
from app.tables.seats import absence
from app.web.games.avalanche.samples.tables import SamplePlay, game
from tests.fakes import Numbers


@pytest.fixture
def table() -> Table:
    return SamplePlay(3, (), "usual").table()


def test_free_seats_are_filled_with_carvers(table: Table) -> None:
    filled = fill_with_bots(replace(table, status=Status.LOBBY), game, "player-0")
    assert [seat.bot_level for seat in filled.seats[3:]] == ["carver", "carver"]


def test_a_carver_sits_in_for_who_is_away(table: Table) -> None:
    """By the host's word, by one's own, by the clock's; and for somebody who is no more."""
    given = absence.hand_over(table, game, "player-0", 1, since=0, now=90_000, least=60_000)
    own = absence.agree_to_bot(table, game, "player-1")
    late = after_the_clock(replace(table.seats[1], missed=1), game, SamplePlay(3, (), "usual").state)
    nobody = replace(table.seats[1], player=None, acts=Acts.BOT, bot_level=None)
    lost = without_lost_seats(absence.with_seat(table, nobody), game)
    assert {given.seats[1].bot_level, own.seats[1].bot_level, late.bot_level, lost.seats[1].bot_level} == {
        "carver"
    }


def test_a_game_that_names_no_usual_bot_has_its_first() -> None:
    assert usual_bot_level(Numbers()) == Numbers.bot_levels[0]
