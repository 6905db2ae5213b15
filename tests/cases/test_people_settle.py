"""What people settle at a table, its pages spread over two server processes on one Postgres."""

import asyncio
import json
import re
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from tests.cases.conftest import Visit
from tests.cases.visitors import Visitor, news

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


async def race(host: Visitor, *others: Visitor) -> str:
    code = await host.open_table(0)
    for number, other in enumerate(others, 1):
        await other.join(code, number % 2)
    await host.post(f"/t/{code}/clock", 1, seconds="120")
    assert (await host.post(f"/t/{code}/start", confirm="yes")).status_code == 303
    return code


async def may(socket: ClientConnection, wanted: list[str]) -> None:
    """Until a message or a heartbeat says that time allows just this."""
    async with asyncio.timeout(60):
        while True:
            told: dict[str, Any] = json.loads(await socket.recv())
            if told.get("may", []) == wanted:
                return


async def region(socket: ClientConnection, name: str, words: str) -> None:
    """Until the region holds these words."""
    async with asyncio.timeout(60):
        while True:
            for part in (await news(socket))["regions"]:
                if part["id"] == name and words in re.sub(r"<[^>]*>", "", part["html"]):
                    return


async def test_somebody_away_at_one_process_is_replaced_and_returns_at_the_other(visit: Visit) -> None:
    """Ines goes from B; at A it is offered, proposed at B, decided at A; she takes her seat back at A."""
    mira, ruben, ines = visit("Mira"), visit("Ruben"), visit("Ines")
    code = await race(mira, ruben, ines)
    async with mira.listen(code, 0) as host, ruben.listen(code, 1) as guest:
        async with ines.listen(code, 1) as own:
            await news(own)
            await may(host, [])
        await may(host, ["bot-2"])
        assert (await ruben.post(f"/t/{code}/propose", 1, seat="2")).status_code == 303
        await region(host, "asks", "Ruben proposes a bot for Ines.")
        assert (await mira.post(f"/t/{code}/bot", 0, seat="2")).status_code == 303
        await region(guest, "log", "Mira lets a bot sit in for Ines.")
        await may(guest, [])
        assert (await ines.post(f"/t/{code}/back", 0)).status_code == 303
        await region(guest, "log", "Ines is back in the seat.")


async def test_a_pause_and_a_claim_are_seen_at_both(visit: Visit) -> None:
    """Paused at A, shown at B with who did it; asked for a seat at B, given at A, and it is hers at B."""
    mira, ruben, lost = visit("Mira"), visit("Ruben"), visit("Ruben")
    code = await race(mira, ruben)
    async with mira.listen(code, 0) as host, ruben.listen(code, 1) as guest:
        assert (await mira.post(f"/t/{code}/pause", 0)).status_code == 303
        await region(guest, "asks", "Mira has paused the race.")
        await news(host)
    async with mira.listen(code, 0) as host:
        assert (await lost.post(f"/t/{code}/claim", 1, seat="1")).status_code == 303
        await region(host, "asks", "asks: I was Ruben.")
    assert (await mira.post(f"/t/{code}/reseat", 0, seat="1", yes="yes")).status_code == 303
    assert (await lost.regions(code, 1))["place"] == "table:1:guest"
    assert (await ruben.get(f"/t/{code}", 0)).status_code == 403
