"""The server as an operator runs it: nginx with the file of deploy/, two processes, one Postgres, people by https."""

import asyncio
import contextlib
import json
import os
import re
import signal
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import connect

from tools.topology import Topology, missing, nginx, topology

in_ci = os.environ.get("CI", "").lower() == "true"
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.alone,
    pytest.mark.skipif(nginx() is None and not in_ci, reason=missing),
]


@pytest.fixture(scope="module")
async def site(database_address: str) -> AsyncIterator[Topology]:
    env = {"BOT_DELAY_MS": "0", "LOG_LEVEL": "INFO", "LOG_ADDRESSES": "1"}
    async with topology(database_address, env) as made:
        yield made


def browser(site: Topology, **headers: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=f"https://{site.address}",
        verify=site.trust(),
        headers={"origin": f"https://{site.address}", "accept": "text/html"} | headers,
        timeout=60,
    )


async def opened(http: httpx.AsyncClient, name: str) -> str:
    """A table's code."""
    token = re.search(r'name="?token"?\s+value="([0-9a-f]{32})"', (await http.get("/")).text)
    assert token
    answer = await http.post("/tables", data={"token": token[1], "name": name})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/t/")


async def test_people_come_by_https_and_are_themselves(site: Topology) -> None:
    """Secure cookies under the name no other host can set, HSTS, links that begin with https; the address is the
    client's own, whatever it claims; health is for this machine.
    """
    async with browser(site, **{"x-forwarded-for": "198.51.100.7"}) as http:
        first = await http.get("/")
        assert "max-age" in first.headers["strict-transport-security"]
        assert first.headers["set-cookie"].startswith("__Host-yeti=")
        assert "Secure" in first.headers["set-cookie"]
        code = await opened(http, "Mira")
        assert f"https://{site.address}/t/{code}" in (await http.get(f"/t/{code}")).text
        assert (await http.get("/-/ready")).status_code == 200
        assert (await http.post("/tables", content=b"x" * 70_000)).status_code == 413
    logs = "".join(process.log for process in site.processes)
    assert '"client": "127.0.0.1"' in logs or '"address": "127.0.0.1"' in logs, logs[-2000:]
    assert "198.51.100.7" not in logs
    assert "a proxy that is not trusted" not in logs


async def test_without_tls_one_is_sent_on(site: Topology) -> None:
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"http://{site.plain}/rules", headers={"host": "localhost"})
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/rules")


async def test_sockets_come_through_and_news_of_either_process(site: Topology) -> None:
    """A page hears within moments what is said at whichever process."""
    async with browser(site) as http:
        code = await opened(http, "Mira")
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        async with connect(
            f"wss://{site.address}/t/{code}/socket",
            ssl=site.trust(),
            origin=f"https://{site.address}",  # type: ignore[arg-type]
            additional_headers={"cookie": cookies},
        ) as socket:
            seen = 0
            for _ in range(6):
                page = (await http.get(f"/t/{code}")).text
                token = re.search(r'name="?token"?\s+value="([0-9a-f]{32})"', page)
                assert token
                said = await http.post(f"/t/{code}/bots", data={"token": token[1]})
                if said.status_code != 303:
                    break
                async with asyncio.timeout(60):
                    while True:
                        news = json.loads(await socket.recv())
                        if news.get("version", 0) > seen and news.get("regions"):
                            seen = news["version"]
                            break
            assert seen > 2


async def test_a_rolling_restart_is_felt_by_nobody(site: Topology) -> None:
    """One process after the other is stopped and started, as an upgrade does: every page asked for meanwhile comes, and
    the table stands.
    """
    async with browser(site) as http:
        code = await opened(http, "Mira")
        answers: list[int] = []

        async def ask() -> None:
            while True:
                answers.append((await http.get(f"/t/{code}")).status_code)
                await asyncio.sleep(0.02)

        asking = asyncio.create_task(ask())
        for process in site.processes:
            await process.stop(signal.SIGTERM)
            await process.start()
        asking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asking
        assert len(answers) > 20
        assert set(answers) == {200}


async def test_a_killed_process_is_left_alone(site: Topology) -> None:
    """The other one serves its people at once."""
    first, _ = site.processes
    async with browser(site) as http:
        code = await opened(http, "Mira")
        await first.stop(signal.SIGKILL)
        try:
            answers = [(await http.get(f"/t/{code}")).status_code for _ in range(20)]
        finally:
            await first.start()
        assert answers.count(200) >= 19, answers  # what was being answered by the one killed is lost


async def test_no_code_stands_in_nginx_s_log(site: Topology) -> None:
    """Addresses hold codes, which are secrets (AGREEMENTS 18)."""
    async with browser(site) as http:
        code = await opened(http, "Mira")
        await http.get(f"/t/{code}")
    folder = site.log.parent
    written = "".join(file.read_text(errors="replace") for file in folder.glob("*.log"))
    assert code not in written
