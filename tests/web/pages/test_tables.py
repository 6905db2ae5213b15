"""My tables: what is said of each, from one reader's side."""

from dataclasses import replace
from typing import Any

import pytest

from app.tables.model import Acts, SeatRow, Snapshot, Status, Table
from app.tables.settings import TableSettings
from app.web.games.avalanche.front import front as avalanche
from app.web.pages import tables
from tests.fakes import Numbers, NumbersState

front = replace(avalanche, game=Numbers())
noon = 1_796_040_000_000  # 30 November 2026, 12:00 UTC


def seat(index: int, name: str, **other: Any) -> SeatRow:
    made = SeatRow(index, f"p{index}", name, Acts.HUMAN, None, (index,), ready=True)
    return replace(made, **other)


def snapshot(
    picks: tuple[int | None, ...] = (None, None), sums: tuple[int, ...] = (0, 0), **about: Any
) -> Snapshot:
    """A table of Mira (p0, host) and Ines (p1). `decision` 3 is the end."""
    table = Table(
        id="t" * 32, code="KRT7Q4", game="numbers", rules_version=3, deck_hash="", options=(),
        status=Status.PLAYING, host="p0", version=1, chat_version=0,
        seats=(seat(0, "Mira"), seat(1, "Ines")), commitment="",
    )  # fmt: skip
    decision = about.pop("decision", 1)
    return Snapshot(replace(table, **about), NumbersState(decision, 2, "", picks, sums))


def row(of: Snapshot, player: str = "p1", language: str = "en") -> tables.TableRow:
    return tables.rows([(of, front)], player, language, several=False).rows[0]


def over(*sums: int) -> Snapshot:
    return snapshot((None,) * len(sums), sums, decision=3, status=Status.OVER)


@pytest.mark.parametrize(
    ("of", "look", "state"),
    [
        (snapshot(), "yours", "Your move"),
        (snapshot((None, 2)), "waiting", "Waiting for Mira"),
        (snapshot(seats=(seat(0, "Mira"), seat(1, "Ines", acts=Acts.BOT))), "waiting", "A bot plays for you"),
        (snapshot((None, 2), seats=(seat(0, "Bot", player=None, acts=Acts.BOT), seat(1, "Ines"))), "waiting",
         "The bots are choosing"),
        (replace(snapshot(status=Status.LOBBY), state=None), "lobby", "In the lobby"),
        (over(1, 3), "over", "You won"),
        (over(3, 1), "over", "Mira won"),
        (over(3, 3), "over", "You won, together with others"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_table(of: Snapshot, look: str, state: str) -> None:
    assert (row(of).look, row(of).state) == (look, state)


def test_alone_somebody_always_wins() -> None:
    """A race against the yeti that one does not win is his (AV-73, AV-78, AV-79); with others nobody may win."""

    class Lost(Numbers):
        def outcome(self, state: Any) -> Any:
            found = super().outcome(state)
            return found and replace(found, winners=())

    def said(of: Snapshot) -> str:
        lost = replace(front, game=Lost())
        return tables.rows([(of, lost)], "p1", "en", several=False).rows[0].state

    assert said(over(1, 2)) == "Nobody won"
    assert (
        said(replace(over(1, 2), table=replace(over(1, 2).table, seats=(seat(0, "Ines", player="p1"),))))
        == "The yeti won"
    )


def test_a_race_that_is_over_leads_to_its_replay() -> None:
    """Its code may belong to another table by now; its id never will."""
    assert row(over(1, 2)).path == f"/r/{'t' * 32}"
    assert row(snapshot()).path == "/t/KRT7Q4"


def test_deadlines_stand_there_only_by_days() -> None:
    """Half a minute is over before the page looks again; a day is worth its hour, in UTC without a script."""
    by_days = snapshot(settings=TableSettings(clock=86_400), deadline_at=noon)
    days = row(by_days)
    assert (days.until, days.until_iso) == ("Nov 30, 12:00 UTC", "2026-11-30T12:00:00Z")
    assert row(by_days, language="de").until == "30. Nov., 12:00 UTC"
    assert row(snapshot(settings=TableSettings(clock=30), deadline_at=noon)).until == ""


def test_what_waits_comes_first_and_the_nearest_deadline_before_others() -> None:
    """Then what others owe, then lobbies, then what is over."""
    given = [
        over(1, 3),
        snapshot(code="LATER2", settings=TableSettings(clock=86_400), deadline_at=noon + 1000),
        replace(snapshot(code="LBBY22", status=Status.LOBBY), state=None),
        snapshot((None, 1), code="WAITS2"),
        snapshot(code="NOCLCK"),
        snapshot(code="SOON22", settings=TableSettings(clock=86_400), deadline_at=noon),
    ]
    found = tables.rows([(one, front) for one in given], "p1", "en", several=False)
    assert [r.code for r in found.rows] == ["SOON22", "LATER2", "NOCLCK", "WAITS2", "LBBY22", "KRT7Q4"]
    assert found.mine == 3
    assert [one.code for one in tables.waiting([(one, front) for one in given], "p1")] == [
        "LATER2",
        "NOCLCK",
        "SOON22",
    ]
    assert tables.waiting([(snapshot(), front)], "somebody else") == []
