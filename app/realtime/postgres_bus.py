"""How news of a table travels between processes on one Postgres: LISTEN and NOTIFY, after the commit.

A save puts its announcement into a queue; one connection empties it, one other listens. NOTIFY inside the
saving transaction would serialise all commits. A notification may be lost (a connection breaks, a process
is paused); therefore versions are compared with what is stored every few seconds (`reconcile.py`), pages are
woken after each connect, and presence is repeated. What travels is ids and versions: nothing in it could leak.

Texts, in words with single spaces; P = this process, T = table id, W = who (see `elsewhere`):
    v P T V C    table T has news: it is at version V at least, its chat at C at least (0 = nothing is known)
    + P T W      W came to table T in process P
    - P T W      W left it
    s P T W      W was seen at it
    = P T/W ...  these are still there
    p P N        P asks itself at its own time N, to learn that news arrive and how fast
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Sequence
from typing import Any

import asyncpg

from app import metrics
from app.database_url import driver_address
from app.realtime.hub import Hub
from app.realtime.remote_presence import Place
from app.tables.clocks.periodic import Outage
from app.tables.model import Announcement

bus_away = Outage("no news between processes")

channel = "yeti_mountain"
repeat_s = 5.0
deaf_s = 20.0
probe_s = 5.0
"""How often an idle connection is asked whether it still lives: a dead network says nothing by itself."""

patience_s = 5.0
"""For every word to the server: a line that does not answer is made anew."""

last_words_s = 2.0

most_digits = 10

places_a_message = 100
"""66 bytes each: a payload must stay under 8,000."""

lost: tuple[type[Exception], ...] = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


class PostgresBus:
    """Implements `app.tables.ports.Bus`. `run()` must be running for news to travel; what is published
    before waits in the queue.
    """

    def __init__(self, url: str, hub: Hub) -> None:
        """`url`: in SQLAlchemy's form."""
        self._address = driver_address(url) | {"timeout": patience_s, "command_timeout": patience_s}
        self._hub = hub
        self._process = secrets.token_hex(4)
        self._outbox: dict[str, str] = {}
        self._posted = asyncio.Event()
        self.listening = asyncio.Event()
        self._heard_at = time.monotonic()
        hub.tell = self._tell

    def publish(self, announcement: Announcement) -> None:
        table_id, versions = announcement.table_id, (announcement.version, announcement.chat_version)
        self._hub.changed(table_id, *versions)
        waiting = self._outbox.get(table_id)
        if waiting is not None:  # it goes instead of that one, so it says what that one said
            before = [int(number) for number in waiting.split(" ")[3:]]
            unknown = 0 in (before[0], versions[0])
            versions = (0 if unknown else max(before[0], versions[0]), max(before[1], versions[1]))
        self._post(table_id, f"v {self._process} {table_id} {versions[0]} {versions[1]}")

    async def run(self) -> None:
        """Speaks and listens until it is cancelled; then says the last words."""
        try:
            await asyncio.gather(self._speak(), self._listen(), self._repeat())
        finally:
            await self._last_words()

    def _post(self, key: str, text: str) -> None:
        """The latest text of a key goes: of ten saves of a table before the queue is emptied, one is told."""
        self._outbox.pop(key, None)
        self._outbox[key] = text
        self._posted.set()

    def _tell(self, place: Place, *, here: bool | None) -> None:
        kind = "s" if here is None else "+" if here else "-"
        # Being seen is no news of coming or going, and must not stand in its place.
        key = "/".join(place) if kind != "s" else "/".join(("s", *place))
        self._post(key, f"{kind} {self._process} {' '.join(place)}")

    async def _speak(self) -> None:
        while True:
            async with _patience("speak"):
                connection = await self._connect("yeti speaks")
                try:
                    while True:
                        await self._posted.wait()
                        self._posted.clear()
                        await self._send(connection)
                finally:
                    connection.terminate()

    async def _send(self, connection: Any) -> None:
        batch = dict(self._outbox)
        await connection.execute(
            "SELECT pg_notify($1, text) FROM unnest($2::text[]) text",
            channel,
            list(batch.values()),
        )
        for key, text in batch.items():
            # What was posted meanwhile under the same key is still to be said.
            if self._outbox.get(key) == text:
                del self._outbox[key]

    async def _listen(self) -> None:
        while True:
            async with _patience("listen"):
                connection = await self._connect("yeti listens")
                gone = asyncio.Event()
                connection.add_termination_listener(lambda _connection, gone=gone: gone.set())
                try:
                    await connection.add_listener(channel, self._heard)
                    self.listening.set()
                    bus_away.over()
                    # Whatever was said while nobody listened is found in the tables themselves.
                    self._hub.wake_all()
                    self._post("repeat", self._still_here([])[0])
                    await self._until(gone, connection)
                finally:
                    self.listening.clear()
                    connection.terminate()

    async def _until(self, gone: asyncio.Event, connection: Any) -> None:
        while True:
            try:
                await asyncio.wait_for(gone.wait(), probe_s)
            except TimeoutError:
                await connection.execute("SELECT 1")
                bus_away.over()
            else:
                raise ConnectionResetError

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        kind, *words = str(payload).split(" ")
        match kind, words:
            case ("p", [process, asked_at]) if process == self._process:
                self._heard_at = time.monotonic()
                metrics.bus_lag.observe(max(0.0, self._heard_at - float(asked_at)))
            case ("v", [process, table_id, *numbers]) if process != self._process:
                self._hub.changed(table_id, *_versions(numbers))
            case ("+", [process, table_id, who]) if process != self._process:
                self._hub.arrived_elsewhere(process, (table_id, who))
            case ("-", [process, table_id, who]) if process != self._process:
                self._hub.left_elsewhere(process, (table_id, who))
            case ("s", [process, table_id, who]) if process != self._process:
                self._hub.seen_elsewhere((table_id, who))
            case ("=", [process, *places]) if process != self._process:
                if not places:
                    # A process that has just begun to listen asks to be told.
                    self._repeat_now()
                for place in places:
                    table_id, _, who = place.partition("/")
                    self._hub.arrived_elsewhere(process, (table_id, who))
            case _:
                return

    def _still_here(self, places: Sequence[Place]) -> list[str]:
        parts = [places[i : i + places_a_message] for i in range(0, len(places), places_a_message)] or [()]
        return [" ".join(["=", self._process, *("/".join(p) for p in part)]) for part in parts]

    def _repeat_now(self) -> None:
        here = self._hub.here()
        for number, text in enumerate(self._still_here(here) if here else []):
            self._post(f"repeat {number}", text)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(repeat_s)
            self._hub.expire(heard=self.listening.is_set())
            self._repeat_now()
            self._post("p", f"p {self._process} {time.monotonic():.6f}")

    def alive(self) -> bool:
        """True if the latest own announcement has come back: then the connections can send and receive."""
        return time.monotonic() - self._heard_at < deaf_s

    async def _connect(self, name: str) -> Any:
        settings = {"application_name": name}
        return await asyncpg.connect(**self._address, server_settings=settings)

    async def _last_words(self) -> None:
        """Tells other processes that everybody here is gone, so that they need not wait until it expires."""
        for place in self._hub.here():
            self._tell(place, here=False)
        if not self._outbox:
            return
        with contextlib.suppress(*lost):
            async with asyncio.timeout(last_words_s):
                connection = await self._connect("yeti speaks")
                try:
                    await self._send(connection)
                    await connection.close()
                finally:
                    connection.terminate()


def _versions(numbers: Sequence[str]) -> tuple[int, int]:
    """Version and chat version; (0, 0) = unknown, from a process that says no numbers, or none of ours."""
    if len(numbers) != 2 or not all(n.isascii() and n.isdigit() and len(n) < most_digits for n in numbers):
        return 0, 0
    return int(numbers[0]), int(numbers[1])


class _patience:  # noqa: N801  # reads as a word in `async with`
    """Outlives whatever a connection meets, a lost one above all: logs it, waits a little, and lets the loop around it
    try again. A bus that ended would leave its process without news for good.
    """

    def __init__(self, task: str) -> None:
        self._task = task

    async def __aenter__(self) -> None:
        return

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, Exception):
            return False
        bus_away.lasts(task=self._task, fault=type(error).__name__)
        await asyncio.sleep(0.2 + secrets.randbelow(800) / 1000)
        return True
