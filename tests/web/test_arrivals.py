"""How many sockets one browser, one network and one table may have."""

from contextlib import ExitStack

import pytest

from app.players.limits import address_key, network_of
from app.web.http import connection_limits as module
from app.web.http.connection_limits import SocketLimits, TooManySockets


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    now = [1_000_000]
    monkeypatch.setattr(module, "now_ms", lambda: now[0])
    return now


def test_a_browser_has_thirty_sockets_at_most_and_a_place_is_free_again(clock: list[int]) -> None:
    arrivals = SocketLimits()
    with ExitStack() as open_sockets:
        for _ in range(module.most_of_session):
            open_sockets.enter_context(arrivals.admitted("s", "192.0.2.1"))
            clock[0] += 1000
        with pytest.raises(TooManySockets), arrivals.admitted("s", "192.0.2.1"):
            pass
        with arrivals.admitted("other", "192.0.2.1"):
            pass
    with arrivals.admitted("s", "192.0.2.1"):
        pass
    assert not arrivals._open


def test_a_network_has_four_hundred_and_costs_no_other_anything(clock: list[int]) -> None:
    """Of IPv6 a /64 is one."""
    arrivals = SocketLimits()
    with ExitStack() as open_sockets:
        for number in range(module.most_of_network):
            open_sockets.enter_context(arrivals.admitted(str(number), f"2001:db8::{number:x}"))
            clock[0] += 100
        with pytest.raises(TooManySockets), arrivals.admitted("x", "2001:db8::ffff:1"):
            pass
        with arrivals.admitted("y", "2001:db8:0:1::1"):
            pass


def test_one_that_reconnects_all_the_time_is_slowed(clock: list[int]) -> None:
    """Ten times a second for a minute: eighty get through, and nobody else is slowed."""
    arrivals, through = SocketLimits(), 0
    for _ in range(600):
        clock[0] += 100
        try:
            with arrivals.admitted("s", "192.0.2.1"):
                through += 1
        except TooManySockets:
            continue
    assert 75 <= through <= 85
    with arrivals.admitted("other", "192.0.2.1"):
        pass


def test_what_counts_as_one_network() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("unix") == "unix"
    assert address_key("code", "2001:db8::1") == address_key("code", "2001:db8::2")
