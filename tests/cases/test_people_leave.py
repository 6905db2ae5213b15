"""People leave and come back, over two server processes on one Postgres."""

import asyncio
import contextlib

import pytest

from tests.cases.conftest import Visit
from tests.cases.visitors import news

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


async def test_host_gone_the_role_passes_on(visit: Visit) -> None:
    """The host's page at process A closes; within the grace time the one at process B is host, can start, and
    the old host is a guest when they come back.
    """
    mira, otto = visit("Mira"), visit("Otto")
    code = await mira.open_table(0)
    async with contextlib.AsyncExitStack() as pages:
        own = await pages.enter_async_context(mira.listen(code, 0))  # before anybody else is there
        await news(own)
        await otto.join(code, 1)
        watching = await pages.enter_async_context(otto.listen(code, 1))
        await asyncio.sleep(2.5)  # longer than the grace time: while the page is open the role stays
        assert (await otto.regions(code))["place"] == "lobby:1:guest"
        await own.close()
        async with asyncio.timeout(60):
            while (await news(watching))["place"] != "lobby:1:host":
                continue
    assert (await mira.regions(code, 1))["place"] == "lobby:0:guest"
    assert (await mira.post(f"/t/{code}/start", confirm="yes")).status_code == 403
    assert (await otto.post(f"/t/{code}/start", confirm="yes")).status_code == 303


async def test_a_removed_person_stays_out_at_every_process(visit: Visit) -> None:
    """Taken off at A, refused at B."""
    mira, otto = visit("Mira"), visit("Otto")
    code = await mira.open_table(0)
    await otto.join(code, 1)
    await mira.post(f"/t/{code}/remove", 0, seat="1")
    assert (await otto.post(f"/t/{code}/join", 1, name="Otto")).status_code == 403
