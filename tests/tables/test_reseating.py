"""Lost cookies: "I was Ines" asks the host, who may give the seat back."""

import pytest

from app.tables.errors import NotAllowed, NotHost, NotSeated, Unfit
from tests.benches import Bench, dora, ines, mira, otto, paul

pytestmark = pytest.mark.anyio


async def test_the_host_gives_a_seat_back_to_its_player_with_a_new_browser(bench: Bench) -> None:
    """Same seat, name and place in the game; the old browser has it no longer; everybody sees it."""
    table = await bench.game(mira, ines)
    await bench.pick(table, ines, 3)
    bench.presence.gone[ines.id] = bench.clock()
    asked = await bench.tables.hosting.claim(table.code, dora.id, 1)
    assert asked.seats[1].claim is not None
    assert (asked.seats[1].claim.name, asked.seats[1].player) == ("Dora", ines.id)
    with pytest.raises(NotHost):
        await bench.tables.hosting.reseat(table.code, dora.id, 1, yes=True)
    given = await bench.tables.hosting.reseat(table.code, mira.id, 1, yes=True)
    assert (given.seats[1].player, given.seats[1].name, given.seats[1].claim) == (dora.id, "Ines", None)
    assert (given.notes[-1].name, given.notes[-1].what) == ("Mira", "reseated")
    assert (await bench.state(table)).picks == (None, 3)
    with pytest.raises(NotSeated):
        await bench.pick(table, ines, 1)
    assert (await bench.pick(table, dora, 2)).accepted


async def test_nobody_loses_a_seat_they_sit_on(bench: Bench) -> None:
    """Not while the owner's page is open, neither at asking nor at deciding."""
    table = await bench.game(mira, otto)
    with pytest.raises(Unfit, match="still_here"):
        await bench.tables.hosting.claim(table.code, dora.id, 1)
    bench.presence.gone[otto.id] = bench.clock()
    await bench.tables.hosting.claim(table.code, dora.id, 1)
    del bench.presence.gone[otto.id]
    with pytest.raises(Unfit, match="still_here"):
        await bench.tables.hosting.reseat(table.code, mira.id, 1, yes=True)


async def test_one_person_one_seat_one_claim(bench: Bench) -> None:
    """Who sits here asks for no other seat; one asks at a time; who was taken off does not ask."""
    table = await bench.lobby(mira, otto, ines, paul)
    await bench.tables.remove_seat(table.code, mira.id, 3)
    for person in (otto, ines):
        bench.presence.gone[person.id] = bench.clock()
    with pytest.raises(Unfit, match="own_seat"):
        await bench.tables.hosting.claim(table.code, otto.id, 2)
    with pytest.raises(NotAllowed, match="removed"):
        await bench.tables.hosting.claim(table.code, paul.id, 2)
    await bench.tables.hosting.claim(table.code, dora.id, 2)
    await bench.tables.hosting.claim(table.code, dora.id, 1)
    await bench.tables.hosting.reseat(table.code, mira.id, 2, yes=True)
    with pytest.raises(Unfit, match="seated"):
        await bench.tables.hosting.reseat(table.code, mira.id, 1, yes=True)
    refused = await bench.tables.hosting.reseat(table.code, mira.id, 1, yes=False)
    assert (refused.seats[1].player, refused.seats[1].claim) == (otto.id, None)
    with pytest.raises(Unfit, match="no_claim"):
        await bench.tables.hosting.reseat(table.code, mira.id, 1, yes=False)
