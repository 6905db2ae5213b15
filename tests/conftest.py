"""What all tests share. Some show a case by a part that CI has time for, and the whole by hand (docs/cases.md)."""

from itertools import count

import pytest
import structlog
from hypothesis import HealthCheck, settings

from app.tables import names
from app.tables.lobby import opening, seating
from app.tables.play import due_worker
from tools import dice

# As a server logs: without the values of local variables, which take a minute to print and hold what is secret.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)


# The same examples each time, however long a busy machine takes. `--hypothesis-profile default` looks for others.
settings.register_profile(
    "alike", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("alike")


def pytest_addoption(parser: pytest.Parser) -> None:
    whole = parser.getgroup("cases", "how much of a case is shown")
    whole.addoption("--rounds", type=int, default=24, help="decisions made by five at once")
    whole.addoption("--games", type=int, default=1, help="random games of which every byte is read")
    whole.addoption("--asleep", type=float, default=8, help="seconds a line is dead")


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test deals the same races each time it is run, and bots choose the same in them."""
    tables = count()
    monkeypatch.setattr(
        opening, "new_secret", lambda: dice.secret_of(f"{request.node.nodeid} {next(tables)}")
    )
    monkeypatch.setattr(due_worker, "choice", dice.choice)
    monkeypatch.setattr(seating, "bot_name", lambda taken: names.bot_name(taken, dice.first))


@pytest.fixture
def anyio_backend() -> str:
    """The server runs on asyncio alone."""
    return "asyncio"
