"""What the cupboard knows of people at tables: who stays out, who is host, who was there."""

import pytest

from app.settings import Settings
from app.tables.errors import NotAllowed
from app.tables.ports import TableRepository
from tests.benches import Bench, ines, mira, otto

pytestmark = pytest.mark.anyio


async def test_who_was_taken_off_stays_out(repository: TableRepository) -> None:
    """Stored with the table, for every process, and carried to the rematch; twice is once."""
    bench = Bench(repository)
    table = await bench.lobby(mira, otto, ines)
    await bench.tables.remove_seat(table.code, mira.id, 1)
    with pytest.raises(NotAllowed):
        await Bench(repository).tables.join(table.code, otto.id)
    await bench.tables.start(table.code, mira.id, even_unready=True)
    for decision in (1, 2):
        await bench.pick(table, mira, 1, decision)
        await bench.pick(table, ines, 1, decision)
    again = await bench.tables.rematch(table.code, mira.id)
    with pytest.raises(NotAllowed):
        await bench.tables.join(again.code, otto.id)


async def test_hosts_of_open_tables(repository: TableRepository) -> None:
    """Many at once; tables that are over or unknown are left out."""
    bench = Bench(repository)
    lobby, game = await bench.lobby(mira), await bench.game(otto)
    over = await bench.finished(ines)
    found = await repository.hosts([lobby.id, game.id, over.id, "0" * 32])
    assert found == {lobby.id: mira.id, game.id: otto.id}
    assert await repository.hosts([]) == {}


async def test_people_present_are_noted_without_a_new_version(repository: TableRepository) -> None:
    """Only where one of them has a seat; a later note is not overwritten by an earlier one."""
    bench = Bench(repository)
    one, two = await bench.lobby(mira), await bench.lobby(otto)
    later = bench.clock() + 60_000
    await repository.touch({one.id: {mira.id}, two.id: {mira.id}}, later)
    await repository.touch({one.id: {mira.id}}, later - 1)
    stored = [await repository.read(t.id) for t in (one, two)]
    assert [d and d.table.last_human_at for d in stored] == [later, two.last_human_at]
    assert [d and d.table.version for d in stored] == [one.version, two.version]


async def test_the_list_of_tables(repository: TableRepository) -> None:
    """Listed lobbies that admit newcomers and had people since, newest first."""
    bench = Bench(repository)
    bench.tables.hosting._settings = Settings(listing=True)
    private, first = await bench.lobby(mira), await bench.lobby(otto)
    bench.clock.pass_ms(1_000)
    second = await bench.lobby(ines)
    for table, host in ((first, otto), (second, ines)):
        await bench.tables.hosting.set_setting(table.code, host.id, "listed", True)
    found = [t.id for t in await repository.listed(0, 10)]
    assert found == [second.id, first.id]
    assert private.id not in found
    assert [t.id for t in await repository.listed(bench.clock() + 1, 10)] == []
    await bench.tables.start(first.code, otto.id)
    assert [t.id for t in await repository.listed(0, 10)] == [second.id]
