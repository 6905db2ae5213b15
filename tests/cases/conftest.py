"""Two real server processes on one Postgres database of their own, for all cases of the run."""

import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import asyncpg
import pytest

from tests.cases.visitors import Visitor
from tests.web.conftest import unhurried
from tools.two_processes import Process, database, pair

__all__ = ["unhurried"]

in_ci = os.environ.get("CI", "").lower() == "true"

Visit = Callable[[str], Visitor]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The server runs on asyncio alone; the processes live as long as the run."""
    return "asyncio"


@pytest.fixture(scope="session")
async def database_address(anyio_backend: str) -> AsyncIterator[str]:  # noqa: ARG001  # the loop of the run
    try:
        made = database()
        address = await made.__aenter__()
    except (OSError, TimeoutError, asyncpg.PostgresError) as missing:
        if in_ci:
            raise
        pytest.skip(f"NO POSTGRES at TEST_POSTGRES_URL ({type(missing).__name__}): these cases are not shown")
    yield address
    await made.__aexit__(None, None, None)


@pytest.fixture(scope="session")
async def processes(database_address: str) -> AsyncIterator[tuple[Process, Process]]:
    env = {"BOT_DELAY_MS": "0", "ABSENCE_MS": "0", "HOST_GRACE_MS": "1500"}
    async with pair(database_address, env) as both:
        yield both
        for process in both:
            assert '"level": "error"' not in process.log, process.log


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs two servers has the machine to itself."""
    for item in items:
        if Path(__file__).parent in item.path.parents and "database_address" in getattr(
            item, "fixturenames", ()
        ):
            item.add_marker("alone")


@pytest.fixture
async def visit(processes: tuple[Process, Process]) -> AsyncIterator[Visit]:
    """Makes visitors who reach both processes, and closes their connections at the end."""
    came: list[Visitor] = []

    def arrive(name: str) -> Visitor:
        came.append(Visitor(*(p.address for p in processes), name=name))
        return came[-1]

    yield arrive
    for visitor in came:
        await visitor.http.aclose()
