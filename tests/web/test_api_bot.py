"""The bot of the examples, as anybody would run it, at real tables of a real server."""

import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tools.serving import root, serving

bot = root / "examples" / "bot_client.py"


def test_the_bot_has_forty_lines() -> None:
    """What is promised, and nothing needed but httpx and websockets."""
    lines = bot.read_text().splitlines()
    assert len(lines) <= 40
    imported = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported - sys.stdlib_module_names == {"httpx", "websockets"}


@pytest.mark.parametrize("bots_of_ours", [0, 2])
def test_it_joins_by_code_and_plays_to_the_end(tmp_path: Path, bots_of_ours: int) -> None:
    """Two such bots race, with bots of ours or without; both learn the result, and it is the table's."""
    with (
        serving(tmp_path) as address,
        httpx.Client(base_url=f"{address}/api/v1", timeout=30) as host,
    ):
        token = host.post("/guests", json={"name": "Mira"}).json()["token"]
        host.headers["authorization"] = f"Bearer {token}"
        code = host.post("/tables", json={}).json()["room"]["code"]
        runs = [
            subprocess.Popen(
                [sys.executable, str(bot), address, code, name],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for name in ("Robin", "Kim")
        ]
        try:
            wait_for_people(host, code, runs)
            for _ in range(bots_of_ours):
                host.post(f"/tables/{code}/bots", json={}).raise_for_status()
            host.post(f"/tables/{code}/start", json={"confirm": True}).raise_for_status()
            host.post(f"/tables/{code}/bot", json={}).raise_for_status()  # Mira lets a bot sit in and watches
            ended = [run.communicate(timeout=300) for run in runs]
        finally:
            for run in runs:
                run.kill()
        assert [run.returncode for run in runs] == [0, 0], ended
        table = host.get(f"/tables/{code}").json()
    assert table["room"]["status"] == "over"
    winners = [table["room"]["seats"][seat]["name"] for seat in table["outcome"]["winners"]]
    assert {said.strip() for said, _ in ended} == {f"Winners: {winners}"}


def wait_for_people(host: httpx.Client, code: str, runs: list[subprocess.Popen[str]]) -> None:
    """Until both sit there and are ready. Every look is a request: nothing is slept through."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        seats = host.get(f"/tables/{code}").json()["room"]["seats"]
        if sum(seat["ready"] for seat in seats) >= len(runs):
            return
        assert all(run.poll() is None for run in runs), [run.communicate() for run in runs]
    pytest.fail("the bots did not come")
