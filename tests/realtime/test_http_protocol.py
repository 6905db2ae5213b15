"""Connections without a proxy in front: heads without end, heads that never end, more of them than anybody needs."""

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected

from app.realtime import http_protocol as module
from app.realtime.http_protocol import CarefulProtocol, raise_open_files
from app.realtime.protocol import WideWindowProtocol

pytestmark = pytest.mark.anyio

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
get = b"GET / HTTP/1.1\r\nhost: yeti.test\r\n\r\n"
upgrade = (
    b"GET / HTTP/1.1\r\nhost: yeti.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


late: list[Exception] = []


async def talk(send: Any) -> None:
    """At every turn of the loop, until nobody listens."""
    try:
        while True:
            await send({"type": "websocket.send", "text": ""})
            await asyncio.sleep(0)
    except (RuntimeError, OSError) as error:
        late.append(error)


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/late":
            await talk(send)
        await receive()
        return
    while (await receive()).get("more_body"):
        pass
    if scope["path"] == "/much":
        much = b"x" * 30_000_000
        headers = [(b"content-length", b"%d" % len(much))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": much})
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serving(proxies: str = "192.0.2.1", *, ping_s: float = 20) -> AsyncIterator[Callable[[], Any]]:
    """What opens a connection to it."""
    config = uvicorn.Config(
        app, port=0, http=CarefulProtocol, ws=WideWindowProtocol, lifespan="off", log_config=None,
        forwarded_allow_ips=proxies, access_log=False, ws_ping_interval=ping_s, ws_ping_timeout=ping_s,
    )  # fmt: skip
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server._serve(None))
    while not server.started:  # noqa: ASYNC110  # uvicorn says it by a flag alone
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    lines: list[Line] = []

    async def dial() -> Line:
        line = await asyncio.open_connection("127.0.0.1", port)
        lines.append(line)
        return line

    yield dial
    for _, writer in lines:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    server.should_exit = True
    await task
    assert not CarefulProtocol.connections_of


async def answer(line: Line, sent: bytes = b"") -> bytes:
    """The first line of what comes back, b"" for a connection that is closed without a word."""
    line[1].write(sent)
    with contextlib.suppress(OSError):
        return await asyncio.wait_for(line[0].readline(), 60)
    return b""


async def test_requests_are_answered_one_after_the_other_on_one_connection() -> None:
    async with serving() as dial:
        line = await dial()
        for _ in range(3):
            assert b" 200 " in await answer(line, get)
            await line[0].readuntil(b"ok")


async def test_a_request_that_names_two_hosts_is_refused() -> None:
    """In two headers, be they alike, or in a whole address and a header that differ: whoever stands in front may have
    gone by the other one. A socket likewise.
    """
    two = b"host: yeti.test\r\nhost: %b\r\n"
    async with serving() as dial:
        for other in (b"evil.test", b"yeti.test"):
            for request in (get, upgrade):
                sent = request.replace(b"host: yeti.test\r\n", two % other)
                assert b" 400 " in await answer(await dial(), sent)
        whole = b"GET http://%b/?a=b HTTP/1.1\r\nhost: yeti.test\r\n\r\n"
        assert b" 400 " in await answer(await dial(), whole % b"evil.test")
        assert b" 200 " in await answer(await dial(), whole % b"Yeti.test")
        assert b" 200 " in await answer(await dial(), get.replace(b"/", b"/http://evil.test", 1))


async def test_requests_that_do_not_wait_for_answers_are_few() -> None:
    """A few at once are answered in turn; of thousands none is so much as made ready behind the twentieth."""
    async with serving() as dial:
        line = await dial()
        line[1].write(get * 10)
        for _ in range(10):
            await asyncio.wait_for(line[0].readuntil(b"ok"), 60)
        many = await dial()
        many[1].write(get * 1000)
        with contextlib.suppress(ConnectionError):
            answers = await asyncio.wait_for(many[0].read(), 60)
            assert answers.count(b" 200 OK") <= 1 + module.most_waiting
            assert b" 400 " in answers


async def test_a_head_without_end_is_cut_off() -> None:
    """One header of megabytes, many headers, a long address: 431, and no more than 32 kB and one read are kept."""
    async with serving() as dial:
        endless = await dial()
        endless[1].write(b"GET / HTTP/1.1\r\nx: ")
        for _ in range(20):
            endless[1].write(b"x" * 16_384)
        assert b" 431 " in await answer(endless)
        many = b"".join(b"x%d: %s\r\n" % (n, b"y" * 900) for n in range(50))
        assert b" 431 " in await answer(await dial(), b"GET / HTTP/1.1\r\nhost: a\r\n" + many + b"\r\n")
        assert b" 431 " in await answer(
            await dial(), b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\nhost: a\r\n\r\n"
        )
        assert b" 431 " in await answer(await dial(), upgrade[:-2] + many + b"\r\n")
        assert b" 200 " in await answer(
            await dial(), b"GET / HTTP/1.1\r\nhost: a\r\nx: " + b"x" * 30_000 + b"\r\n\r\n"
        )
        assert b" 101 " in await answer(await dial(), upgrade)


async def test_a_head_that_never_ends_and_a_silent_connection_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The time runs from the first byte, not from the last one: a byte now and then buys nothing."""
    monkeypatch.setattr(module, "head_s", 1.5)
    async with serving() as dial:
        silent, half = await dial(), await dial()
        half[1].write(b"GET / HTTP/1.1\r\nx: ")

        async def drip() -> None:
            with contextlib.suppress(OSError):
                while True:
                    half[1].write(b"x")
                    await half[1].drain()
                    await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        assert b" 408 " in await answer(half)
        assert b" 408 " in await answer(silent)
        dripping.cancel()
        # The next head on a connection that has been answered has its own time.
        line = await dial()
        assert b" 200 " in await answer(line, get)
        await asyncio.sleep(2)
        await line[0].readuntil(b"ok")
        assert b" 200 " in await answer(line, get)
        await line[0].readuntil(b"ok")
        assert b" 408 " in await answer(line, b"GET / ")


async def test_an_upgrade_that_comes_to_nothing_is_closed() -> None:
    """A POST that asks for a socket never becomes one: it does not stay for ever either."""
    async with serving() as dial:
        post = upgrade.replace(b"GET", b"POST")
        for body in (b"", b"content-length: 5\r\n"):
            sent = post[:-2] + body + b"\r\nabcde"
            assert b" 400 " in await answer(await dial(), sent)


@pytest.mark.parametrize(
    "body", [b"content-length: 3\r\n\r\na=b", b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n"]
)
async def test_an_upgrade_with_a_body_is_refused(body: bytes) -> None:
    """A socket begins without one; neither a socket nor an answer would follow, and no limit of time."""
    async with serving() as dial:
        assert b" 400 " in await answer(await dial(), upgrade[:-2] + body)
        bodiless = upgrade[:-2] + b"content-length: 0\r\n\r\n"
        assert b" 101 " in await answer(await dial(), bodiless)


async def test_a_body_that_never_ends_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "body_s", 0.3)
    async with serving() as dial:
        line = await dial()
        assert await answer(line, b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nx") == b""


async def test_a_network_has_so_many_connections_and_sockets_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One more is told to come back; when one goes its place is free, a socket's too."""
    monkeypatch.setattr(module, "most_of_network", 3)
    async with serving() as dial:
        first = [await dial() for _ in range(3)]
        assert b" 101 " in await answer(first[0], upgrade)
        assert b" 200 " in await answer(first[1], get)
        assert b" 503 " in await answer(await dial())
        first[0][1].close()
        for _ in range(3000):
            if CarefulProtocol.connections_of["127.0.0.1"] < 3:
                break
            await asyncio.sleep(0.02)
        assert b" 200 " in await answer(await dial(), get)
    async with serving(proxies="127.0.0.1") as dial:
        lines = [await dial() for _ in range(6)]
        assert all([b" 200 " in await answer(line, get) for line in lines]), "a proxy's are not counted"


async def test_a_body_that_comes_in_one_read_with_its_head_is_no_head() -> None:
    """Sixty kilobytes of a form are within the limit of a body, however the network cuts them."""
    body = b"x" * 60_000
    post = b"POST / HTTP/1.1\r\nhost: yeti.test\r\ncontent-length: %d\r\n\r\n" % len(body)
    async with serving() as dial:
        for _ in range(3):
            assert b" 200 " in await answer(await dial(), post + body)


async def test_what_is_sent_after_a_listener_was_given_up_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody answers the pings, and what was sent before is still on its way: the sender learns that nobody listens."""
    late.clear()
    lost = WideWindowProtocol.connection_lost

    def after_what_was_sent(self: WideWindowProtocol, error: Exception | None) -> None:
        self.loop.call_later(0.3, lost, self, error)

    monkeypatch.setattr(WideWindowProtocol, "connection_lost", after_what_was_sent)
    async with serving(ping_s=0.05) as dial:
        line = await dial()
        assert b" 101 " in await answer(line, upgrade.replace(b"GET /", b"GET /late"))
        await asyncio.wait_for(line[0].read(), 60)
        async with asyncio.timeout(60):
            while not late:  # noqa: ASYNC110  # the server's task notes it
                await asyncio.sleep(0.01)
            while CarefulProtocol.connections_of:  # noqa: ASYNC110  # likewise
                await asyncio.sleep(0.01)
    assert [type(error) for error in late] == [ClientDisconnected]


def frames(number: int, opcode: int, content: bytes = b"") -> bytes:
    """So many frames of a client, masked by zeros."""
    return (bytes((opcode, 0x80 | len(content), 0, 0, 0, 0)) + content) * number


@pytest.mark.parametrize("flood", [frames(2000, 0x89), frames(100, 0x89, b"x" * 100), frames(2000, 0x00)])
async def test_a_listener_who_floods_is_cut_off(flood: bytes) -> None:
    """Pings, each of which is answered, and pieces of a message without end: neither is taken apart. The pings of a
    program are answered as ever.
    """
    async with serving() as dial:
        calm = await dial()
        assert b" 101 " in await answer(calm, upgrade)
        await calm[0].readuntil(b"\r\n\r\n")
        for _ in range(20):
            assert (await answer_of(calm, frames(1, 0x89, b"ping"))).endswith(b"ping")
        loud = await dial()
        assert b" 101 " in await answer(loud, upgrade)
        loud[1].write(frames(1, 0x01) + flood)
        with contextlib.suppress(ConnectionError):
            left = await asyncio.wait_for(loud[0].read(), 60)
            assert len(left) < 1000, "no answers to the flood"


async def answer_of(line: Line, sent: bytes) -> bytes:
    """The six bytes of an answer to a ping of four."""
    line[1].write(sent)
    return await asyncio.wait_for(line[0].readexactly(6), 60)


async def test_what_nobody_takes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody asks and never reads: the connection ends, and its place is free again."""
    monkeypatch.setattr(module, "unread_s", 0.5)
    async with serving() as dial:
        reader, writer = await dial()
        reader._transport.pause_reading()  # type: ignore[attr-defined]  # nothing else stops a stream's reading
        writer.write(b"GET /much HTTP/1.1\r\nhost: yeti.test\r\n\r\n")
        for _ in range(3000):
            if taken := CarefulProtocol.connections_of["127.0.0.1"]:
                break
            await asyncio.sleep(0.02)
        assert taken == 1
        for _ in range(3000):
            if not CarefulProtocol.connections_of["127.0.0.1"]:
                break
            await asyncio.sleep(0.02)
        assert not CarefulProtocol.connections_of["127.0.0.1"]
        CarefulProtocol.connections_of.clear()


async def test_open_files_are_raised_and_their_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the system allows; when they are used up newcomers are told to come back, and the log says why."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    set_to: list[tuple[int, int]] = []
    with monkeypatch.context() as patch:
        patch.setattr(resource, "getrlimit", lambda _what: (1024, 4096))
        patch.setattr(resource, "setrlimit", lambda _what, limits: set_to.append(limits))
        assert raise_open_files() == 4096
    assert set_to == [(4096, 4096)]
    told: list[str] = []
    monkeypatch.setattr(CarefulProtocol, "told_at", {})
    monkeypatch.setattr(module.log, "warning", lambda what, **_more: told.append(what))
    async with serving() as dial:
        monkeypatch.setattr(resource, "getrlimit", lambda _what: (module.spare_files, hard))
        assert b" 503 " in await answer(await dial())
        assert b" 503 " in await answer(await dial())
        monkeypatch.setattr(resource, "getrlimit", lambda _what: (soft, hard))
        assert b" 200 " in await answer(await dial(), get)
    assert told == ["open files used up"]
