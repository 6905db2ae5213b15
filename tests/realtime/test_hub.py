"""The loudspeaker's marks and who is here."""

import anyio
import pytest

from app.realtime.bus import LocalBus
from app.realtime.hub import Hub
from app.realtime.session_watch import SessionWatch
from app.tables.model import Announcement

pytestmark = pytest.mark.anyio


class Clock:
    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


async def test_an_announcement_marks_every_listener_of_that_table_and_no_other() -> None:
    hub = Hub()
    here, also_here, elsewhere = hub.join("a", "mira"), hub.join("a", None), hub.join("b", "ruben")
    for listener in (here, also_here, elsewhere):
        listener.mark.clear()
    LocalBus(hub).publish(Announcement("a", 7))
    assert here.mark.is_set()
    assert also_here.mark.is_set()
    assert not elsewhere.mark.is_set()


async def test_ten_saves_while_a_phone_is_slow_are_one_wake_up() -> None:
    hub = Hub()
    listener = hub.join("a", "mira")
    for _ in range(10):
        hub.changed("a")
    with anyio.fail_after(1):
        await listener.mark.wait()
    listener.mark.clear()
    assert not listener.mark.is_set()


async def test_somebody_is_present_while_one_of_their_pages_is_open() -> None:
    hub = Hub()
    phone, laptop = hub.join("a", "mira"), hub.join("a", "mira")
    hub.leave(phone)
    assert hub.present("a") == {"mira"}
    assert hub.absent_since("a", "mira") is None
    hub.leave(laptop)
    assert hub.present("a") == frozenset()


async def test_absence_counts_from_the_last_page_closed_and_ends_with_the_next_one_opened() -> None:
    clock = Clock()
    hub = Hub(clock)
    first = hub.join("a", "mira")
    clock.now = 5_000
    hub.leave(first)
    clock.now = 9_000
    assert hub.absent_since("a", "mira") == 5_000
    hub.join("a", "mira")
    assert hub.absent_since("a", "mira") is None


async def test_after_a_restart_nobody_counts_as_absent_from_before_it() -> None:
    clock = Clock()
    assert Hub(clock).absent_since("a", "mira") == 1_000


async def test_coming_and_going_raises_the_presence_version_and_a_second_tab_does_not() -> None:
    clock = Clock()
    hub = Hub(clock)
    one = hub.join("a", "mira")
    hub.join("a", None)
    clock.now += 1000
    hub.tell_presence()
    clock.now += 1000
    before = hub.presence_version("a")
    two = hub.join("a", "mira")
    hub.leave(two)
    assert hub.presence_version("a") == before
    hub.leave(one)
    assert hub.presence_version("a") > before


async def test_presence_is_told_at_most_once_a_second() -> None:
    """Somebody who comes and goes all the time costs the others one message a second."""
    clock = Clock()
    hub = Hub(clock)
    quiet = hub.join("a", "mira")
    told = 0
    for _ in range(100):
        hub.leave(hub.join("a", "otto"))
        clock.now += 50
        hub.tell_presence()
        told += quiet.mark.is_set()
        quiet.mark.clear()
    assert told <= 6
    told = 0
    flapping = None
    for turn in range(100):
        flapping = hub.join("a", "otto") if turn % 2 == 0 else hub.leave(flapping)  # type: ignore[func-returns-value]
        clock.now += 250
        hub.tell_presence()
        told += quiet.mark.is_set()
        quiet.mark.clear()
    assert 2 <= told <= 26
    hub.join("a", "otto")
    clock.now += 1000
    hub.tell_presence()
    assert quiet.mark.is_set()


async def test_whose_session_has_ended_is_told_at_once() -> None:
    hub = Hub()
    one, other = hub.join("a", "mira", "s1"), hub.join("b", "otto", "s2")
    hub.join("a", None)
    assert hub.sessions() == {"s1", "s2"}
    asked: list[object] = []

    async def ended(sessions: object) -> set[str]:
        asked.append(sessions)
        return {"s1"}

    await SessionWatch(hub, ended).look()
    assert asked == [{"s1", "s2"}]
    assert (one.over.is_set(), other.over.is_set()) == (True, False)


async def test_whoever_reads_without_a_socket_is_not_away() -> None:
    """A page without script is seen whenever it is asked for; somebody present is not made absent by it."""
    clock = Clock()
    hub = Hub(clock)
    told: list[object] = []
    hub.tell = lambda place, *, here: told.append((place, here))
    clock.now = 70_000
    hub.seen("a", "mira")
    assert hub.absent_since("a", "mira") == 70_000
    assert told == [(("a", "mira"), None)]
    hub.join("a", "otto")
    hub.seen("a", "otto")
    assert hub.absent_since("a", "otto") is None


async def test_a_table_nobody_is_at_is_forgotten_and_its_numbers_are_not_used_again() -> None:
    """Memory stays flat; what was drawn for an old presence is never taken for a new one."""
    hub = Hub()
    seen = set()
    for _ in range(3):
        listener = hub.join("a", "mira")
        seen.add(hub.presence_version("a"))
        hub.leave(listener)
        assert hub.presence_version("a") == 0
    assert len(seen) == 3
    assert not hub._presence_version


async def test_leaving_twice_is_leaving_once() -> None:
    hub = Hub()
    listener = hub.join("a", "mira")
    hub.leave(listener)
    version = hub.presence_version("a")
    hub.leave(listener)
    assert hub.presence_version("a") == version


async def test_the_time_in_which_the_server_stood_still_is_nobodys_absence() -> None:
    """Stopped for an hour a minute after somebody left: they have been away for a minute, whoever asks first."""
    clock = Clock()
    hub = Hub(clock)
    left = hub.join("a", "mira")
    hub.leave(left)
    async with anyio.create_task_group() as group:
        group.start_soon(hub.run)
        await anyio.wait_all_tasks_blocked()
        clock.now += 3_600_000
        assert hub.absent_since("a", "mira") == 1_000 + 3_600_000
        assert hub.absent_since("a", "never seen") == 1_000 + 3_600_000
        clock.now += 2_000
        assert hub.absent_since("a", "mira") == 1_000 + 3_600_000
        group.cancel_scope.cancel()


async def test_whoever_is_elsewhere_is_not_gone_because_we_stood_still() -> None:
    """What other processes have said holds its full time again: they could not be heard."""
    clock = Clock()
    hub = Hub(clock)
    hub.arrived_elsewhere("p", ("a", "mira"))
    hub._noticed = clock.now
    clock.now += 60_000
    hub.expire(heard=True)
    assert hub.present("a") == {"mira"}
    clock.now += 2_000
    hub.notice()
    for _ in range(8):
        clock.now += 2_000
        hub.expire(heard=True)
    assert hub.present("a") == frozenset()
