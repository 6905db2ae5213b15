"""What people do before the start."""

import pytest

from app.tables.errors import NoSuchTable, NotAllowed, NotHost, NotReady, NotSeated, Unfit
from app.tables.model import Acts, Status
from tests.benches import Bench, dora, ines, mira, otto, paul, ruth

pytestmark = pytest.mark.anyio


async def test_opener_is_host_on_seat_0(bench: Bench) -> None:
    """Who opens a table hosts it and sits on seat 0, under a code others can type as they like."""
    table = await bench.tables.open(mira.id, "numbers")
    assert (table.host, table.seats[0].player, table.seats[0].name) == (mira.id, mira.id, "Mira")
    typed = f" {table.code[:3].lower()}-{table.code[3:]} "
    assert (await bench.tables.find(typed)).table == table


@pytest.mark.parametrize("code", ["", "K", "0OI1AB", "KRT7Q4", "KRT7Q4KRT7Q4", "\x00", "%' OR 1"])
async def test_unknown_codes_are_refused(bench: Bench, code: str) -> None:
    """A code no table has, or that cannot be one, is no such table; it never shows in the error's text."""
    with pytest.raises(NoSuchTable) as refused:
        await bench.tables.find(code)
    assert refused.value.params == {"code": code}
    assert str(refused.value) == "no_such_table"


async def test_nobody_sits_without_a_name(bench: Bench) -> None:
    """A person who never gave a name can neither open nor join."""
    with pytest.raises(NotAllowed, match="unknown_player"):
        await bench.tables.open("", "numbers")


async def test_five_seats_and_no_sixth(bench: Bench) -> None:
    """A sixth person is refused; somebody who has a seat joins again without effect."""
    table = await bench.lobby(mira, otto, ines, paul, ruth)
    with pytest.raises(Unfit, match="table_full"):
        await bench.tables.join(table.code, dora.id)
    assert await bench.tables.join(table.code, otto.id) == table


async def test_names_are_distinct_at_a_table(bench: Bench) -> None:
    """A second Mira becomes Mira 2, whatever the case of the letters."""
    bench.repository.people[otto.id] = type(otto)(otto.id, "mira")
    table = await bench.lobby(mira, otto)
    assert [seat.name for seat in table.seats] == ["Mira", "mira 2"]


async def test_one_click_fills_the_table_with_bots(bench: Bench) -> None:
    """Every free seat, under names and hats of their own; one line tells it. Not at a full table, not by a guest."""
    table = await bench.lobby(mira, otto)
    filled = await bench.tables.fill_with_bots(table.code, mira.id)
    assert [seat.player for seat in filled.seats] == [mira.id, otto.id, None, None, None]
    assert len({seat.name for seat in filled.seats}) == 5
    assert sorted(hat for seat in filled.seats for hat in seat.hats) == [0, 1, 2, 3, 4]
    assert filled.version == table.version + 1
    assert (filled.notes[-1].what, filled.notes[-1].name) == ("filled", "Mira")
    assert filled.notes[-1].params == {"names": [seat.name for seat in filled.seats[2:]]}
    with pytest.raises(Unfit, match="table_full"):
        await bench.tables.fill_with_bots(table.code, mira.id)
    with pytest.raises(NotHost):
        await bench.tables.fill_with_bots(table.code, otto.id)


@pytest.mark.parametrize("seated", [1, 4])
async def test_bots_just_added_get_up_again_with_one_click(bench: Bench, seated: int) -> None:
    """For six seconds, by the host, and only while nothing else has been changed; bots of before stay."""
    table = await bench.lobby(mira, bots=seated - 1)
    bench.clock.pass_ms(60_000)
    await bench.tables.fill_with_bots(table.code, mira.id)
    bench.clock.pass_ms(6_000)
    undone = await bench.tables.undo_bots(table.code, mira.id)
    assert [seat.name for seat in undone.seats] == [seat.name for seat in table.seats]
    assert undone.notes[-1].what == ("emptied" if seated == 1 else "removed")
    with pytest.raises(Unfit, match="undo_over"):
        await bench.tables.undo_bots(table.code, mira.id)
    await bench.tables.fill_with_bots(table.code, mira.id)
    bench.clock.pass_ms(8_001)
    with pytest.raises(Unfit, match="undo_over"):
        await bench.tables.undo_bots(table.code, mira.id)


async def test_bots_are_not_undone_over_a_later_change(bench: Bench) -> None:
    """Somebody came, or the host did something else: what stands there now stays."""
    table = await bench.lobby(mira, otto)
    await bench.tables.add_bot(table.code, mira.id)
    await bench.tables.set_option(table.code, mira.id, "crowd", True)
    with pytest.raises(Unfit, match="undo_over"):
        await bench.tables.undo_bots(table.code, mira.id)
    with pytest.raises(NotHost):
        await bench.tables.undo_bots(table.code, otto.id)


async def test_hats_follow_the_number_of_seats(bench: Bench) -> None:
    """One hat a seat, two with two players; nobody's first hat changes when others come and go."""
    table = await bench.lobby(mira)
    assert [s.hats for s in table.seats] == [(0,)]
    table = await bench.tables.join(table.code, otto.id)
    assert sorted(hat for s in table.seats for hat in s.hats) == [0, 1, 2, 3]
    assert [len(s.hats) for s in table.seats] == [2, 2]
    table = await bench.tables.join(table.code, ines.id)
    assert [s.hats[0] for s in table.seats] == [0, 1, 2]
    assert [len(s.hats) for s in table.seats] == [1, 1, 1]


async def test_hats_are_chosen_freely_but_worn_once(bench: Bench) -> None:
    """A free hat may be chosen; a worn one is refused with the wearer's name; nonsense is refused."""
    table = await bench.lobby(mira, otto, ines)
    table = await bench.tables.set_hats(table.code, otto.id, (4,))
    assert table.seats[1].hats == (4,)
    with pytest.raises(Unfit, match="hat_taken") as refused:
        await bench.tables.set_hats(table.code, mira.id, (4,))
    assert refused.value.params == {"name": "Otto"}
    for hats in ((), (5,), (-1,), (0, 3)):
        with pytest.raises(Unfit, match="hats_unfit"):
            await bench.tables.set_hats(table.code, mira.id, hats)


async def test_only_the_host_changes_the_table(bench: Bench) -> None:
    """Options, bots, removing and starting are the host's."""
    table = await bench.lobby(mira, otto)
    tables = bench.tables
    for change in (
        tables.set_option(table.code, otto.id, "long", True),
        tables.add_bot(table.code, otto.id, "low"),
        tables.remove_seat(table.code, otto.id, 0),
        tables.start(table.code, otto.id),
    ):
        with pytest.raises(NotHost):
            await change
    assert (await tables.find(table.code)).table == table


async def test_ready_falls_when_options_change(bench: Bench) -> None:
    """A changed option takes back everybody else's ready; setting it as it is changes nothing."""
    table = await bench.lobby(mira, otto, ines, bots=1)
    await bench.tables.set_ready(table.code, mira.id, True)
    table = await bench.tables.set_ready(table.code, otto.id, True)
    assert [s.ready for s in table.seats] == [True, True, False, True]
    same = await bench.tables.set_option(table.code, mira.id, "long", False)
    assert same.version == table.version
    table = await bench.tables.set_option(table.code, mira.id, "long", True)
    assert table.options == ("long",)
    assert [s.ready for s in table.seats] == [True, False, False, True]


async def test_ready_can_be_taken_back(bench: Bench) -> None:
    """Ready is a wish until the start; only who sits may have it."""
    table = await bench.lobby(mira, otto)
    await bench.tables.set_ready(table.code, otto.id, True)
    table = await bench.tables.set_ready(table.code, otto.id, False)
    assert not table.seats[1].ready
    with pytest.raises(NotSeated):
        await bench.tables.set_ready(table.code, ines.id, True)


async def test_unready_people_are_named_before_the_start(bench: Bench) -> None:
    """The host starts ready or not, but is told first who is not; bots and the host are never named."""
    table = await bench.lobby(mira, otto, ines, bots=1)
    await bench.tables.set_ready(table.code, otto.id, True)
    with pytest.raises(NotReady) as refused:
        await bench.tables.start(table.code, mira.id)
    assert refused.value.names == ("Ines",)
    table = await bench.tables.start(table.code, mira.id, even_unready=True)
    assert table.status is Status.PLAYING


async def test_options_that_do_not_fit_the_seats_refuse_the_start_by_name(bench: Bench) -> None:
    """An option may be set for people yet to come; if they do not, the start names it. So do the game's own reasons."""
    table = await bench.lobby(mira, otto)
    await bench.tables.set_option(table.code, mira.id, "crowd", True)
    with pytest.raises(Unfit, match="option_seats") as refused:
        await bench.tables.start(table.code, mira.id, even_unready=True)
    assert refused.value.params == {"option": "crowd", "seats": 2}
    await bench.tables.set_option(table.code, mira.id, "long", True)
    for person in (ines, paul):
        await bench.tables.join(table.code, person.id)
    with pytest.raises(Unfit, match="four_is_not_long") as refused:
        await bench.tables.start(table.code, mira.id, even_unready=True)
    assert refused.value.params == {"option": "long"}
    with pytest.raises(Unfit, match="no_such_option"):
        await bench.tables.set_option(table.code, mira.id, "tall", True)


async def test_leaving_frees_the_seat_and_passes_the_host_on(bench: Bench) -> None:
    """Seats close up; the host's role goes to the next person, never to a bot."""
    table = await bench.lobby(mira, otto, ines)
    await bench.tables.leave(table.code, otto.id)
    await bench.tables.add_bot(table.code, mira.id, "high")
    table = await bench.tables.leave(table.code, mira.id)
    assert [(s.index, s.player) for s in table.seats] == [(0, ines.id), (1, None)]
    assert table.host == ines.id


async def test_a_table_without_people_closes_and_frees_its_code(bench: Bench) -> None:
    """When the last person leaves, bots do not keep the table open: its code leads nowhere."""
    table = await bench.lobby(mira, bots=2)
    assert (await bench.tables.leave(table.code, mira.id)).status is Status.CLOSED
    with pytest.raises(NoSuchTable):
        await bench.tables.find(table.code)
    assert (await bench.tables.snapshot(table.id)).table.status is Status.CLOSED


async def test_host_removes_seats_but_not_the_own(bench: Bench) -> None:
    """Bots and people can be removed; the host leaves by leaving."""
    table = await bench.lobby(mira, otto, bots=1)
    table = await bench.tables.remove_seat(table.code, mira.id, 1)
    assert [(s.index, s.acts) for s in table.seats] == [(0, Acts.HUMAN), (1, Acts.BOT)]
    with pytest.raises(Unfit, match="own_seat"):
        await bench.tables.remove_seat(table.code, mira.id, 0)
    with pytest.raises(Unfit, match="no_such_seat"):
        await bench.tables.remove_seat(table.code, mira.id, 7)


async def test_bots_have_names_and_levels_of_their_own(bench: Bench) -> None:
    """A bot is called Bot something, sits ready, and plays a level the game has."""
    table = await bench.lobby(mira, bots=4)
    names = [s.name for s in table.seats[1:]]
    assert all(name.startswith("Bot ") for name in names)
    assert len(set(names)) == 4
    assert all(s.ready and s.acts is Acts.BOT and s.bot_level == "low" for s in table.seats[1:])
    table = await bench.lobby(otto)
    with pytest.raises(Unfit, match="no_such_level"):
        await bench.tables.add_bot(table.code, otto.id, "champion")


async def test_nothing_of_the_lobby_moves_after_the_start(bench: Bench) -> None:
    """Joining, hats, options, bots and a second start are refused once the game has begun."""
    table = await bench.game(mira, otto)
    tables = bench.tables
    for change in (
        tables.join(table.code, ines.id),
        tables.set_ready(table.code, otto.id, True),
        tables.set_hats(table.code, otto.id, (4, 2)),
        tables.set_option(table.code, mira.id, "long", True),
        tables.add_bot(table.code, mira.id, "low"),
        tables.remove_seat(table.code, mira.id, 1),
        tables.start(table.code, mira.id),
    ):
        with pytest.raises(Unfit, match="already_started"):
            await change


async def test_every_change_is_announced_after_it_is_stored(bench: Bench) -> None:
    """An announcement holds an id and a version, and the version is there to be read when it comes."""
    table = await bench.lobby(mira, otto)
    assert [(a.table_id, a.version) for a in bench.bus.announced] == [(table.id, 2)]
    with pytest.raises(NotHost):
        await bench.tables.start(table.code, otto.id)
    assert len(bench.bus.announced) == 1


async def test_solo_starts_at_once(bench: Bench) -> None:
    """Racing alone needs no lobby: the table opens with its game begun and a commitment to its secret."""
    table = await bench.tables.open(mira.id, "numbers", solo=True)
    assert table.status is Status.PLAYING
    assert len(table.seats) == 1
    assert len(table.commitment) == 64


async def test_tables_of_a_person(bench: Bench) -> None:
    """Open tables first, then finished ones, newest first; closed ones are gone."""
    over = await bench.finished(mira)
    bench.clock.pass_ms(1)
    first = await bench.lobby(mira, otto)
    bench.clock.pass_ms(1)
    second = await bench.lobby(otto, mira)
    closed = await bench.lobby(mira)
    await bench.tables.leave(closed.code, mira.id)
    assert [t.id for t in await bench.tables.tables_of(mira.id)] == [second.id, first.id, over.id]
