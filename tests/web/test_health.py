"""What an operator sees: health in parts, numbers at an address of their own, one word for all lines of a request."""

import asyncio
import gc
import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import structlog
from fastapi import FastAPI
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection, PGDialect_asyncpg
from sqlalchemy.util.concurrency import greenlet_spawn
from structlog.testing import capture_logs

from app import metrics, server
from app.main import create_app
from app.settings import BadSetting, Settings
from tests.web.conftest import Guest, running
from tools.serving import free_port

pytestmark = pytest.mark.anyio


@pytest.fixture
async def counted(tmp_path: Path) -> AsyncIterator[tuple[FastAPI, str]]:
    """An application that gives out its numbers, and where."""
    port = free_port()
    settings = Settings.from_environment(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}",
            "BOT_DELAY_MS": "0",
            "METRICS": f"127.0.0.1:{port}",
            "LOG_ADDRESSES": "1",
        }
    )
    async with running(create_app(settings)) as app:
        yield app, f"http://127.0.0.1:{port}/metrics"


async def test_all_is_well(mira: Guest) -> None:
    """Ready says so of every part; health is the same; alive needs nothing but the process."""
    for path in ("/-/ready", "/-/health"):
        answer = await mira.get(path)
        assert answer.status_code == 200
        said = answer.json()
        assert said.pop("version")
        assert said == {"database": "ok", "schema": "ok", "workers": "ok", "bus": "none"}
    assert (await mira.get("/-/live")).json()["live"] == "ok"


async def test_a_database_that_takes_no_writes_is_not_ready(
    app: FastAPI, mira: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But alive: to start the process anew would help nobody."""
    database = app.state.services.tables.executor.repository._database
    monkeypatch.setattr(database, "refuses_writes", True)
    answer = await mira.get("/-/ready")
    assert (answer.status_code, answer.json()["database"]) == (503, "cannot write")
    assert (await mira.get("/-/live")).status_code == 200


async def test_a_worker_that_has_stopped_is_named(
    app: FastAPI, mira: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Health was 200 once while bots and clocks stood still for minutes."""
    rounds = app.state.health.late.__self__
    rounds._beats["worker"].at -= 11
    monkeypatch.setattr(app.state.services.tables.executor.repository, "beat", None)
    answer = await mira.get("/-/ready")
    assert (answer.status_code, answer.json()["workers"]) == (503, "worker")


@pytest.mark.parametrize(
    ("revision", "said", "status"), [("ffffffffffff", "newer", 200), ("0001", "older", 503)]
)
async def test_the_schema_of_another_version(
    app: FastAPI, mira: Guest, revision: str, said: str, status: int
) -> None:
    """A newer one is being brought in while this process still works on it; with an older one nothing would work."""
    condition = app.state.health.database.__self__
    if said == "older":
        revision = next(iter(condition._known - {condition._head}))
    async with condition._database.write() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = ?", (revision,))
    answer = await mira.get("/-/ready")
    assert (answer.status_code, answer.json()["schema"]) == (status, said)


async def test_numbers_are_given_out_at_an_address_of_their_own(counted: tuple[FastAPI, str]) -> None:
    """A played decision, a refusal and the tables are counted; nothing names a person, a table or an address; the
    public address has nothing of it.
    """
    app, address = counted
    host = Guest(app)
    code = await host.open_table("Wilhelmine")
    await host.get("/t/ABCDEF")
    await host.post(f"/t/{code}/bots")
    table_id = await app.state.services.tables.executor.id_of(code)
    metrics.resolved("avalanche", table_id, 7, 0.0)
    metrics.sent(table_id, 6)
    before = metrics.told._sum.get()
    metrics.sent(table_id, 7)
    assert metrics.told._sum.get() > before
    async with httpx.AsyncClient() as reader:
        text = (await reader.get(address)).text
    for name in (
        "yeti_decisions_total", "yeti_told_seconds_bucket", "yeti_sockets", "yeti_bus_seconds_bucket",
        "yeti_due_late_seconds_bucket", 'yeti_refusals_total{reason="no_such_table"}', "yeti_errors",
        'yeti_pool_connections{state="used"}', "yeti_loop_lag_seconds_bucket", "yeti_database_writable 1.0",
        'yeti_work_age_seconds{work="worker"}', "yeti_info{version=", "process_resident_memory_bytes",
        'yeti_tables{status="lobby"}',
    ):  # fmt: skip
        assert name in text, name
    for secret in (code, table_id, "Wilhelmine"):
        assert secret not in text
    assert (await host.get("/metrics")).status_code == 404


async def test_the_dashboard_asks_for_numbers_there_are(counted: tuple[FastAPI, str]) -> None:
    """Every name in docs/grafana.json is one that is given out."""
    async with httpx.AsyncClient() as reader:
        text = (await reader.get(counted[1])).text
    families = set(re.findall(r"^# TYPE (\w+) ", text, flags=re.MULTILINE))
    board = json.loads((Path(__file__).parents[2] / "docs" / "grafana.json").read_text())
    asked = {target["expr"] for panel in board["panels"] for target in panel.get("targets", [])}
    assert asked
    for expression in asked:
        for name in re.findall(r"\b(?:yeti|process)_\w+", expression):
            assert re.sub(r"_(bucket|sum|count)$", "", name) in families | {"up"}, name


async def test_each_worker_takes_a_port_and_a_bad_address_is_refused() -> None:
    """The next one that is free."""
    port = free_port()
    with (
        metrics.given_out(f"127.0.0.1:{port}", 3) as first,
        metrics.given_out(f"127.0.0.1:{port}", 3) as second,
    ):
        assert first == port
        assert second is not None
        assert first < second <= port + 2
    for given in ("9100", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:70000"):
        with pytest.raises(BadSetting, match="METRICS"):
            Settings.from_environment({"METRICS": given})


async def test_a_request_has_one_word_in_its_answer_and_all_its_lines(counted: tuple[FastAPI, str]) -> None:
    """A proxy's plain word is kept, another one is not; the client's address is there, as set."""
    guest = Guest(counted[0])
    lines = await logged_by(guest, {"x-request-id": "proxy-1234"})
    assert [(line["request_id"], line["client"]) for line in lines] == [("proxy-1234", "127.0.0.1")]
    for odd in ("short", "x" * 65, "with space 12", "ünïcode-123"):
        answer = await guest.http.get("/", headers={"x-request-id": odd.encode()})  # type: ignore[dict-item]
        assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])


async def test_addresses_stand_in_no_log_unless_wanted(mira: Guest) -> None:
    assert ["client" in line for line in await logged_by(mira, {})] == [False]


async def logged_by(guest: Guest, headers: dict[str, str]) -> list[dict[str, object]]:
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        answer = await guest.http.get("/", headers=headers)
    assert all(line["request_id"] == answer.headers["x-request-id"] for line in lines)
    return [dict(line) for line in lines if line["event"] == "request"]


@contextmanager
def logs_as_served(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], list[str]]]:
    """Logs go where a server's go. Gives the lines of errors since it was last asked."""
    root, as_tests_log = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    try:
        server.configure_logs("INFO")
        # Else what logs for the first time now would write to this test's stream in all later ones.
        structlog.configure(cache_logger_on_first_use=False)
        yield lambda: [line for line in capsys.readouterr().err.splitlines() if '"level": "error"' in line]
    finally:
        structlog.configure(**as_tests_log)
        root.handlers[:] = handlers
        root.setLevel(level)


async def test_a_fault_is_logged_once(
    app: FastAPI, mira: Guest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ours says what it was; the server beneath, which would say it again, is silent about that one alone."""
    await mira.open_table("Mira")

    async def bug(*_args: object, **_more: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(app.state.services.tables, "tables_of", bug)
    with logs_as_served(capsys) as errors:
        with pytest.raises(ZeroDivisionError) as fault:
            await mira.get("/")
        below = logging.getLogger("uvicorn.error")
        below.error("Exception in ASGI application", exc_info=fault.value)
        below.error("another", exc_info=ValueError())
        said = errors()
    assert ["ZeroDivisionError" in line for line in said] == [True, False], said
    assert "another" in said[1]


class SilentLine:
    """A line of asyncpg's to a database that says nothing more."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def close(self, timeout: float) -> None:  # noqa: ASYNC109  # asyncpg's
        self.asked.set()
        await asyncio.sleep(0.01)
        raise TimeoutError(timeout)

    def terminate(self) -> None:
        """Asks nobody."""


async def test_a_late_goodbye_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who gives up a request while its silent line is being closed leaves that goodbye to fail alone: SQLAlchemy asks
    nobody how it ended, and asyncio would call it an error. What else is forgotten is told.
    """
    before, loop = asyncio.all_tasks(), asyncio.get_running_loop()
    monkeypatch.setattr(
        loop, "call_exception_handler", loop.default_exception_handler
    )  # the tests' own raises

    async def done_and_forgotten() -> None:
        while others := asyncio.all_tasks() - before:
            await asyncio.wait(others)
        del others
        gc.collect()

    async def forgotten() -> None:
        raise ValueError

    line = SilentLine()
    adapter = AsyncAdapt_asyncpg_connection(PGDialect_asyncpg.import_dbapi(), line)  # type: ignore[no-untyped-call]
    with logs_as_served(capsys) as errors:
        goodbye = asyncio.create_task(greenlet_spawn(adapter.terminate))
        await line.asked.wait()
        goodbye.cancel()
        await asyncio.wait([goodbye])
        await done_and_forgotten()
        assert errors() == []
        asyncio.create_task(forgotten())  # noqa: RUF006  # this is the case
        await done_and_forgotten()
        said = errors()
    assert ["never retrieved" in line for line in said] == [True], said
