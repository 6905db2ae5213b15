"""`python -m app serve`: structured logs to standard error, and uvicorn with the settings that were measured."""

import logging
import sys

import structlog
import uvicorn
from fastapi import FastAPI

from app.main import create_app
from app.realtime.protocol import WideWindowProtocol
from app.settings import Settings


def configure_logs(level: str) -> None:
    """One JSON line an event; plain lines at a terminal. Nothing that identifies a seat or a code is ever bound.

    Other libraries' warnings go the same way. uvicorn's own lines begin at warnings: below that it names the
    addresses of sockets, and a table's address is a secret.
    """
    shown = structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer()
    before: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*before, shown],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processor=shown, foreign_pre_chain=before))
    logging.basicConfig(
        handlers=[handler], level=max(logging.WARNING, logging.getLevelNamesMapping()[level]), force=True
    )


def one_of_several() -> FastAPI:
    """The application of one worker process, which configures its logs itself."""
    settings = Settings.from_environment()
    configure_logs(settings.log_level)
    return create_app(settings)


def serve(settings: Settings) -> None:
    """Serves until it is told to stop. Sockets are closed with 1012, so pages come back by themselves.

    With `workers` above 1 each process reads the environment anew, and they share one Postgres.
    """
    configure_logs(settings.log_level)
    print(f"Yeti Mountain on http://{settings.host}:{settings.port}", flush=True)  # noqa: T201  # for the person at the terminal
    uvicorn.run(
        create_app(settings) if settings.workers == 1 else "app.server:one_of_several",
        factory=settings.workers > 1,
        workers=settings.workers,
        host=settings.host,
        port=settings.port,
        ws=WideWindowProtocol,
        ws_max_size=65536,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=75,  # longer than a proxy in front keeps its own: else it may send into a closing connection
        timeout_graceful_shutdown=10,
        server_header=False,
        access_log=False,
        log_config=None,
        loop="uvloop",
        http="httptools",
    )
