"""How often somebody may do something: buckets that are counted for all processes together.

A bucket holds `burst` and refills by one every `every_ms`. One number is stored for it: when it will be full
again. Limits are by seat or session first, then by address, so that forty people behind one address play
normally.
"""

import hashlib
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from app.players.errors import Refusal


@dataclass(frozen=True, slots=True)
class RateLimit:
    burst: int
    every_ms: int


class Limited(Refusal):
    """Too often. `params["seconds"]`: when it may be tried again, 1 at least."""

    def __init__(self, reason: str, wait_ms: int) -> None:
        super().__init__(reason, seconds=max(1, -(-wait_ms // 1000)))


class Counters(Protocol):
    """Where the buckets are. Keys: at most 120 characters. Times: UTC epoch ms."""

    async def take(self, key: str, limit: RateLimit, now: int) -> int:
        """Takes one out of the bucket: 0, or the ms to wait if it is empty (then nothing is taken)."""
        ...

    async def wait(self, limits: Mapping[str, RateLimit], now: int) -> int:
        """The ms until all of these buckets have one; takes nothing."""
        ...


def network_of(address: str) -> str:
    """What an address counts as: itself, of IPv6 its /64, which is what one household or one machine is given."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def address_key(what: str, address: str) -> str:
    """The bucket of an address and its network (`network_of`); the address itself is stored nowhere."""
    return f"{what}:address:{hashlib.sha256(network_of(address).encode()).hexdigest()[:32]}"
