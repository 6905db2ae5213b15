"""What an operator counts, in the form Prometheus reads. Given out at an address of its own (METRICS), never at the
public one. Names of people, tables and addresses never become labels.
"""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, start_http_server
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

registry = CollectorRegistry()
ProcessCollector(registry=registry)
PlatformCollector(registry=registry)

quick = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
slow = (0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)

info = Info("yeti", "The version that runs", registry=registry)
decisions = Counter(
    "yeti_decisions", "Decisions completed: rounds, yeti moves, drafts", ["game"], registry=registry
)
told = Histogram(
    "yeti_told_seconds",
    "From the action that completes a decision to a page of the same process being sent the news",
    buckets=quick,
    registry=registry,
)
sockets = Gauge("yeti_sockets", "Open pages and programs that listen", registry=registry)
tables = Gauge("yeti_tables", "Tables in the database", ["status"], registry=registry)
bus_lag = Histogram(
    "yeti_bus_seconds",
    "From a word to other processes to hearing it oneself",
    buckets=quick,
    registry=registry,
)
deadline_lag = Histogram(
    "yeti_due_late_seconds",
    "How late the earliest due row was when a worker came to it",
    buckets=slow,
    registry=registry,
)
refusals = Counter("yeti_refusals", "Answers that refuse something", ["reason"], registry=registry)
errors = Counter("yeti_errors", "Faults of ours, by where they were met", ["where"], registry=registry)
pool = Gauge("yeti_pool_connections", "Connections to the database", ["state"], registry=registry)
loop_lag = Histogram(
    "yeti_loop_lag_seconds", "How late the event loop came to a timer", buckets=quick, registry=registry
)
work_age = Gauge(
    "yeti_work_age_seconds",
    "Since the last round of each work in the background",
    ["work"],
    registry=registry,
)
writable = Gauge("yeti_database_writable", "1 while the database takes writes", registry=registry)

tick_s = 0.1
most_resolved = 1024
_resolved: OrderedDict[str, tuple[int, float]] = OrderedDict()


def resolved(game: str, table_id: str, version: int, began: float) -> None:
    """A decision of a table was completed by the save of this version; `began`: `time.perf_counter()` at its action."""
    decisions.labels(game).inc()
    _resolved[table_id] = (version, began)
    _resolved.move_to_end(table_id)
    while len(_resolved) > most_resolved:
        _resolved.popitem(last=False)


def sent(table_id: str, version: int) -> None:
    """A page was sent this version of a table."""
    known = _resolved.get(table_id)
    if known is not None and known[0] == version:
        told.observe(time.perf_counter() - known[1])


class LoopLag:
    """How late this process's event loop is. `late_s`: lately, in seconds."""

    def __init__(self) -> None:
        self.late_s = 0.0

    async def watch(self) -> None:
        """Measures until it is cancelled."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(tick_s)
            late = max(0.0, time.perf_counter() - before - tick_s)
            loop_lag.observe(late)
            self.late_s += (late - self.late_s) / 4


def watch(gauge: Gauge, look: Callable[[], float]) -> None:
    """The gauge asks whenever it is read, in another thread: `look` may only read what is there."""
    gauge.set_function(look)


@contextlib.contextmanager
def given_out(address: str | None, workers: int) -> Iterator[int | None]:
    """Serves the numbers at `address` (host:port) as long as it is open; of several workers each takes the next free
    port. Gives the port; None without an address. Raises OSError when none is free.
    """
    if address is None:
        yield None
        return
    host, _, first = address.rpartition(":")
    server, port = _listening(host.strip("[]"), int(first), workers)
    try:
        yield port
    finally:
        server.shutdown()
        server.server_close()


def _listening(host: str, first: int, workers: int) -> tuple[WSGIServer, int]:
    for port in range(first, first + workers):
        try:
            server, _thread = start_http_server(port, host, registry=registry)
        except OSError:
            if port == first + workers - 1:
                raise
        else:
            return server, server.server_port
    raise OSError
