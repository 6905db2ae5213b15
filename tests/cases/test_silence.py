"""The lines between a server and its database go silent: neither an answer nor an end."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest

from tests.cases.visitors import Visitor
from tools.proxy import Proxy
from tools.two_processes import Process, database

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

within_s = 90.0
"""Eight for a line, three for a new one, a bot's second, and far more than a loaded machine adds."""


@pytest.fixture
async def behind(database_address: str) -> AsyncIterator[tuple[Process, Proxy]]:
    """A process whose every line to its database leads through our hands."""
    del database_address  # skips without Postgres
    async with database() as url:
        parts = urlsplit(url)
        proxy = Proxy([parts.port or 5432])
        await proxy.start()
        user = parts.netloc.rpartition("@")[0]
        process = Process(f"postgresql://{user}@{proxy.address}{parts.path}", {"BOT_DELAY_MS": "0"})
        try:
            await process.start()
            yield process, proxy
        finally:
            proxy.release()
            await process.stop()
            await proxy.stop()
        assert '"level": "error"' not in process.log, process.log


async def test_lines_that_stay_dead_stop_neither_people_nor_workers_and_no_end(
    behind: tuple[Process, Proxy],
) -> None:
    """Twice the lines die without a word: what people do is stored again within seconds, and the worker beats, whose
    rounds are the bots' and the clocks'; health tells of it while no new line can be made. Asked to end on silent
    lines, the process does so by itself.
    """
    process, proxy = behind
    mira = Visitor(process.address)
    code = await mira.open_table()

    async def ready() -> int:
        return (await mira.http.get(f"http://{process.address}/-/ready")).status_code

    async def goes_on() -> None:
        began, said = time.monotonic(), 0
        while said != 303 or await ready() != 200:
            assert time.monotonic() - began < within_s, process.log
            said = (await mira.post(f"/t/{code}/chat", text="Brr")).status_code
            assert said in (303, 503)
            await asyncio.sleep(0.5)

    await goes_on()
    proxy.swallow()
    proxy.release()
    await goes_on()
    proxy.swallow()
    assert await ready() == 503
    assert (await mira.http.get(f"http://{process.address}/-/live")).status_code == 200
    proxy.release()
    await goes_on()
    proxy.swallow()
    assert await process.stop(signal.SIGTERM)
    await mira.http.aclose()
