"""The way to push services. Their addresses come from browsers, so from anybody: only https, only hosts whose every
address is public, looked up once and connected to as looked up; no redirect is followed, no answer read.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpcore
import structlog

from app.notices.model import Browser, DeliveryResult
from app.notices.webpush import Vapid, sealed

log = structlog.get_logger("push")

patience_s = 10.0

whole_s = 12.0
"""For all of one message: who answers a byte at a time keeps every single wait short, and must not hold up others."""

lookups = ThreadPoolExecutor(32, "lookup")
"""Names of anybody's choice are looked up apart: slow ones must not take the threads that everything else uses."""

SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


class Inside(httpcore.ConnectError):
    """The address leads somewhere that is no push service: this machine, or a network behind it."""


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open internet. IPv4 in IPv6's clothes counts as what it is."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        # Whatever else IPv6 has (translators and tunnels of IPv4, networks of a site) may lead to any address at all.
        tunnel = found.sixtofour is not None or found.teredo is not None
        if tunnel or found not in ipaddress.ip_network("2000::/3"):
            return False
    return found.is_global and not found.is_multicast


class Outside(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only. The name is looked up here and not again, so it cannot come to mean another
    machine between the check and the connection. `allow`: what counts as public; tests let it be loopback.
    """

    def __init__(self, allow: Callable[[str], bool] = is_public) -> None:
        self._allow = allow
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # the signature of httpcore
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            looked_up = asyncio.get_running_loop().run_in_executor(
                lookups, partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
            )
            found = await asyncio.wait_for(looked_up, timeout)
        except (OSError, UnicodeError, TimeoutError) as failed:
            raise httpcore.ConnectError("no such host") from failed
        addresses = [str(info[4][0]) for info in found]
        if not addresses or not all(self._allow(address) for address in addresses):
            raise Inside("not a public address")
        return await self._inner.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class WebPush:
    """Implements `app.notices.ports.PushService`. `clock`: epoch ms."""

    def __init__(
        self,
        vapid: Vapid,
        clock: Callable[[], int],
        *,
        outside: Outside | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._vapid = vapid
        self._clock = clock
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls or ssl.create_default_context(),
            max_connections=64,
            keepalive_expiry=30,
            network_backend=outside or Outside(),
        )

    async def close(self) -> None:
        await self._pool.aclose()

    async def send(self, browser: Browser, payload: bytes, *, topic: str, ttl: int) -> DeliveryResult:
        try:
            body = sealed(payload, browser.p256dh, browser.auth)
        except ValueError:
            return DeliveryResult.GONE  # keys that never were
        headers: dict[bytes | str, bytes | str] = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(ttl),
            "Urgency": "high",
            "Topic": topic,
            "Authorization": self._vapid.authorization(browser.endpoint, self._clock()),
        }
        timeout = {"connect": patience_s, "read": patience_s, "write": patience_s, "pool": patience_s}
        try:
            async with (
                asyncio.timeout(whole_s),
                self._pool.stream(
                    "POST", browser.endpoint, headers=headers, content=body, extensions={"timeout": timeout}
                ) as answer,
            ):
                return fate_of(answer.status)
        except Inside:
            log.warning("endpoint inside")
            return DeliveryResult.GONE
        except (httpcore.ConnectError, httpcore.ConnectTimeout, httpcore.PoolTimeout):
            return DeliveryResult.LATER
        except (
            httpcore.NetworkError,
            httpcore.TimeoutException,
            httpcore.ProtocolError,
            TimeoutError,
        ) as failed:
            log.warning("push service away", fault=type(failed).__name__)
            return DeliveryResult.LOST
        except (httpcore.UnsupportedProtocol, ValueError, UnicodeError):
            return DeliveryResult.GONE


def fate_of(status: int) -> DeliveryResult:
    """What a push service's answer means: 404 and 410 say that the subscription has ended."""
    if 200 <= status < 300:
        return DeliveryResult.SENT
    if status in (404, 410):
        return DeliveryResult.GONE
    if status == 429 or status >= 500:
        return DeliveryResult.LATER
    log.warning("push refused", status=status)
    return DeliveryResult.LOST
