"""What all tests share. Some show a case by a part that CI has time for, and the whole by hand (docs/cases.md)."""

import pytest
import structlog

# As a server logs: without the values of local variables, which take a minute to print and hold what is secret.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)


def pytest_addoption(parser: pytest.Parser) -> None:
    whole = parser.getgroup("cases", "how much of a case is shown")
    whole.addoption("--rounds", type=int, default=24, help="decisions made by five at once")
    whole.addoption("--games", type=int, default=1, help="random games of which every byte is read")
    whole.addoption("--asleep", type=float, default=8, help="seconds a line is dead")


@pytest.fixture
def anyio_backend() -> str:
    """The server runs on asyncio alone."""
    return "asyncio"
