"""The host: what only they settle, who sees it, and how the role passes on."""

import pytest

from app.settings import Settings
from app.tables.errors import NotAllowed, NotHost, NotSeated, Unfit
from app.tables.host.host import pass_on
from app.tables.host.succession import HostSuccession
from app.tables.model import Acts, Table
from app.tables.settings import Leavers
from tests.benches import Bench, dora, ines, mira, otto, paul

pytestmark = pytest.mark.anyio


async def now_of(bench: Bench, table: Table) -> Table:
    return (await bench.tables.snapshot(table.id)).table


def here(bench: Bench, table: Table, *players: str) -> None:
    bench.presence.open[table.id] = set(players)


async def test_the_role_passes_on_when_the_host_is_gone_for_the_grace_time(bench: Bench) -> None:
    """After sixty seconds away the next person at the table who is here is host; not before, and once."""
    table = await bench.lobby(mira, otto, ines)
    here(bench, table, mira.id, ines.id)
    caretaker = HostSuccession(bench.tables)
    bench.presence.gone[mira.id] = bench.clock()
    bench.clock.pass_ms(59_999)
    await caretaker.round()
    assert (await now_of(bench, table)).host == mira.id
    bench.clock.pass_ms(1)
    await caretaker.round()
    after = await now_of(bench, table)
    assert after.host == ines.id
    await caretaker.round()
    assert await now_of(bench, table) == after
    assert after.notes[-1].what == "host"
    assert after.notes[-1].params == {"name": "Ines"}


async def test_the_role_stays_while_nobody_else_is_here(bench: Bench) -> None:
    """A host who is away from an empty table finds it as it was."""
    table = await bench.lobby(mira, otto)
    here(bench, table)
    bench.presence.gone[mira.id] = 0
    await HostSuccession(bench.tables).round()
    assert (await now_of(bench, table)).host == mira.id


async def test_two_processes_pass_the_role_once(bench: Bench) -> None:
    """Whoever comes second finds another host and leaves it: never two, never on and on."""
    table = await bench.lobby(mira, otto, ines)
    once = pass_on(table, mira.id, {otto.id, ines.id})
    assert once.host == otto.id
    assert pass_on(once, mira.id, {ines.id}) == once


async def test_a_new_host_can_start(bench: Bench) -> None:
    """Host gone, nobody can start: not here."""
    table = await bench.lobby(mira, otto)
    here(bench, table, otto.id)
    bench.presence.gone[mira.id] = 0
    await HostSuccession(bench.tables).round()
    started = await bench.tables.start(table.code, otto.id, even_unready=True)
    assert started.status == "playing"
    with pytest.raises(NotHost):
        await bench.tables.hosting.pause(table.code, mira.id)


async def test_a_host_who_leaves_a_running_game_hands_the_role_on(bench: Bench) -> None:
    """At once, to somebody who acts for themselves."""
    table = await bench.game(mira, otto, ines)
    await bench.tables.agree_to_bot(table.code, otto.id)
    assert (await bench.tables.leave(table.code, mira.id)).host == ines.id


async def test_the_role_is_handed_over(bench: Bench) -> None:
    """To a person, by the host alone; not to a bot."""
    table = await bench.lobby(mira, otto, bots=1)
    with pytest.raises(NotHost):
        await bench.tables.hosting.give_role(table.code, otto.id, 1)
    with pytest.raises(Unfit, match="bot_seat"):
        await bench.tables.hosting.give_role(table.code, mira.id, 2)
    assert (await bench.tables.hosting.give_role(table.code, mira.id, 1)).host == otto.id


async def test_who_was_taken_off_stays_out(bench: Bench) -> None:
    """By link or code, after others left, and of the rematch too."""
    table = await bench.lobby(mira, otto, ines)
    await bench.tables.remove_seat(table.code, mira.id, 1)
    with pytest.raises(NotAllowed, match="removed"):
        await bench.tables.join(table.code, otto.id)
    await bench.tables.start(table.code, mira.id, even_unready=True)
    for decision in (1, 2):
        for person in (mira, ines):
            await bench.pick(table, person, 1, decision)
    again = await bench.tables.rematch(table.code, mira.id)
    with pytest.raises(NotAllowed, match="removed"):
        await bench.tables.join(again.code, otto.id)


async def test_a_closed_table_takes_no_newcomers(bench: Bench) -> None:
    """Who sits there stays; who comes is told; the host may open it again."""
    table = await bench.lobby(mira, otto)
    await bench.tables.hosting.set_setting(table.code, mira.id, "admits", False)
    with pytest.raises(Unfit, match="closed_to_newcomers"):
        await bench.tables.join(table.code, ines.id)
    assert len((await bench.tables.join(table.code, otto.id)).seats) == 2
    await bench.tables.hosting.set_setting(table.code, mira.id, "admits", True)
    assert len((await bench.tables.join(table.code, ines.id)).seats) == 3


async def test_seats_are_reordered_with_their_hats(bench: Bench) -> None:
    """Everybody keeps hat and ready; numbers are places again."""
    table = await bench.lobby(mira, otto, ines)
    await bench.tables.set_ready(table.code, otto.id, ready=True)
    before = {s.player: s.hats for s in table.seats}
    moved = await bench.tables.hosting.move_seat(table.code, mira.id, 2, 0)
    assert [s.name for s in moved.seats] == ["Ines", "Mira", "Otto"]
    assert [s.index for s in moved.seats] == [0, 1, 2]
    assert {s.player: s.hats for s in moved.seats} == before
    assert moved.seats[2].ready
    with pytest.raises(Unfit, match="no_such_seat"):
        await bench.tables.hosting.move_seat(table.code, mira.id, 0, 3)


async def test_everybody_sees_who_changed_what(bench: Bench) -> None:
    """One line a change, in order, with who did it."""
    table = await bench.lobby(mira, otto)
    hosting = bench.tables.hosting
    await bench.tables.set_option(table.code, mira.id, "long", True)
    await hosting.set_setting(table.code, mira.id, "clock", 60)
    await hosting.set_setting(table.code, mira.id, "spectators", True)
    await hosting.set_setting(table.code, mira.id, "leavers", "drop")
    await hosting.set_setting(table.code, mira.id, "admits", False)
    await bench.tables.add_bot(table.code, mira.id)
    await hosting.move_seat(table.code, mira.id, 1, 0)
    await bench.tables.remove_seat(table.code, mira.id, 0)
    after = await now_of(bench, table)
    assert [(n.name, n.what) for n in after.notes] == [
        ("Otto", "joined"), ("Mira", "option"), ("Mira", "clock"), ("Mira", "spectators"), ("Mira", "leavers"),
        ("Mira", "admits"), ("Mira", "bot"), ("Mira", "order"), ("Mira", "removed"),
    ]  # fmt: skip
    assert after.notes[1].params == {"option": "long", "on": True}
    assert after.notes[-1].params == {"name": "Otto"}


async def test_whoever_was_ready_is_asked_again_and_told_so(bench: Bench) -> None:
    """Options, clock and the fate of leavers are part of what one said ready to; newcomers and spectators are not.
    A change that overrules nobody's ready asks nobody.
    """
    table = await bench.lobby(mira, otto, ines)
    hosting = bench.tables.hosting
    for change in (
        bench.tables.set_option(table.code, mira.id, "long", True),
        hosting.set_setting(table.code, mira.id, "clock", 60),
        hosting.set_setting(table.code, mira.id, "leavers", "drop"),
    ):
        await bench.tables.set_ready(table.code, otto.id, ready=True)
        after = await change
        assert [seat.ready for seat in after.seats if seat.player == otto.id] == [False]
        assert after.notes[-1].what == "asked"
    for quiet in (
        hosting.set_setting(table.code, mira.id, "leavers", "bot"),
        hosting.set_setting(table.code, mira.id, "spectators", True),
    ):
        assert (await quiet).notes[-1].what != "asked"
    await bench.tables.set_ready(table.code, otto.id, ready=True)
    after = await hosting.set_setting(table.code, mira.id, "admits", False)
    assert [seat.ready for seat in after.seats if seat.player == otto.id] == [True]


async def test_notes_are_bounded(bench: Bench) -> None:
    """A host who switches for an hour fills no table."""
    table = await bench.lobby(mira)
    for number in range(80):
        await bench.tables.set_option(table.code, mira.id, "long", number % 2 == 0)
    assert len((await now_of(bench, table)).notes) == 30


async def test_listing_is_the_operators_switch(bench: Bench) -> None:
    """Off by default; where it is on, only lobbies that admit newcomers and have people are listed."""
    table = await bench.lobby(mira)
    with pytest.raises(Unfit, match="listing_off"):
        await bench.tables.hosting.set_setting(table.code, mira.id, "listed", True)
    bench.tables.hosting._settings = Settings(listing=True)
    await bench.tables.hosting.set_setting(table.code, mira.id, "listed", True)
    assert [t.id for t in await bench.tables.listed()] == [table.id]
    bench.clock.pass_ms(180_001)
    assert await bench.tables.listed() == []
    here(bench, table, mira.id)
    await HostSuccession(bench.tables).round()
    assert [t.id for t in await bench.tables.listed()] == [table.id]
    await bench.tables.hosting.set_setting(table.code, mira.id, "admits", False)
    assert await bench.tables.listed() == []


async def test_anyone_proposes_a_bot_for_somebody_away_and_the_host_decides(bench: Bench) -> None:
    """Sixty seconds of absence; a proposal changes nothing by itself; the host may say no."""
    table = await bench.game(mira, otto, ines)
    hosting = bench.tables.hosting
    bench.presence.gone[ines.id] = bench.clock()
    bench.clock.pass_ms(59_999)
    with pytest.raises(Unfit, match="still_here"):
        await hosting.propose_bot(table.code, otto.id, 2)
    bench.clock.pass_ms(1)
    with pytest.raises(NotSeated):
        await hosting.propose_bot(table.code, dora.id, 2)
    proposed = await hosting.propose_bot(table.code, otto.id, 2)
    assert (proposed.seats[2].acts, proposed.seats[2].proposed_by) == (Acts.HUMAN, otto.id)
    with pytest.raises(NotHost):
        await hosting.decline_bot(table.code, otto.id, 2)
    assert (await hosting.decline_bot(table.code, mira.id, 2)).seats[2].proposed_by is None
    await hosting.propose_bot(table.code, otto.id, 2)
    decided = await bench.tables.hand_over(table.code, mira.id, 2)
    assert (decided.seats[2].acts, decided.seats[2].proposed_by) == (Acts.BOT, None)


async def test_acting_oneself_ends_a_proposal(bench: Bench) -> None:
    """Who chooses is back."""
    table = await bench.game(mira, otto)
    bench.presence.gone[otto.id] = 0
    await bench.tables.hosting.propose_bot(table.code, mira.id, 1)
    await bench.pick(table, otto, 2)
    assert (await now_of(bench, table)).seats[1].proposed_by is None


async def test_a_leavers_seat_by_the_hosts_choice(bench: Bench) -> None:
    """A bot races on and the owner may come back; or the seat is dropped: the bot plays it out, for good."""
    table = await bench.game(mira, otto)
    left = await bench.tables.leave(table.code, otto.id)
    assert (left.seats[1].acts, left.seats[1].dropped) == (Acts.BOT, False)
    assert (await bench.tables.take_back(table.code, otto.id)).seats[1].acts is Acts.HUMAN

    table = await bench.lobby(mira, otto)
    with pytest.raises(Unfit, match="no_such_option"):
        await bench.tables.hosting.set_setting(table.code, mira.id, "leavers", "vanish")
    assert (
        await bench.tables.hosting.set_setting(table.code, mira.id, "leavers", "drop")
    ).settings.leavers is Leavers.DROP
    await bench.tables.start(table.code, mira.id, even_unready=True)
    left = await bench.tables.leave(table.code, otto.id)
    assert left.seats[1].dropped
    with pytest.raises(Unfit, match="seat_dropped"):
        await bench.tables.take_back(table.code, otto.id)


@pytest.mark.parametrize("gone", [1, 2, 3])
@pytest.mark.parametrize("leavers", ["bot", "drop"])
async def test_the_game_reaches_a_result_however_many_leave(bench: Bench, gone: int, leavers: str) -> None:
    """One leaver stalls nobody: with 1 to all of the others gone, the rest play to the end."""
    people = (mira, otto, ines, paul)
    table = await bench.lobby(*people)
    await bench.tables.hosting.set_setting(table.code, mira.id, "leavers", leavers)
    await bench.tables.start(table.code, mira.id, even_unready=True)
    for person in people[-gone:]:
        await bench.tables.leave(table.code, person.id)
    for decision in (1, 2):
        await bench.bots_move()
        for person in people[: len(people) - gone]:
            await bench.pick(table, person, 1, decision)
    assert (await now_of(bench, table)).status == "over"


async def test_silence_is_the_hosts(bench: Bench) -> None:
    """Of others, at any time, and taken back."""
    table = await bench.game(mira, otto)
    with pytest.raises(NotHost):
        await bench.tables.hosting.silence(table.code, otto.id, 0, silenced=True)
    with pytest.raises(Unfit, match="own_seat"):
        await bench.tables.hosting.silence(table.code, mira.id, 0, silenced=True)
    assert (await bench.tables.hosting.silence(table.code, mira.id, 1, silenced=True)).seats[1].silenced


async def test_a_bots_level_is_the_hosts_choice(bench: Bench) -> None:
    """In the lobby, of bots alone, among the levels the game has; who is ready stays so."""
    table = await bench.lobby(mira, otto, bots=1)
    await bench.tables.set_ready(table.code, otto.id, True)
    chosen = await bench.tables.hosting.set_bot_level(table.code, mira.id, 2, "high")
    assert chosen.seats[2].bot_level == "high"
    assert chosen.seats[1].ready
    assert chosen.notes[-1].what == "level"
    for who, seat, level, refusal in (
        (otto, 2, "high", NotHost),
        (mira, 1, "high", Unfit),
        (mira, 2, "best", Unfit),
        (mira, 7, "high", Unfit),
    ):
        with pytest.raises(refusal):
            await bench.tables.hosting.set_bot_level(table.code, who.id, seat, level)
