"""An action saved in one piece (`TableRepository.append`): the same as a save of a held table, or nothing at all. On
the repository in memory, on SQLite and on Postgres.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from app.storage.engine import Database
from app.storage.table_repository import SqlTableRepository
from app.tables.model import Status, Table
from app.tables.ports import DueRow, Saving, StoredTable, TableRepository
from tests.benches import Bench, mira, otto
from tests.storage.test_table_rows import a_table, an_entry

pytestmark = pytest.mark.anyio


async def a_game(repository: TableRepository) -> Table:
    """At version 1, with a bot's row and a clock's."""
    table = a_table(1, status=Status.PLAYING)
    rows = (DueRow(table.id, 1, 1, "bot", 500), DueRow(table.id, 1, 0, "deadline", 900))
    await repository.insert(StoredTable(table, {"round": 1}, b"s" * 32, due=rows))
    return table


def an_action(table: Table, *due: DueRow, key: str | None = None, number: int = 1) -> Saving:
    entry = an_entry(number, table.version + 1, key=key)
    return Saving(
        replace(table, version=table.version + 1, moment=7), 40, {"round": number + 1}, entry, due=due
    )


async def times(repository: TableRepository) -> dict[tuple[int, int, str], int]:
    """When each due row falls due."""
    found = {}
    for moment in range(0, 3000, 100):
        for row in await repository.claim(moment, 1_000_000, 50):
            found[row.decision, row.seat, row.kind] = moment
    return found


async def test_an_action_is_table_state_log_and_due_rows(repository: TableRepository) -> None:
    """Rows that stay keep their time, unless they come sooner or move; others go, new ones come."""
    table = await a_game(repository)
    due = (
        DueRow(table.id, 1, 0, "deadline", 100),
        DueRow(table.id, 2, 0, "bot", 800),
        DueRow(table.id, 2, 1, "bot", 1200),
    )
    saving = an_action(table, *due)
    assert await repository.append(saving, None)
    assert await repository.read(table.id) == StoredTable(saving.table, {"round": 2}, b"s" * 32, entries=1)
    assert list(await repository.log(table.id)) == [saving.entry]
    moved = (replace(due[1], at=2000, moves=True), replace(due[2], at=300, sooner=True), due[0])
    assert await repository.append(an_action(saving.table, *moved, number=2), None)
    assert await times(repository) == {
        (1, 0, "deadline"): 900, (2, 0, "bot"): 2000, (2, 1, "bot"): 300
    }  # fmt: skip


@pytest.mark.parametrize("why", ["another version", "a key that was used", "a due row that has gone"])
async def test_it_is_all_or_nothing(repository: TableRepository, why: str) -> None:
    """What does not follow on what is stored writes nothing."""
    table = await a_game(repository)
    first = an_action(table, DueRow(table.id, 1, 0, "deadline", 900), key="once")
    assert await repository.append(first, DueRow(table.id, 1, 1, "bot", 0))
    second = an_action(first.table, key="twice", number=2)
    taken = None
    if why == "another version":
        second = replace(second, table=replace(second.table, version=9))
    elif why == "a key that was used":
        second = an_action(first.table, key="once", number=2)
    else:
        taken = DueRow(table.id, 1, 1, "bot", 0)  # went with the first
    assert not await repository.append(second, taken)
    assert await repository.read(table.id) == StoredTable(first.table, {"round": 2}, b"s" * 32, entries=1)
    assert list(await repository.log(table.id)) == [first.entry]
    assert await repository.next_due() == 900


async def test_who_was_seen_later_stays_so(table_repository: SqlTableRepository) -> None:
    """`touch` notes people without a version: an action of a bot does not put the time back."""
    table = replace(await a_game(table_repository), last_human_at=0)
    await table_repository.touch({table.id: {mira.id}}, 5_000)
    assert await table_repository.append(an_action(table), None)
    stored = await table_repository.read(table.id)
    assert stored is not None
    assert stored.table.last_human_at == 5_000


async def test_a_plain_action_asks_the_database_for_nothing(database: Database) -> None:
    """One selection of a decision that this process has seen begin: no statement but the one that saves it."""
    bench = Bench(SqlTableRepository(database))
    table = await bench.game(mira, otto)
    await bench.tables.recent(table.id)
    asked: Counter[str] = Counter()

    def count(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        asked[statement.split(maxsplit=1)[0]] += 1

    engines = [database.writer] if database.is_postgres else [database.writer, database.reader]
    for engine in engines:
        event.listen(engine.sync_engine, "before_cursor_execute", count)
    try:
        answer = await bench.pick(table, mira, 3)
    finally:
        for engine in engines:
            event.remove(engine.sync_engine, "before_cursor_execute", count)
    assert answer.version == table.version + 1
    assert asked == {}, (
        "the writer's own thread (SQLite) and the driver's prepared statement (Postgres) do not count"
    )
    stored = await bench.repository.read(table.id)
    assert stored is not None
    assert stored.table.version == answer.version


async def test_a_process_that_has_only_read_the_table_asks_for_the_log_alone(database: Database) -> None:
    """Two processes serve one table in turn: who has not seen the decision begin looks for a repeat, and saves in one
    piece as well. Every choice is in the log once, and a repeat at the other process gets the first answer.
    """
    here, there = Bench(SqlTableRepository(database)), Bench(SqlTableRepository(database))
    table = await here.game(mira, otto)
    held: list[str] = []
    for bench in (here, there):
        bench.repository.hold = held_by(bench.repository.hold, held)  # type: ignore[method-assign]
    for decision in (1, 2):
        await there.tables.snapshot(table.id)
        first = await there.pick(table, mira, 3, decision, key=f"k{decision}")
        await here.tables.snapshot(table.id)
        assert await here.pick(table, mira, 3, decision, key=f"k{decision}") == first
        held.clear()
        if decision == 1:
            await here.pick(table, otto, 2, decision)
            assert held == [], "nobody held the table"
    assert [(e.decision, e.seat) for e in await here.repository.log(table.id) if e.seat is not None] == [
        (1, 0), (1, 1), (2, 0)
    ]  # fmt: skip


def held_by(hold: Any, held: list[str]) -> Any:
    def noting(table_id: str) -> Any:
        held.append(table_id)
        return hold(table_id)

    return noting
