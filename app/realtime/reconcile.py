"""Finding out what a lost announcement had said: the versions stored are compared with those seen last."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from app.realtime.hub import Hub
from app.tables.clocks.periodic import PeriodicTasks

every_s = 3.0

Versions = Callable[[Sequence[str]], Awaitable[Mapping[str, tuple[int, int]]]]


class Reconciler:
    """Of one process. Also for one alone: a command at a terminal may close a table behind its back."""

    def __init__(self, hub: Hub, versions: Versions, tasks: PeriodicTasks | None = None) -> None:
        """`versions`: id -> (version, chat version) as stored, see `Tables.versions`."""
        self._hub = hub
        self._versions = versions
        self._tasks = tasks or PeriodicTasks()
        self._known: dict[str, tuple[int, int]] = {}

    async def run(self) -> None:
        """Compares every few seconds until it is cancelled."""
        await self._tasks.go_on("reconciler", self.compare, every_s=every_s)

    async def compare(self) -> None:
        """Wakes the listeners of every table whose stored version is not the one seen last."""
        stored = await self._versions(self._hub.tables())
        for table_id, versions in stored.items():
            if self._known.get(table_id) != versions:
                self._hub.changed(table_id)
        self._known = dict(stored)
