"""What one process remembers of a table that another one has changed: two processes on one repository, and no word
between them.
"""

import pytest

from app.tables.errors import NoSuchTable
from app.tables.model import Status
from tests.benches import Bench, everybody, mira, otto
from tests.memory_repository import MemoryTableRepository

pytestmark = pytest.mark.anyio


@pytest.fixture
def processes() -> tuple[Bench, Bench]:
    repository = MemoryTableRepository()
    repository.people = {person.id: person for person in everybody}
    return Bench(repository), Bench(repository)


@pytest.mark.parametrize("listens", [False, True])
async def test_a_table_closed_elsewhere_is_none(processes: tuple[Bench, Bench], listens: bool) -> None:
    """A code that is remembered leads to no closed table, at the first question already."""
    here, there = processes
    table = await here.lobby(mira, otto)
    if listens:
        there.presence.heard.begin(table.id)
    await there.tables.find(table.code)
    for person in (otto, mira):
        await here.tables.leave(table.code, person.id)
    there.presence.heard.told(table.id, 0, 0)
    assert (await here.tables.snapshot(table.id)).table.status is Status.CLOSED
    with pytest.raises(NoSuchTable):
        await there.tables.find(table.code)
    with pytest.raises(NoSuchTable):
        await there.tables.found(table.code)
