"""Web Push: what only one browser can read, signed by us, and sent nowhere but outside."""

import asyncio
import json
import os
import socket
import subprocess
import sys

import pytest

from app import cli
from app.notices import push
from app.notices.dispatcher import NoticeDispatcher
from app.notices.model import Delivery, DeliveryResult, TurnNotice
from app.notices.push import Inside, Outside, WebPush, is_public
from app.notices.webpush import BadKey, Vapid, new_keys, private_key, read, sealed, written
from app.notification_wiring import vapid_of
from app.settings import BadSetting, Settings
from app.tables.consequences import TableConsequences
from app.tables.executor import CommandExecutor
from app.tables.play.bot_pacing import BotPacing
from app.web.fronts import fronts
from app.web.pages.letters import Letters
from tests.fakes import FakeBus, FakePresence
from tests.memory_repository import MemoryTableRepository
from tests.notices.conftest import Reader, Service, signed_by

pytestmark = pytest.mark.anyio

now = 1_800_000_000_000


def on_this_machine(address: str) -> bool:
    return address in ("127.0.0.1", "::1")


def sender(service: Service, vapid: Vapid) -> WebPush:
    return WebPush(vapid, lambda: now, outside=Outside(on_this_machine), tls=service.tls)


@pytest.fixture
def vapid() -> Vapid:
    return Vapid(private_key(new_keys()[0]), "mailto:op@example.org")


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5: with its keys and salt, its bytes come out."""
    body = sealed(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=read("DGv6ra1nlYgDCS1FRnbzlw"),
        once=private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert written(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
        "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


async def test_the_service_gets_what_only_the_browser_can_read(service: Service, vapid: Vapid) -> None:
    """Over TLS, to a service that checks the signature (RFC 8292) and a browser that decrypts; never twice the same."""
    browser, way = Reader(), sender(service, vapid)
    for _ in range(2):
        fate = await way.send(
            browser.at(service.endpoint()), "Du bist dran ⛷".encode(), topic="t" * 32, ttl=90
        )
        assert fate is DeliveryResult.SENT
    await way.close()
    (line, headers, first), (_, _, second) = service.got
    assert line == "POST /push/abc HTTP/1.1"
    assert [headers[name] for name in ("ttl", "topic", "urgency", "content-encoding")] == [
        "90",
        "t" * 32,
        "high",
        "aes128gcm",
    ]
    claims = signed_by(headers["authorization"])
    assert claims == {
        "aud": f"https://localhost:{service.port}",
        "exp": now // 1000 + 12 * 3600,
        "sub": "mailto:op@example.org",
        "k": vapid.public,
    }
    assert browser.read(first).decode() == "Du bist dran ⛷"
    assert browser.read(second) == browser.read(first)
    assert second[:16] != first[:16]
    assert b"dran" not in first


@pytest.mark.parametrize(
    ("status", "fate"),
    [
        ("200 OK", DeliveryResult.SENT),
        ("404 Not Found", DeliveryResult.GONE),
        ("410 Gone", DeliveryResult.GONE),
        ("413 Too Large", DeliveryResult.LOST),
        ("429 Too Many Requests", DeliveryResult.LATER),
        ("503 Away", DeliveryResult.LATER),
        ("302 Found", DeliveryResult.LOST),
    ],
)
async def test_answers_mean_what_they_say(
    service: Service, vapid: Vapid, status: str, fate: DeliveryResult
) -> None:
    """Gone is gone, busy is for later, and nobody is led anywhere else."""
    service.status = status
    way = sender(service, vapid)
    assert await way.send(Reader().at(service.endpoint()), b"x", topic="t", ttl=1) is fate
    await way.close()
    assert len(service.got) == 1


async def test_silence_after_the_message_is_no_reason_to_say_it_again(
    service: Service, vapid: Vapid, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows whether it came: better lost than twice. A service that cannot be reached at all is tried again."""
    monkeypatch.setattr(push, "patience_s", 0.3)
    service.stuck = True
    way = sender(service, vapid)
    assert await way.send(Reader().at(service.endpoint()), b"x", topic="t", ttl=1) is DeliveryResult.LOST
    nobody = await asyncio.start_server(lambda _r, _w: None, "127.0.0.1", 0)
    port = nobody.sockets[0].getsockname()[1]
    nobody.close()
    await nobody.wait_closed()
    assert (
        await way.send(Reader().at(f"https://localhost:{port}/"), b"x", topic="t", ttl=1)
        is DeliveryResult.LATER
    )
    await way.close()


async def test_who_answers_a_letter_at_a_time_holds_nobody_up(
    service: Service, vapid: Vapid, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every single wait is short then, and their sum has an end, too: other notices wait behind this one."""
    monkeypatch.setattr(push, "patience_s", 0.3)
    monkeypatch.setattr(push, "whole_s", 0.8)
    service.drips = True
    way = sender(service, vapid)
    async with asyncio.timeout(4):
        assert await way.send(Reader().at(service.endpoint()), b"x", topic="t", ttl=1) is DeliveryResult.LOST
    await way.close()
    assert len(service.got) == 1


async def test_nothing_is_sent_inside(service: Service, vapid: Vapid) -> None:
    """Endpoints come from anybody: names and numbers that mean this machine or a network behind it are never connected
    to, whatever they are called.
    """
    way = WebPush(vapid, lambda: now, tls=service.tls)
    for host in ("localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "0x7f.1"):
        endpoint = f"https://{host}:{service.port}/push"
        assert await way.send(Reader().at(endpoint), b"x", topic="t", ttl=1) is DeliveryResult.GONE, host
    await way.close()
    assert service.got == []


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "::1", "::", "fe80::1", "fc00::1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1",
     "::7f00:1", "fec0::1", "64:ff9b:1::1", "2001::1"],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_addresses_that_are() -> None:
    assert is_public("8.8.8.8")
    assert is_public("2606:4700:4700::1111")


async def test_a_name_with_one_address_inside_is_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a name's addresses must be public, and it is looked up once: no second answer can change that."""
    asked = []

    def lookup(host: str, port: int, **_kind: object) -> list[object]:
        asked.append(host)
        return [(2, 1, 6, "", ("8.8.8.8", port)), (2, 1, 6, "", ("10.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(Inside):
        await Outside().connect_tcp("push.example", 443, timeout=1)
    assert asked == ["push.example"]


async def test_keys_that_are_none_end_the_subscription(service: Service, vapid: Vapid) -> None:
    """A point that is not on the curve cannot be written to: the browser is dropped, nothing is sent."""
    browser = Reader().at(service.endpoint())
    bad = type(browser)(1, browser.endpoint, written(b"\x04" + bytes(64)), browser.auth, "en")
    way = sender(service, vapid)
    assert await way.send(bad, b"x", topic="t", ttl=1) is DeliveryResult.GONE
    await way.close()
    assert service.got == []


def test_our_keys_in_the_settings() -> None:
    """The private half is enough; a public half that does not fit, or a key that is none, is refused by name."""
    private, public = new_keys()
    whole = Settings(vapid_private_key=private, vapid_public_key=public, vapid_subject="mailto:a@b.de")
    made = vapid_of(whole)
    assert made is not None
    assert made.public == public
    assert vapid_of(Settings()) is None
    with pytest.raises(BadSetting, match="VAPID_PUBLIC_KEY"):
        vapid_of(
            Settings(vapid_private_key=private, vapid_public_key=new_keys()[1], vapid_subject="mailto:a@b.de")
        )
    for nonsense in ("x", "", "A" * 43, written(bytes(32)), "ä"):
        with pytest.raises(BadKey):
            private_key(nonsense)
    with pytest.raises(BadSetting, match="VAPID_PRIVATE_KEY"):
        vapid_of(Settings(vapid_private_key="x", vapid_subject="mailto:a@b.de"))


def test_keys_for_an_operator(capsys: pytest.CaptureFixture[str]) -> None:
    """`admin vapid` makes a pair the server takes; a server with a key that is none does not begin, and says why."""
    assert cli.main(["admin", "--json", "vapid"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert vapid_of(Settings.from_environment(made | {"VAPID_SUBJECT": "mailto:a@b.de"})) is not None
    wrong = {"VAPID_PRIVATE_KEY": "nonsense", "VAPID_SUBJECT": "mailto:a@b.de", "PORT": "0"}
    begun = subprocess.run(
        [sys.executable, "-m", "app", "serve"],
        env=os.environ | wrong,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert begun.returncode == 2
    assert begun.stderr.startswith("VAPID_PRIVATE_KEY: ")
    assert "nonsense" not in begun.stderr


async def test_notices_go_out_whole(service: Service, vapid: Vapid) -> None:
    """What the caller hands over arrives in the browser's words: title, text, where it leads, for which decision; it
    waits at the service no longer than the decision does, and replaces an older one of its table.
    """
    browser, way = Reader(), sender(service, vapid)
    store = OneErrand(
        Delivery(
            browser.at(service.endpoint()),
            (TurnNotice("t" * 32, "KRT7Q4", "avalanche", 3, 1, "Mira", now + 90_500),),
        )
    )
    nothing = TableConsequences(BotPacing(0), None)
    executor = CommandExecutor(
        MemoryTableRepository(), FakeBus(), {}, lambda: now, news=FakePresence().heard, consequences=nothing
    )
    caller = NoticeDispatcher(
        executor, FakePresence(), store, Letters(fronts), push=way, mail=None, base_url="", after_ms=0
    )
    assert await caller.deliver(now) == 1
    await way.close()
    [(_, headers, body)] = service.got
    assert json.loads(browser.read(body)) == {
        "title": "Your move",
        "body": "Mira's table waits for you.",
        "code": "KRT7Q4",
        "decision": 3,
    }
    assert headers["ttl"] == "90"
    assert len(headers["topic"]) == 32
    assert "KRT7Q4" not in str(headers)


class OneErrand:
    """A store with one errand in it."""

    def __init__(self, errand: Delivery) -> None:
        self.errands = [errand]

    async def take(self, _now: int, _most: int) -> list[Delivery]:
        return [self.errands.pop()]

    async def still(self, errand: Delivery) -> Delivery:
        return errand

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"{name}: nothing else is asked of the store")
