"""People who are away are called by mail, while two processes both look: once, and only who is away and still owes."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from tests.cases.visitors import Visitor, news
from tests.notices.mailbox import Mailbox
from tools.two_processes import Process, database, pair

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

guests = 8


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with Mailbox.open() as opened:
        yield opened


@pytest.fixture(scope="module")
async def both(mailbox: Mailbox, database_address: str) -> AsyncIterator[tuple[Process, Process]]:
    settings = {
        "BOT_DELAY_MS": "0",
        "NOTICE_MS": "2500",
        "SMTP_URL": f"smtp://127.0.0.1:{mailbox.port}",
        "MAIL_FROM": "yeti@example.org",
        "BASE_URL": "http://yeti.example",
    }
    del database_address  # skips without Postgres
    # A database of its own: processes of one database must be able to reach people alike.
    async with database() as address, pair(address, settings) as processes:
        yield processes
        for process in processes:
            assert '"level": "error"' not in process.log, process.log


async def until(mailbox: Mailbox, count: int, seconds: float = 120) -> None:
    async with asyncio.timeout(seconds):
        while len(mailbox.mails) < count:  # noqa: ASYNC110  # a mail server in a thread tells nobody
            await asyncio.sleep(0.05)


async def reachable(guest: Visitor, mailbox: Mailbox) -> None:
    """The guest gives an address and says yes to the mail's question."""
    asked = len(mailbox.mails)
    answer = await guest.post("/notices/address", address=f"{guest.name.lower()}@example.org")
    assert answer.status_code == 303, answer.text
    await until(mailbox, asked + 1)
    assert mailbox.mails[-1][0] == [f"{guest.name.lower()}@example.org"]
    link = mailbox.link("confirm")
    async with httpx.AsyncClient() as anywhere:
        assert (await anywhere.post(f"http://{guest.at[0]}{link}")).status_code == 200


def called(mailbox: Mailbox) -> dict[str, int]:
    """How many calls went to whom."""
    found: dict[str, int] = {}
    for to, mail in mailbox.mails:
        if mail["List-Unsubscribe"]:
            found[to[0]] = found.get(to[0], 0) + 1
    return found


@pytest.mark.long
async def test_two_processes_call_everybody_once(both: tuple[Process, Process], mailbox: Mailbox) -> None:
    """Eight people at eight tables by days. One stays, connected to one process only; one moves in time; six go and are
    called: once each, though both processes look all the while. The last one, who goes later, shows that a second
    call to the others would have had its time.
    """
    at = [process.address for process in both]
    host = Visitor(*at, name="Mira")
    others = [Visitor(*at, name=f"Guest{number}") for number in range(guests)]
    codes = []
    for number, guest in enumerate(others):
        code = await host.open_table(number % 2)
        codes.append(code)
        await guest.get(f"/t/{code}", 1)
        await guest.join(code, 1)
        await host.post(f"/t/{code}/bots", 0)
        await host.post(f"/t/{code}/clock", 0, seconds="86400")
        await reachable(guest, mailbox)
    sockets = [guest.listen(code, 1) for guest, code in zip(others, codes, strict=True)]
    opened = [await socket.__aenter__() for socket in sockets]
    for socket in opened:
        await news(socket)
    for code in codes:
        assert (await host.post(f"/t/{code}/start", 0, confirm="yes")).status_code == 303

    stays, moves, last = 0, 1, guests - 1
    for number in range(1, last):
        await opened[number].close()
    kind, decision, cards = await others[moves].asked(codes[moves], 0)
    assert kind == "select"
    assert (await others[moves].select(codes[moves], decision, cards[0], 0)).status_code == 303
    await until(mailbox, guests + last - 2)
    await opened[last].close()
    await until(mailbox, guests + last - 1)

    assert called(mailbox) == {f"guest{n}@example.org": 1 for n in range(2, guests)}
    for number in range(2, guests):
        said = [
            mailbox.text(i) for i, (to, _) in enumerate(mailbox.mails) if to == [f"guest{number}@example.org"]
        ]
        assert f"http://yeti.example/t/{codes[number]}" in said[-1]
    await opened[stays].close()
    for visitor in (host, *others):
        await visitor.http.aclose()
