"""What every cupboard promises (`app.tables.ports.Cupboard`): the one in memory, SQLite, Postgres."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.storage.rows import json_of, to_text
from app.tables.errors import NoSuchTable
from app.tables.model import Acts, SeatRow, Status, Table
from app.tables.ports import CodeTaken, DueRow, LogEntry, Saving, StoredTable, TableRepository
from tests.benches import mira, otto

pytestmark = pytest.mark.anyio


def a_table(number: int, code: str = "KRT7Q4", status: Status = Status.LOBBY, created_at: int = 0) -> Table:
    seats = (
        SeatRow(0, mira.id, "Mira", Acts.HUMAN, None, (0, 2), ready=True),
        SeatRow(1, None, "Bot Urs", Acts.BOT, "low", (1, 3), ready=True),
    )
    return Table(
        id=f"{number:032x}",
        code=code,
        game="numbers",
        rules_version=3,
        deck_hash="",
        options=("long",),
        status=status,
        host=mira.id,
        version=1,
        chat_version=0,
        seats=seats,
        commitment="c" * 64,
        created_at=created_at,
    )


def an_entry(
    number: int, version: int, *, seat: int = 0, decision: int = 1, key: str | None = None
) -> LogEntry:
    return LogEntry(
        number, version, decision, seat, "human", key, {"n": 1}, {"v": version}, ({"e": "ü☃"},), 5
    )


async def test_what_is_put_in_comes_out(repository: TableRepository) -> None:
    """A table with its seats, secret and contributions; a state once there is one."""
    stored_table = StoredTable(a_table(1), None, b"\x00\xff" * 16, (b"a", b"\x00"))
    await repository.insert(stored_table)
    assert await repository.read(stored_table.table.id) == stored_table
    assert await repository.read("0" * 32) is None
    with pytest.raises(NoSuchTable):
        async with repository.hold("0" * 32):
            pass


async def test_a_save_is_read_whole(repository: TableRepository) -> None:
    """Seats, state, entry and version change together; what is not given stays."""
    table = a_table(1)
    await repository.insert(StoredTable(table, None, b"s" * 32))
    after = replace(
        table,
        version=2,
        status=Status.PLAYING,
        host=otto.id,
        options=(),
        seats=(table.seats[1], replace(table.seats[0], index=1, ready=False)),
        next_code="ABCDEF",
        last_human_at=9,
    )
    after = replace(after, seats=(replace(after.seats[0], index=0), after.seats[1]))
    async with repository.hold(table.id) as held:
        assert (held.table, held.state(), held.entries) == (table, None, 0)
        await held.save(Saving(after, 9, {"x": [1, None, "ü"]}, an_entry(1, 2)))
    assert await repository.read(table.id) == StoredTable(after, {"x": [1, None, "ü"]}, b"s" * 32, entries=1)
    async with repository.hold(table.id) as held:
        assert (held.state(), held.entries) == ({"x": [1, None, "ü"]}, 1)
        await held.save(Saving(replace(after, version=3), 10))
    stored = await repository.read(table.id)
    assert stored is not None
    assert stored.state == {"x": [1, None, "ü"]}
    assert await repository.versions([table.id, "0" * 32]) == {table.id: (3, 0)}
    assert await repository.versions([]) == {}


async def test_a_failed_change_leaves_no_trace(repository: TableRepository) -> None:
    """If anything raises while a table is held, nothing of the change is stored."""
    table = a_table(1)
    await repository.insert(StoredTable(table, None, b"s" * 32))

    async def fail() -> None:
        async with repository.hold(table.id) as held:
            await held.save(Saving(replace(table, version=2), 1, {"x": 1}, an_entry(1, 2)))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await repository.read(table.id) == StoredTable(table, None, b"s" * 32)
    assert await repository.log(table.id) == []


async def test_codes_are_unique_among_open_tables(repository: TableRepository) -> None:
    """One open table alone has a code. A finished one is reached until an open one gets it; a closed one never."""
    await repository.insert(StoredTable(a_table(1, status=Status.OVER, created_at=1), None, b""))
    await repository.insert(StoredTable(a_table(2, status=Status.OVER, created_at=2), None, b""))
    await repository.insert(StoredTable(a_table(3, status=Status.CLOSED, created_at=3), None, b""))
    assert await repository.id_of("KRT7Q4") == a_table(2).id
    await repository.insert(StoredTable(a_table(4), None, b""))
    assert await repository.id_of("KRT7Q4") == a_table(4).id
    with pytest.raises(CodeTaken):
        await repository.insert(StoredTable(a_table(5), None, b""))
    async with repository.hold(a_table(1).id) as held:
        with pytest.raises(CodeTaken):
            await held.insert(StoredTable(a_table(5), None, b""))
        await held.insert(StoredTable(a_table(5, code="ABCDEF"), None, b""))
    assert await repository.id_of("ABCDEF") == a_table(5).id
    assert await repository.id_of("ZZZZZZ") is None


async def test_the_log_is_found_by_key_by_seat_and_by_version(repository: TableRepository) -> None:
    """Entries come in order, with what was stored."""
    table = a_table(1)
    await repository.insert(StoredTable(table, None, b""))
    entries = [
        an_entry(1, 2, key="a"),
        an_entry(2, 3, seat=1),
        an_entry(3, 4, seat=1, decision=2, key="b"),
        replace(an_entry(4, 5), seat=None, action=None, answer=None),
    ]
    for entry in entries:
        async with repository.hold(table.id) as held:
            await held.save(Saving(replace(held.table, version=entry.version), 1, entry=entry))
    assert list(await repository.log(table.id)) == entries
    assert list(await repository.log(table.id, 3)) == entries[2:]
    async with repository.hold(table.id) as held:
        assert list(await held.earlier(1, 2, "a")) == [entries[0], entries[2]]
        assert list(await held.earlier(1, 1, None)) == [entries[1]]
        assert list(await held.earlier(0, 9, "zz")) == []


async def test_due_rows_are_those_of_the_latest_save(repository: TableRepository) -> None:
    """Rows no longer wanted go, new ones come, and one that stays keeps its time."""
    table = a_table(1)
    await repository.insert(StoredTable(table, None, b""))

    async def save(*due: DueRow) -> None:
        async with repository.hold(table.id) as held:
            await held.save(Saving(replace(held.table, version=held.table.version + 1), 1, due=due))

    await save(DueRow(table.id, 1, 0, "bot", 100), DueRow(table.id, 1, 1, "bot", 100))
    assert await repository.next_due() == 100
    await save(DueRow(table.id, 1, 1, "bot", 200), DueRow(table.id, 1, 2, "bot", 300))
    assert await repository.next_due() == 100
    async with repository.hold(table.id) as held:
        assert not await held.take_due(1, 0, "bot")
        assert await held.take_due(1, 1, "bot")
        assert not await held.take_due(1, 1, "bot")
    assert await repository.next_due() == 300
    await save()
    assert await repository.next_due() is None


async def test_a_due_row_can_come_sooner_never_later(repository: TableRepository) -> None:
    """A row that is there keeps its time, unless the save says that it comes sooner: then the earlier one holds."""
    table = a_table(1)
    await repository.insert(StoredTable(table, None, b"s" * 32))

    async def save(*due: DueRow) -> None:
        async with repository.hold(table.id) as held:
            await held.save(Saving(replace(held.table, version=held.table.version + 1), 1, due=due))

    await save(DueRow(table.id, 1, 0, "bot", 500), DueRow(table.id, 1, 1, "bot", 600))
    await save(DueRow(table.id, 1, 0, "bot", 100), DueRow(table.id, 1, 1, "bot", 100))
    assert await repository.next_due() == 500
    await save(
        DueRow(table.id, 1, 0, "bot", 900, sooner=True),
        DueRow(table.id, 1, 1, "bot", 200, sooner=True),
        DueRow(table.id, 1, 2, "bot", 400, sooner=True),
    )
    assert [row.seat for row in await repository.claim(200, 30_000, 10)] == [1]
    assert [row.seat for row in await repository.claim(499, 30_000, 10)] == [2]
    assert [row.seat for row in await repository.claim(500, 30_000, 10)] == [0]


async def test_a_due_row_is_claimed_once(repository: TableRepository) -> None:
    """Ripe rows go to one caller each, the earliest first, and fall due again after their lease."""
    table = a_table(1)
    await repository.insert(StoredTable(table, None, b""))
    rows = tuple(DueRow(table.id, 1, seat, "bot", 100 + seat) for seat in range(4))
    async with repository.hold(table.id) as held:
        await held.save(Saving(replace(table, version=2), 1, due=rows))
    assert list(await repository.claim(99, 5000, 9)) == []
    first = await repository.claim(102, 5000, 2)
    assert [row.seat for row in first] == [0, 1]
    both = await asyncio.gather(repository.claim(4999, 6000, 9), repository.claim(4999, 6000, 9))
    assert sorted(row.seat for rows in both for row in rows) == [2, 3]
    assert [row.seat for row in await repository.claim(5000, 7000, 9)] == [0, 1]


async def test_tables_of_a_person(repository: TableRepository) -> None:
    """Those with a seat of theirs; open before finished, newest first, closed ones not at all."""
    for number, status in enumerate((Status.OVER, Status.LOBBY, Status.PLAYING, Status.CLOSED, Status.OVER)):
        await repository.insert(StoredTable(a_table(number, f"KRT7Q{number + 2}", status, number), None, b""))
    assert [int(t.id, 16) for t in await repository.tables_of(mira.id, 9)] == [2, 1, 4, 0]
    assert [int(t.id, 16) for t in await repository.tables_of(mira.id, 1)] == [2]
    assert list(await repository.tables_of(otto.id, 9)) == []


async def test_people_are_known_by_id(repository: TableRepository) -> None:
    """Their name is what a seat is called by."""
    person = await repository.player(mira.id)
    assert person is not None
    assert person.name == "Mira"
    assert await repository.player("nobody") is None
    assert await repository.healthy()


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.text(), anything))
def test_json_of_states_comes_back_equal(state: dict[str, object]) -> None:
    """Whatever JSON a game makes of a state, storage returns it unchanged."""
    assert json_of(to_text(state)) == state
