"""Presence that other processes told of: who is here, who went, and what is forgotten by itself."""

from app.realtime.hub import Hub
from app.realtime.remote_presence import lifetime_ms


class Clock:
    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


def test_somebody_at_another_process_is_present_here() -> None:
    """One person with pages at two processes is one person, and present until both are closed."""
    hub = Hub(Clock())
    hub.arrived_elsewhere("p", ("a", "mira"))
    here = hub.join("a", "mira")
    hub.leave(here)
    assert hub.present("a") == {"mira"}
    assert hub.absent_since("a", "mira") is None
    hub.left_elsewhere("p", ("a", "mira"))
    assert hub.present("a") == frozenset()


def test_what_is_not_repeated_is_forgotten() -> None:
    """A process that died cannot keep anybody present; absence counts from when it showed."""
    clock = Clock()
    hub = Hub(clock)
    hub.arrived_elsewhere("p", ("a", "mira"))
    clock.now += lifetime_ms
    hub.arrived_elsewhere("p", ("a", "otto"))
    clock.now += 1
    hub.expire(heard=True)
    assert hub.present("a") == {"otto"}
    assert hub.absent_since("a", "mira") == clock.now


def test_not_hearing_others_is_no_reason_to_think_they_left() -> None:
    """While the bus is away nobody's absence begins."""
    clock = Clock()
    hub = Hub(clock)
    hub.arrived_elsewhere("p", ("a", "mira"))
    clock.now += 10 * lifetime_ms
    hub.expire(heard=False)
    assert hub.present("a") == {"mira"}


def test_repeating_raises_no_version_and_tells_nobody() -> None:
    """Who is still here is no news: pages are not redrawn every few seconds."""
    hub = Hub(Clock())
    told: list[object] = []
    hub.tell = lambda place, *, here: told.append((place, here))
    hub.arrived_elsewhere("p", ("a", "mira"))
    version = hub.presence_version("a")
    hub.arrived_elsewhere("p", ("a", "mira"))
    assert hub.presence_version("a") == version
    one, two = hub.join("a", "otto"), hub.join("a", "otto")
    hub.leave(one)
    hub.leave(two)
    assert told == [(("a", "otto"), True), (("a", "otto"), False)]


def test_those_who_look_on_are_counted_over_all_processes() -> None:
    """Nameless pages count one each, people once however many pages; seats do not look on."""
    hub = Hub(Clock())
    for player in ("mira", "ines", "ines", None, None):
        hub.join("a", player)
    hub.arrived_elsewhere("p", ("a", "~1234"))
    hub.arrived_elsewhere("p", ("a", "ines"))
    assert hub.watching("a", ["mira", None]) == 4
    assert hub.present("a") == {"mira", "ines"}
