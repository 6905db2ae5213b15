"""A table's settings as they are stored: one JSON, and beside it the columns that servers of the version before read
and write, while both work on one schema.
"""

from dataclasses import replace

import pytest
from sqlalchemy import select, update

from app.storage import schema
from app.storage.engine import Database
from app.storage.table_repository import SqlTableRepository
from app.tables.model import Table
from app.tables.ports import Saving
from app.tables.settings import Leavers, TableSettings, setting_rules
from tests.benches import Bench, mira

pytestmark = pytest.mark.anyio

chosen = TableSettings(60, Leavers.DROP, spectators=True, admits=False, listed=True)


async def saved(repository: SqlTableRepository, settings: TableSettings) -> Table:
    table = await Bench(repository).lobby(mira)
    table = replace(table, version=table.version + 1, settings=settings)
    async with repository.hold(table.id) as held:
        await held.save(Saving(table, at=1))
    return table


async def read(repository: SqlTableRepository, table: Table) -> TableSettings:
    stored = await repository.read(table.id)
    assert stored is not None
    return stored.table.settings


async def test_every_setting_comes_back(table_repository: SqlTableRepository) -> None:
    """Another value than the default for each, so that none is forgotten."""
    assert all(chosen.value(key) != TableSettings().value(key) for key in setting_rules)
    table = await saved(table_repository, chosen)
    assert await read(table_repository, table) == chosen


async def test_the_version_before_finds_its_columns(
    table_repository: SqlTableRepository, database: Database
) -> None:
    table = await saved(table_repository, chosen)
    columns = schema.tables.c
    own = (columns.clock, columns.leavers, columns.spectators, columns.admits, columns.visibility)
    async with database.read() as connection:
        row = (await connection.execute(select(*own).where(columns.id == table.id))).one()
    assert tuple(row) == (60, "drop", True, False, "listed")


async def test_what_the_version_before_writes_counts(
    table_repository: SqlTableRepository, database: Database
) -> None:
    """It leaves the JSON as it was; a table it has opened has none at all."""
    table = await saved(table_repository, chosen)
    its_own = {"clock": 30, "leavers": "bot", "spectators": False, "admits": True, "visibility": "private"}
    for json in ({}, {"settings": None}):
        async with database.write() as connection:
            at = schema.tables.c.id == table.id
            await connection.execute(update(schema.tables).where(at).values(its_own | json))
        assert await read(table_repository, table) == TableSettings(clock=30)


async def test_what_a_later_version_has_set_is_kept(table_repository: SqlTableRepository) -> None:
    """A save of this version does not take it away."""
    table = await saved(table_repository, replace(chosen, later={"moonlight": True}))
    found = await read(table_repository, table)
    assert found.later == {"moonlight": True}
    again = replace(table, version=table.version + 1, settings=found.changed("clock", 30))
    async with table_repository.hold(table.id) as held:
        await held.save(Saving(again, at=2))
    assert await read(table_repository, table) == replace(chosen, clock=30, later={"moonlight": True})
