"""The phone slept: nothing comes through for a while, and then everything at once."""

import asyncio

import pytest

from tests.cases.conftest import Visit
from tests.cases.visitors import news, news_of
from tools.proxy import Proxy
from tools.two_processes import Process

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


@pytest.mark.long
async def test_a_page_that_was_cut_off_gets_the_truth_and_holds_nobody_up(
    visit: Visit, processes: tuple[Process, Process]
) -> None:
    """Otto's line is dead but not closed for twelve seconds while the table changes many times: Mira is told
    all the while; back again, Otto's next connection brings the latest version.
    """
    mira, otto = visit("Mira"), visit("Otto")
    tunnel = Proxy([process.port for process in processes])
    await tunnel.start()
    code = await mira.open_table(0)
    await otto.join(code, 1)
    try:
        async with mira.listen(code, 0) as watching, otto.listen(code, at=tunnel.address) as asleep:
            version = (await news(asleep))["version"]
            tunnel.hold()
            for turn in range(12):
                on = "yes" if turn % 2 == 0 else "no"
                assert (await mira.post(f"/t/{code}/options", 0, option="racing", on=on)).status_code == 303
                version += 1
                await news_of(watching, version)
                await asyncio.sleep(1)
            tunnel.release()
            async with otto.listen(code, at=tunnel.address) as awake:
                message = await news(awake)
            assert message["version"] >= version
    finally:
        await tunnel.stop()


async def test_two_tabs_of_one_seat_agree(visit: Visit) -> None:
    """One at each process: both are the same seat, what one does the other shows, and closing one is not leaving."""
    mira = visit("Mira")
    code = await mira.open_table(0)
    async with mira.listen(code, 0) as one:
        async with mira.listen(code, 1) as two:
            first, second = await news(one), await news(two)
            assert first["place"] == second["place"] == "lobby:0:host"
            await mira.post(f"/t/{code}/options", 1, option="racing", on="yes")
            told = await asyncio.gather(
                news_of(one, first["version"] + 1), news_of(two, first["version"] + 1)
            )
            assert {message["version"] for message in told} == {first["version"] + 1}
        seats = (await mira.regions(code, 0))["regions"]["lobby-seats"]
        assert "Away" not in seats
