"""Actions at a running table: hidden until the last, guarded by decision, answered the same for ever."""

import hashlib
import hmac

import pytest

from app.tables.errors import Illegal, Malformed, NotSeated, StaleDecision, Unfit
from app.tables.model import Status
from app.tables.play.acting import most_changes
from tests.benches import Bench, ines, mira, otto

pytestmark = pytest.mark.anyio


async def test_last_selection_reveals_all(bench: Bench) -> None:
    """Each seat is answered; the one that completes the decision runs the game on to the next."""
    table = await bench.game(mira, otto)
    first = await bench.pick(table, mira, 3)
    assert (first.decision, first.next_decision, first.accepted) == (1, 1, True)
    second = await bench.pick(table, otto, 1)
    assert second.next_decision == 2
    assert (await bench.state(table)).sums == (3, 1)


async def test_selection_may_change_until_the_last_is_in(bench: Bench) -> None:
    """The later choice counts, also a change there and back: A, B, A ends with A."""
    table = await bench.game(mira, otto)
    for number in (1, 2, 1):
        await bench.pick(table, mira, number)
    await bench.pick(table, otto, 3)
    assert (await bench.state(table)).sums == (1, 3)


async def test_repeat_by_key_gets_the_same_answer(bench: Bench) -> None:
    """A double click acts once: same key, same answer, no new version, also after the reveal."""
    table = await bench.game(mira, otto)
    first = await bench.pick(table, mira, 2, key="k")
    assert await bench.pick(table, mira, 2, key="k") == first
    await bench.pick(table, otto, 3)
    assert await bench.pick(table, mira, 2, key="k") == first
    assert (await bench.tables.snapshot(table.id)).table.version == first.version + 1


async def test_repeat_of_the_same_choice_gets_the_same_answer(bench: Bench) -> None:
    """The same choice sent again under another key, after the reveal, is no stale action but the old answer."""
    table = await bench.game(mira, otto)
    first = await bench.pick(table, mira, 2, key="a")
    await bench.pick(table, otto, 3, key="b")
    assert await bench.pick(table, mira, 2, key="c") == first
    with pytest.raises(StaleDecision):
        await bench.pick(table, mira, 1, key="d")


async def test_late_duplicate_does_not_undo_a_change(bench: Bench) -> None:
    """A held-back copy of the first choice, arriving after the change, is recognised by its key."""
    table = await bench.game(mira, otto)
    first = await bench.pick(table, mira, 1, key="a")
    await bench.pick(table, mira, 3, key="b")
    assert await bench.pick(table, mira, 1, key="a") == first
    await bench.pick(table, otto, 1)
    assert (await bench.state(table)).sums == (3, 1)


async def test_another_choice_under_a_key_is_told(bench: Bench) -> None:
    """An answer to something else would say that it had been taken: a client that never changes its key must hear."""
    table = await bench.game(mira, otto)
    await bench.pick(table, mira, 1, key="k")
    with pytest.raises(Unfit, match="key_used"):
        await bench.pick(table, mira, 3, key="k")
    await bench.pick(table, otto, 1)
    with pytest.raises(Unfit, match="key_used"):
        await bench.pick(table, mira, 1, 2, key="k")
    assert (await bench.state(table)).sums == (1, 1)


async def test_a_choice_is_changed_so_often_and_no_oftener(bench: Bench) -> None:
    """Every change stands in the log for ever: a program could fill the disk by one game that never goes on. The last
    choice stands, and repeats of it are answered; for the next decision there is a new number of changes.
    """
    table = await bench.game(mira, otto)
    for change in range(most_changes):
        await bench.pick(table, mira, 1 + 2 * (change % 2))
    for number in (1, 1):
        with pytest.raises(Unfit, match="changed_often"):
            await bench.pick(table, mira, number)
    await bench.pick(table, mira, 3)
    await bench.pick(table, otto, 1)
    assert (await bench.state(table)).sums == (3, 1)
    await bench.pick(table, mira, 1, 2)
    await bench.pick(table, mira, 2, 2)


async def test_keys_belong_to_a_seat(bench: Bench) -> None:
    """Two seats may use one key; neither gets the other's answer."""
    table = await bench.game(mira, otto)
    await bench.pick(table, mira, 1, key="k")
    assert (await bench.pick(table, otto, 3, key="k")).next_decision == 2


@pytest.mark.parametrize("decision", [-1, 0, 2, 7, 2**31, 2**80])
async def test_action_for_another_decision_is_stale(bench: Bench, decision: int) -> None:
    """What was meant for another decision changes nothing, however odd the number."""
    table = await bench.game(mira, otto)
    before = await bench.tables.snapshot(table.id)
    with pytest.raises(StaleDecision):
        await bench.pick(table, mira, 1, decision)
    assert await bench.tables.snapshot(table.id) == before


async def test_stale_decision_names_the_present_one(bench: Bench) -> None:
    """The refusal says which decision the table is at, so that a page can mend itself."""
    table = await bench.game(mira, otto)
    await bench.pick(table, mira, 1)
    await bench.pick(table, otto, 1)
    with pytest.raises(StaleDecision) as refused:
        await bench.pick(table, mira, 3, decision=1)
    assert refused.value.params == {"decision": 1, "current": 2}


async def test_malformed_is_not_illegal(bench: Bench) -> None:
    """No action at all, and an action that is not allowed now, are told apart; both leave all as it was."""
    table = await bench.game(mira, otto)
    for raw in (None, 7, "pick", [], {}, {"number": "2"}, {"number": True}):
        with pytest.raises(Malformed, match="not_a_pick"):
            await bench.tables.act(table.code, mira.id, decision=1, key=None, action=raw)
    with pytest.raises(Illegal, match="no_such_number") as refused:
        await bench.pick(table, mira, 9)
    assert refused.value.params == {"number": 9}
    with pytest.raises(Malformed, match="bad_key"):
        await bench.pick(table, mira, 1, key="\x00")
    assert (await bench.tables.snapshot(table.id)).table.version == table.version


async def test_a_refused_action_does_not_use_up_its_key(bench: Bench) -> None:
    """After a refusal the same key may carry the right choice."""
    table = await bench.game(mira, otto)
    with pytest.raises(Illegal):
        await bench.pick(table, mira, 9, key="k")
    assert (await bench.pick(table, mira, 1, key="k")).accepted


async def test_only_seats_act(bench: Bench) -> None:
    """Somebody without a seat, and anybody before the start or after the end, is refused."""
    lobby = await bench.lobby(mira, otto)
    with pytest.raises(Unfit, match="not_started"):
        await bench.pick(lobby, mira, 1)
    with pytest.raises(NotSeated):
        await bench.pick(lobby, ines, 1)
    over = await bench.finished(mira)
    with pytest.raises(StaleDecision) as refused:
        await bench.pick(over, mira, 1, decision=3)
    assert refused.value.params["current"] is None


async def test_game_runs_to_its_end(bench: Bench) -> None:
    """The last decision ends the game; its answer says that nothing follows; the table stays readable by its code."""
    table = await bench.game(mira)
    await bench.pick(table, mira, 2, 1)
    assert (await bench.pick(table, mira, 2, 2)).next_decision is None
    assert (await bench.tables.find(table.code)).table.status is Status.OVER


async def test_events_by_version_are_public(bench: Bench) -> None:
    """The story comes by versions, decoded, and tells no pick before the reveal."""
    table = await bench.game(mira, otto)
    await bench.pick(table, mira, 3)
    story = list((await bench.tables.story_since(table.id, 0)).public)
    assert [(e.version, e.decision, e.seat, e.actor) for e in story] == [
        (3, 0, None, "human"),
        (4, 1, 0, "human"),
    ]
    assert "3" not in str(story[-1].events)
    await bench.pick(table, otto, 1)
    latest = list((await bench.tables.story_since(table.id, 4)).public)
    assert [e.version for e in latest] == [5]
    assert latest[0].events[-1].picks == (3, 1)
    assert await bench.tables.log(table.id) == story + latest


async def test_seed_follows_from_the_committed_secret(bench: Bench) -> None:
    """The lobby shows the secret's SHA-256; the game's seed is HMAC-SHA256 of the contributions (none) under it."""
    table = await bench.lobby(mira, otto)
    secret = bench.repository.table_repository[table.id].secret
    assert len(secret) == 32
    assert hashlib.sha256(secret).hexdigest() == table.commitment
    await bench.tables.start(table.code, mira.id, even_unready=True)
    assert (await bench.state(table)).seed == hmac.new(secret, b"", "sha256").hexdigest()


async def test_human_acts_keep_the_table_awake(bench: Bench) -> None:
    """`last_human_at` follows people, not bots."""
    table = await bench.game(mira, bots=1)
    bench.clock.pass_ms(5_000)
    await bench.bots_move()
    assert (await bench.tables.snapshot(table.id)).table.last_human_at == table.last_human_at
    await bench.pick(table, mira, 1)
    assert (await bench.tables.snapshot(table.id)).table.last_human_at == bench.clock()
