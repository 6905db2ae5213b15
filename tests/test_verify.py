"""`python -m app verify`: a finished game checked by who has only its file (docs/rules/random.md)."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.games.registry import games
from app.tables.model import Status
from tests.benches import Bench, everybody, mira
from tests.memory_repository import MemoryTableRepository


async def finished(seats: int) -> tuple[dict[str, Any], str]:
    repository = MemoryTableRepository()
    repository.people = {person.id: person for person in everybody}
    bench = Bench(repository)
    bench.tables.executor.snapshots.games = games
    table = await bench.tables.open(mira.id, "avalanche", solo=seats == 1)
    for _ in range(seats - 1):
        await bench.tables.add_bot(table.code, mira.id)
    if seats > 1:
        await bench.tables.start(table.code, mira.id)
    await bench.tables.agree_to_bot(table.code, mira.id)
    while table.status is not Status.OVER:
        bench.clock.pass_ms(700)
        await bench.worker.run_due(bench.clock())
        table = (await bench.tables.snapshot(table.id)).table
    return await bench.tables.record(table.id), (await bench.tables.proof(table.id)).text


@pytest.fixture(params=[1, 3])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """A record and a copied proof of one game; solo games end without a winner as well."""
    record, proof = asyncio.run(finished(request.param))
    files = tmp_path / "record.json", tmp_path / "proof.txt"
    files[0].write_text(json.dumps(record))
    files[1].write_text(proof)
    return files


def test_what_was_played_holds(game: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Fingerprint, seed, every choice and the end."""
    assert main(["verify", *map(str, game)]) == 0
    told = capsys.readouterr().out
    assert told.count("ok ") == 2
    assert "all legal, lead to the result stated" in told


@pytest.mark.parametrize(
    "name", ["secret", "commitment", "seed", "deck_hash", "reason", "winners", "final", "choice"]
)
def test_what_was_changed_does_not(
    game: tuple[Path, Path], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is changed afterwards is found: hashes, cards, a choice, the result. The other file is still read."""
    record = json.loads(game[0].read_text())
    match name:
        case "secret" | "commitment" | "seed" | "deck_hash":
            record[name] = "0" * 64
        case "reason":
            record["reason"] = "bought"
        case "winners":
            record["winners"] = [0, 0]
        case "final":
            record["final"]["round"] += 1
        case "choice":
            del record["record"]["choices"][-1]
    game[0].write_text(json.dumps(record))
    assert main(["verify", *map(str, game)]) == 1
    told = capsys.readouterr().out
    assert f"FAIL {game[0]}" in told
    assert f"ok {game[1]}" in told


def test_what_is_neither_is_malformed(game: tuple[Path, Path], tmp_path: Path) -> None:
    """Status 2, and the others are checked all the same."""
    for number, text in enumerate(("{", "hello", '{"format": "x"}', '{"format": "yeti-mountain-record/1"}')):
        file = tmp_path / f"{number}.txt"
        file.write_text(text)
        assert main(["verify", str(file), str(game[0])]) == 2
    assert main(["verify", str(tmp_path / "missing")]) == 2
