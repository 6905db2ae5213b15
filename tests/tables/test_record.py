"""The record of a game that is over, and the silence about one that is not."""

import hashlib
import json

import pytest

from app.tables.errors import NoSuchTable, Unfit
from app.tables.ports import DueRow
from tests.benches import Bench, mira, otto
from tests.fakes import Numbers, Pick

pytestmark = pytest.mark.anyio


async def test_record_lays_a_finished_game_open(bench: Bench) -> None:
    """By id or code: who played, the secret that was committed to, every action in order, the end."""
    table = await bench.finished(mira, bots=1)
    record = await bench.tables.record(table.code)
    assert record == await bench.tables.record(table.id)
    assert record["commitment"] == hashlib.sha256(bytes.fromhex(record["secret"])).hexdigest()
    assert [(a["decision"], a["seat"], a["actor"], a["action"]["number"]) for a in record["actions"]] == [
        (1, 1, "bot", 1), (1, 0, "human", 2), (2, 1, "bot", 1), (2, 0, "human", 2),
    ]  # fmt: skip
    assert (record["winners"], record["reason"], record["final"]) == (
        [0],
        "sum",
        {"round": 3, "sums": [4, 2]},
    )
    assert record["seats"][0] == {"name": "Mira", "bot": None}
    assert json.loads(json.dumps(record)) == record


async def test_a_games_own_form_is_added(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with an interchange form gets seed and actions, decoded, to make it from."""

    def record(
        _self: object, _options: object, seats: int, seed: bytes, actions: list[tuple[int, Pick]], deck: str
    ) -> object:
        picks = [(seat, pick.number) for seat, pick in actions]
        return {"seats": seats, "seed": seed.hex(), "deck": deck, "picks": picks}

    monkeypatch.setattr(Numbers, "record", record, raising=False)
    table = await bench.finished(mira)
    made = await bench.tables.record(table.code)
    assert made["record"] == {"seats": 1, "seed": made["seed"], "deck": "", "picks": [(0, 2), (0, 2)]}


async def test_no_record_before_the_end(bench: Bench) -> None:
    """It would show hands, deck and seed."""
    for table in (await bench.lobby(mira, otto), await bench.game(mira, otto)):
        with pytest.raises(Unfit, match="not_over"):
            await bench.tables.record(table.code)
    for name in ("KRT7Q4", "f" * 32):
        with pytest.raises(NoSuchTable):
            await bench.tables.record(name)


async def test_nothing_printed_holds_a_secret(bench: Bench) -> None:
    """Reprs of what is passed around, and announcements, hold no state, secret, seed, pick or code."""
    table = await bench.game(mira, otto)
    await bench.pick(table, mira, 3, key="k")
    stored_table = bench.repository.table_repository[table.id]
    state = await bench.state(table)
    shown = " ".join(
        repr(thing)
        for thing in (
            stored_table,
            await bench.tables.snapshot(table.id),
            bench.repository.logs[table.id],
            bench.bus.announced,
            DueRow(table.id, 1, 0, "bot", 0),
            bench.tables,
        )
    )
    for secret in (
        stored_table.secret.hex(),
        repr(stored_table.secret),
        state.seed,
        "picks",
        "'number'",
        table.code,
    ):
        assert secret not in shown
