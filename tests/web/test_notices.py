"""My tables and the ways to be told, over HTTP: with a real mail server at the other end, and mail programs' clicks."""

import json
import re
import threading
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import anyio
import httpx
import pytest
from fastapi import FastAPI

from app.main import create_app
from app.notices.webpush import new_keys
from app.players import addresses
from app.players.limits import RateLimit
from app.settings import Settings
from tests.notices.mailbox import Mailbox
from tests.web.conftest import Guest, running

pytestmark = pytest.mark.anyio

public_point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
secret = "BTBZMqHH6r4Tts7J_aSIgg"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox.open() as opened:
        yield opened


@pytest.fixture
async def reaching(tmp_path: Path, mailbox: Mailbox) -> AsyncIterator[FastAPI]:
    """A server that sends mail and push, and calls after 50 ms."""
    private, public = new_keys()
    settings = Settings.from_environment(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path / 'reaching.db'}",
            "BOT_DELAY_MS": "0",
            "NOTICE_MS": "50",
            "BASE_URL": "http://yeti.test",
            "SMTP_URL": f"smtp://127.0.0.1:{mailbox.port}",
            "MAIL_FROM": "yeti@example.org",
            "VAPID_PRIVATE_KEY": private,
            "VAPID_PUBLIC_KEY": public,
            "VAPID_SUBJECT": "mailto:op@example.org",
        }
    )
    async with running(create_app(settings)) as app:
        yield app


@pytest.fixture
async def ines(reaching: FastAPI) -> AsyncIterator[Guest]:
    guest = Guest(reaching)
    yield guest
    await guest.http.aclose()


@pytest.fixture
async def otto(reaching: FastAPI) -> AsyncIterator[Guest]:
    guest = Guest(reaching)
    yield guest
    await guest.http.aclose()


async def until(condition: object) -> None:
    """Waits for what the server does by itself."""
    assert callable(condition)
    with anyio.fail_after(60):
        while not condition():  # noqa: ASYNC110  # a mail server in a thread tells nobody
            await anyio.sleep(0.02)


async def race(host: Guest, guest: Guest, *, seconds: int = 86_400) -> str:
    code = await host.open_table("Ines")
    await guest.get(f"/t/{code}")
    assert (await guest.post(f"/t/{code}/join", name="Otto")).status_code == 303
    assert (await host.post(f"/t/{code}/clock", seconds=str(seconds))).status_code == 303
    assert (await host.post(f"/t/{code}/start", confirm="yes")).status_code == 303
    return code


async def test_from_the_address_to_the_last_mail(
    reaching: FastAPI, mailbox: Mailbox, ines: Guest, otto: Guest
) -> None:
    """Double opt-in, a call, one click: opening a link does nothing, its button does, once; the click of a mail program
    comes from anywhere, without a token of ours (RFC 8058), and doing it again is no error.
    """
    code = await race(ines, otto)
    assert (await otto.post("/notices/address", address="otto@example.org")).status_code == 303
    assert "otto@example.org" in (await otto.get("/notices")).text
    link = mailbox.link("confirm")
    anywhere = httpx.AsyncClient(
        transport=httpx.ASGITransport(reaching),
        base_url="http://yeti.test",
        headers={"origin": "http://yeti.test", "accept": "text/html"},
    )
    for _ in range(2):
        page = await anywhere.get(link)
        assert "otto@example.org" in page.text
        assert page.text.count("<form") == page.text.count('method="post"')
    assert len(mailbox.mails) == 1, "asked, but not answered: nothing else is sent"
    assert "otto@example.org" in (await anywhere.post(link)).text
    assert "too old" in (await anywhere.post(link)).text
    await until(lambda: len(mailbox.mails) == 2)
    assert f"http://yeti.test/t/{code}" in mailbox.text()
    stop = mailbox.mails[-1][1]["List-Unsubscribe"].strip("<>")
    assert stop.endswith(mailbox.link("stop"))
    elsewhere = {"origin": "https://mail.example", "sec-fetch-site": "cross-site"}
    plain = httpx.AsyncClient(transport=httpx.ASGITransport(reaching), headers=elsewhere)
    assert "otto@example.org" in (await plain.get(stop)).text
    for _ in range(2):
        answer = await plain.post(stop, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    assert "otto@example.org" not in (await otto.get("/notices")).text
    await anywhere.aclose()
    await plain.aclose()


@pytest.mark.parametrize(
    "address",
    ["", "otto", "otto@", "@example.org", "otto@localhost", "a b@example.org", "o..o@example.org", "ö@example.org",
     "otto@example.org\r\nBcc: all@example.org", f"{'o' * 65}@example.org", f"o@{'e' * 250}.org", "a@b.de,c@d.de"],
)  # fmt: skip
async def test_what_is_no_address(mailbox: Mailbox, ines: Guest, address: str) -> None:
    """Refused in words beside the field; nothing is sent."""
    await ines.open_table("Ines")
    answer = await ines.post("/notices/address", address=address)
    assert answer.status_code == 409
    assert "That does not look like a mail address." in answer.text
    assert mailbox.mails == []


async def test_nobody_can_fill_a_mailbox(reaching: FastAPI, mailbox: Mailbox) -> None:
    """However many people ask for it, and however they write it, one mailbox gets three questions; and one person may
    ask four times.
    """
    guests = [Guest(reaching) for _ in range(4)]
    answers = []
    for guest, written in zip(guests, ("Victim", "victim+1", "vic.tim", "v.ICTIM+2"), strict=True):
        await guest.open_table("Ines")
        answers.append((await guest.post("/notices/address", address=f"{written}@example.org")).status_code)
    assert answers == [303, 303, 303, 429]
    one = guests[0]
    asked = [
        (await one.post("/notices/address", address=f"a{number}@example.org")).status_code
        for number in range(4)
    ]
    assert asked == [303, 303, 303, 429]
    assert len(mailbox.mails) == 6
    for guest in guests:
        await guest.http.aclose()


async def test_no_flood_of_questions_refuses_everybody(
    reaching: FastAPI, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When all together have asked too much, whoever has not asked yet is heard all the same, once."""
    monkeypatch.setattr(addresses, "asked_overall", RateLimit(burst=1, every_ms=3_600_000))
    answers = []
    for client in ("192.0.2.1", "198.51.100.7"):
        guest = Guest(reaching)
        guest.http._transport = httpx.ASGITransport(reaching, client=(client, 1))
        await guest.open_table("Ines")
        for number in range(2):
            asked = await guest.post(
                "/notices/address", address=f"a{number}@{client.replace('.', '-')}.example.org"
            )
            answers.append(asked.status_code)
        await guest.http.aclose()
    assert answers == [303, 429, 303, 429]
    assert len(mailbox.mails) == 2


async def test_a_mail_server_that_is_away_is_said(mailbox: Mailbox, ines: Guest) -> None:
    """The person who waits for the question hears at once that it did not go out."""
    await ines.open_table("Ines")
    mailbox.answer = "451 later"
    answer = await ines.post("/notices/address", address="ines@example.org")
    assert "could not be sent" in answer.text


async def test_a_slow_mail_server_keeps_nobody_waiting(
    mailbox: Mailbox, ines: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mail servers keep strangers waiting on purpose: the question goes out all the same, and leads to a yes."""
    monkeypatch.setattr(addresses, "asking_s", 0.05)
    taken, answered = mailbox.handle_DATA, threading.Event()

    async def slowly(*given: object) -> str:
        while not answered.is_set():  # noqa: ASYNC110  # it has a loop and a thread of its own
            await anyio.sleep(0.02)
        return await taken(*given)

    await ines.open_table("Ines")
    monkeypatch.setattr(mailbox, "handle_DATA", slowly)
    assert (await ines.post("/notices/address", address="ines@example.org")).status_code == 303
    assert mailbox.mails == []
    answered.set()
    await until(lambda: len(mailbox.mails) == 1)
    assert "From now on" in (await ines.http.post(mailbox.link("confirm"))).text


async def test_a_server_without_ways_says_so(mira: Guest) -> None:
    """Neither push nor mail: the page says it in one sentence, and the forms are not there or refuse."""
    await mira.open_table("Mira")
    page = (await mira.get("/notices")).text
    assert "This server can send neither push nor e-mail." in page
    assert 'name="address"' not in page
    assert "push-on" not in page
    assert "sends no e-mail" in (await mira.post("/notices/address", address="m@example.org")).text
    body = {"endpoint": "https://push.example/1", "keys": {"p256dh": public_point, "auth": secret}}
    refused = await mira.http.post("/notices/push", json=body, headers={"accept": "application/json"})
    assert refused.status_code == 409
    assert "no push" in refused.text


async def test_a_server_with_ways_says_which(ines: Guest) -> None:
    await ines.open_table("Ines")
    page = (await ines.get("/notices")).text
    assert "neither" not in page
    assert re.search(r'id="push-on" data-key="[\w-]{87}"', page)
    assert 'name="address"' in page


async def test_a_stranger_is_asked_for_a_name_first(mira: Guest) -> None:
    assert "Enter a name first" in (await mira.get("/notices")).text
    assert "You sit at no table yet" in (await mira.get("/tables")).text
    assert (await mira.http.get("/tables/waiting")).json() == {"known": False, "waiting": []}


async def test_subscriptions(ines: Guest) -> None:
    """What a browser gives is kept for this browser; what could lead elsewhere, or be read by nobody, is refused."""
    await ines.open_table("Ines")
    good = {"endpoint": "https://push.example/1", "keys": {"p256dh": public_point, "auth": secret}}
    assert (await ines.http.post("/notices/push", json=good)).status_code == 204
    assert "data-known" in (await ines.get("/notices")).text
    for change in (
        {"endpoint": "http://push.example/1"},
        {"endpoint": "https://user@push.example/1"},
        {"endpoint": "https://push.example:8443/1"},
        {"endpoint": "https://push.example/ 1"},
        {"endpoint": "https://[::1/1"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"endpoint": 7},
        {"keys": None},
        {"keys": {"p256dh": public_point}},
        {"keys": {"p256dh": secret, "auth": secret}},
        {"keys": {"p256dh": public_point, "auth": public_point}},
        {"keys": {"p256dh": "!" * 87, "auth": secret}},
    ):
        answer = await ines.http.post("/notices/push", json=good | change)
        assert answer.status_code == 409, change
    assert (await ines.http.post("/notices/push/stop", json={})).status_code == 204
    assert "data-known" not in (await ines.get("/notices")).text


async def test_another_site_subscribes_nobody(ines: Guest) -> None:
    """A page elsewhere cannot point somebody's notices at itself."""
    await ines.open_table("Ines")
    body = json.dumps(
        {"endpoint": "https://evil.example/1", "keys": {"p256dh": public_point, "auth": secret}}
    )
    headers = {"origin": "https://evil.example", "content-type": "application/json"}
    assert (await ines.http.post("/notices/push", content=body, headers=headers)).status_code == 403
    answer = await ines.http.post("/notices/push", content=body, headers={"content-type": "text/plain"})
    assert answer.status_code == 400


async def test_my_tables(ines: Guest, otto: Guest) -> None:
    """What waits for the reader comes first and is marked; others are named; the deadline is there for scripts and in
    UTC; how it ended is said.
    """
    lobby = await otto.open_table("Otto")
    code = await race(ines, otto)
    page = (await otto.get("/tables")).text
    assert "<title>(!) My tables · Yeti Mountain</title>" in page
    assert page.index(f"/t/{code}") < page.index(f"/t/{lobby}")
    assert f'data-code="{code}" data-decision="1"' in page
    found = re.search(
        r'<time datetime="([^"]+)" data-until="until #">until [A-Z][a-z]+ \d+, \d\d:\d\d UTC', page
    )
    assert found
    left = datetime.fromisoformat(found[1]) - datetime.now(UTC)
    assert 23.9 * 3600 < left.total_seconds() <= 24.1 * 3600
    waiting = (await otto.http.get("/tables/waiting")).json()
    assert waiting == {"known": True, "waiting": [{"code": code, "decision": 1}]}
    await otto.post(f"/t/{code}/bot")
    listed = (await otto.http.get("/tables/list")).text
    assert "A bot plays for you" in listed or "Your move" not in listed
    assert (await otto.http.get("/tables/waiting")).json()["waiting"] == []
    assert "<html" not in listed


async def test_whom_a_table_waits_for(ines: Guest, otto: Guest) -> None:
    """Names of the people who are awaited, in the reader's language."""
    code = await race(ines, otto)
    page = (await otto.get(f"/t/{code}")).text
    own = sorted(set(re.findall(r'id="card-(\w+)"', page[page.index('id="hand"') :])))
    skiers = sorted(set(re.findall(r'name="card-(\d)"', page)))
    cards = {f"card-{skier}": own[index] for index, skier in enumerate(skiers)}
    cards |= {f"jump-{skier}": "no" for skier in skiers}
    picked = await otto.post(f"/t/{code}/actions", kind="select", decision="1", **cards)
    assert picked.status_code == 303, picked.text
    assert "Waiting for Ines" in (await otto.get("/tables")).text
    german = await otto.http.get("/tables", headers={"accept-language": "de"})
    assert "Warten auf Ines" in german.text


async def test_the_service_worker(mira: Guest) -> None:
    """At the root, so that it may speak for the whole site; a script; looked at anew; bound to our own origin."""
    answer = await mira.http.get("/worker.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "connect-src 'self'" in answer.headers["content-security-policy"]
    assert 'addEventListener("fetch"' not in answer.text


async def test_links_that_are_none(mira: Guest) -> None:
    """Made-up tokens change nothing and tell nothing."""
    for path in (
        "/notices/confirm",
        "/notices/stop",
        "/notices/confirm?token=x",
        f"/notices/stop?token={'a' * 5000}",
    ):
        for answer in (await mira.http.get(path), await mira.http.post(path)):
            assert answer.status_code == 200
            assert "Nothing left to do here" in answer.text
