"""uvicorn's protocol with what it lacks where no proxy stands in front: limits for the head of a request, for the time
it and its body may take, and for the connections of one network. Beyond them a connection is closed.

Connections from proxies (`TRUSTED_PROXIES`) are not counted: whoever comes through them is counted by the application.
"""

import asyncio
import re
import resource
import socket
import time
from collections import Counter
from functools import cached_property
from typing import Any, ClassVar

import structlog
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.players.limits import network_of
from app.realtime.protocol import WideWindowProtocol

log = structlog.get_logger("connections")

most_head = 32 * 1024
"""Bytes of address and headers; nginx takes as much."""
head_s = 15.0
"""For a head, from the connection's or its first byte on. Browsers open connections in advance; those may close."""
body_s = 20.0
most_waiting = 20
"""Requests behind one that is being answered. Nobody but programs sends any; thousands fit into one read."""
unread_s = 30
"""For what has been sent and is not taken: whoever stops reading keeps no memory here, goodbye said or not."""
most_of_network = 400
"""Sixty people behind one address with all the connections a browser opens."""
spare_files = 32
"""Descriptors kept for the database and the log when connections have taken all others."""
every_s = 60.0

answers = {
    400: b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    408: b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    431: b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    503: b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n",
}


def raise_open_files() -> int:
    """Asks the system for as many open files as this process may have, 65,536 at most; how many it has now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if wanted > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


class CarefulProtocol(HttpToolsProtocol):
    connections_of: ClassVar[Counter[str]] = Counter()
    """Open connections of this process by network."""
    told_at: ClassVar[dict[str, float]] = {}

    _network: str | None = None
    _timer: asyncio.TimerHandle | None = None
    _in_head = True
    _head = 0
    _heads = 0
    _refused = False
    _too_large = False

    @cached_property
    def _proxies(self) -> _TrustedHosts:
        return _TrustedHosts(self.config.forwarded_allow_ips or "127.0.0.1")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        super().connection_made(transport)
        self._wait(head_s)
        self._give_up_unread()
        host = self.client[0] if self.client else None
        if host and host not in self._proxies:
            self._network = network_of(host)
            self.connections_of[self._network] += 1
            if self.connections_of[self._network] > most_of_network:
                self._tell("too many connections of one network", most=most_of_network)
                self._refuse(503)
        self._see_files()

    def connection_lost(self, exc: Exception | None) -> None:
        self._done()
        self.release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        began_in_head, heads = self._in_head, self._heads
        if began_in_head and self._timer is None:
            self._wait(head_s)
        super().data_received(data)
        if began_in_head and self._in_head and heads == self._heads:  # else this read held bodies, too
            self._head += len(data)
            if self._head > most_head:
                self._refuse(431)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= most_waiting:
            raise ValueError("too many requests at once")  # the parser stops there: 400
        if self._should_upgrade() and self._has_body():
            raise ValueError("a socket with a body")  # neither an answer nor a socket would follow
        if self._names_two_hosts():
            raise ValueError("two hosts")  # 400, RFC 9112, 3.2; a proxy may have gone by the other
        self._in_head, self._head, self._heads = False, 0, self._heads + 1
        self._wait(body_s)
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        self._too_large = size > most_head
        if not self._too_large:
            super().on_headers_complete()
            return
        app, self.app = self.app, _head_too_large
        try:
            super().on_headers_complete()
        finally:
            self.app = app

    def _names_two_hosts(self) -> bool:
        """In two headers, or in one and a whole address."""
        hosts = [value.strip().lower() for name, value in self.headers if name == b"host"]
        if not self.url.startswith(b"/") and b"://" in self.url:
            hosts.append(re.split(rb"[/?#]", self.url.partition(b"://")[2], maxsplit=1)[0].lower())
        return len(hosts) > 1 and (len(set(hosts)) > 1 or self.url.startswith(b"/"))

    def _has_body(self) -> bool:
        return any(
            name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0"))
            for name, value in self.headers
        )

    def on_message_complete(self) -> None:
        self._done()
        self._in_head = True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._done()
        if self._too_large:
            self._refuse(431)
            return
        if self.scope["method"] != "GET":  # no socket begins like this, and nothing else would end it
            self._refuse(400)
            return
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WideWindowProtocol):
            protocol.release = self.release

    def release(self) -> None:
        """The connection is gone, whichever protocol it had at its end."""
        if self._network is not None:
            self.connections_of[self._network] -= 1
            if not self.connections_of[self._network]:
                del self.connections_of[self._network]
            self._network = None

    def _wait(self, seconds: float) -> None:
        self._done()
        self._timer = self.loop.call_later(seconds, self._too_slow)

    def _done(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self._in_head:
            self._refuse(408)
        elif not self.transport.is_closing():
            self.transport.close()

    def _refuse(self, status: int) -> None:
        self._refused = True
        if not self.transport.is_closing():
            self.transport.write(answers[status])
            self.transport.close()

    def _give_up_unread(self) -> None:
        """The system closes the connection then; only Linux can."""
        sock, option = self.transport.get_extra_info("socket"), getattr(socket, "TCP_USER_TIMEOUT", None)
        if sock is not None and option is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
            sock.setsockopt(socket.IPPROTO_TCP, option, int(unread_s * 1000))

    def _see_files(self) -> None:
        """A descriptor's number says how many are in use: the system gives the lowest that is free."""
        sock = self.transport.get_extra_info("socket")
        number, most = sock.fileno() if sock else 0, resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if number > most - spare_files:
            self._tell("open files used up", most=most, hint="raise LimitNOFILE (systemd) or ulimit -n")
            self._refuse(503)

    def _tell(self, what: str, **more: Any) -> None:
        """Once a minute."""
        now = time.monotonic()
        if now - self.told_at.get(what, -every_s) >= every_s:
            self.told_at[what] = now
            log.warning(what, **more)


async def _head_too_large(_scope: Any, _receive: Any, send: Any) -> None:
    headers = [(b"connection", b"close"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 431, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
