"""How news of a table travels between processes on one Postgres: LISTEN and NOTIFY, after the commit.

A save puts its announcement into a queue; one connection empties it, one other listens. NOTIFY inside the
saving transaction would serialise all commits. A notification may be lost (a connection breaks, a process
is paused); therefore versions are compared with what is stored every few seconds (`reconcile.py`), pages are
woken after each connect, and presence is repeated. What travels is ids and versions: nothing in it could leak.

Texts, in words with single spaces; P = this process, T = table id, W = who (see `elsewhere`):
    v P T        table T has news (a version, or chat)
    + P T W      W came to table T in process P
    - P T W      W left it
    s P T W      W was seen at it
    = P T/W ...  these are still there
"""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import asyncpg
import structlog
from sqlalchemy.engine import make_url

from app.realtime.elsewhere import Place
from app.realtime.hub import Hub
from app.tables.model import Announcement

log = structlog.get_logger("bus")

channel = "yeti_mountain"
repeat_s = 5.0
probe_s = 5.0
"""How often an idle connection is asked whether it still lives: a dead network says nothing by itself."""

places_a_message = 100
"""66 bytes each: a payload must stay under 8,000."""

lost: tuple[type[Exception], ...] = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


class PostgresBus:
    """Implements `app.tables.ports.Bus`. `run()` must be running for news to travel; what is published
    before waits in the queue.
    """

    def __init__(self, url: str, hub: Hub) -> None:
        """`url`: in SQLAlchemy's form."""
        _, self._address = make_url(url).get_dialect()().create_connect_args(make_url(url))
        self._hub = hub
        self._process = secrets.token_hex(4)
        self._outbox: dict[str, str] = {}
        self._posted = asyncio.Event()
        self.listening = asyncio.Event()
        hub.tell = self._tell

    def publish(self, announcement: Announcement) -> None:
        self._hub.changed(announcement.table_id)
        self._post(announcement.table_id, f"v {self._process} {announcement.table_id}")

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
            timeout=5,
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
                await connection.execute("SELECT 1", timeout=5)
            else:
                raise ConnectionResetError

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        kind, *words = str(payload).split(" ")
        match kind, words:
            case ("v", [process, table_id]) if process != self._process:
                self._hub.changed(table_id)
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

    async def _connect(self, name: str) -> Any:
        settings = {"application_name": name}
        return await asyncpg.connect(**self._address, server_settings=settings, timeout=5)

    async def _last_words(self) -> None:
        """Whoever was here is gone now; others need not wait until that shows by itself."""
        for place in self._hub.here():
            self._tell(place, here=False)
        if not self._outbox:
            return
        try:
            connection = await self._connect("yeti speaks")
            try:
                await self._send(connection)
            finally:
                await connection.close(timeout=2)
        except lost:
            return


class _patience:  # noqa: N801  # reads as a word in `async with`
    """Outlives a lost connection: logs it, waits a little, and lets the loop around it try again."""

    def __init__(self, task: str) -> None:
        self._task = task

    async def __aenter__(self) -> None:
        return

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, lost):
            return False
        log.warning("bus lost", task=self._task, fault=type(error).__name__)
        await asyncio.sleep(0.2 + secrets.randbelow(800) / 1000)
        return True
