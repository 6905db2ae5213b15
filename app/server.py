"""`python -m app serve`: structured logs to standard error, and uvicorn with the settings that were measured."""

import asyncio
import errno
import gc
import logging
import socket
import sys

import structlog
import uvicorn
from fastapi import FastAPI

from app.main import create_app
from app.notification_wiring import vapid_of
from app.realtime.http_protocol import CarefulProtocol, raise_open_files
from app.realtime.protocol import WideWindowProtocol
from app.settings import Settings, loopback
from app.storage.starting import CannotStart, prepare
from app.web.handlers.refusals import logged

graceful_s = 4
"""For answers being given when the end is asked for. With what `main.stopped` takes it stays under ten seconds."""


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
    handler.addFilter(lambda record: not (record.exc_info and has_its_line(record.exc_info[1])))
    handler.addFilter(lambda record: not is_late_goodbye(record))
    logging.basicConfig(
        handlers=[handler], level=max(logging.WARNING, logging.getLevelNamesMapping()[level]), force=True
    )


def has_its_line(error: BaseException | None) -> bool:
    """Whether our own log has told of this error already."""
    return logged in getattr(error, "__notes__", ())


def is_late_goodbye(record: logging.LogRecord) -> bool:
    """A goodbye to a line that does not answer, whose own request was given up meanwhile: nobody is left to be told."""
    return record.name == "asyncio" and "_terminate_graceful_close" in record.getMessage()


def see_that_free(host: str, port: int) -> None:
    """Raises CannotStart if nothing can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            words = {
                errno.EADDRINUSE: f"Another program listens at {host}:{port}. Stop it, or set PORT to another number.",
                errno.EACCES: f"PORT {port} is the system's. Set one from 1024 on, and let a proxy listen there.",
            }
            raise CannotStart(
                words.get(error.errno or 0, f"{host} is no address of this machine. Correct HOST.")
            ) from error


def see_numbers_free(address: str, workers: int) -> None:
    """Raises CannotStart if METRICS cannot be given out there; of several workers each takes the next port."""
    host, _, given = address.rpartition(":")
    host, first = host.strip("[]"), int(given)
    for port in range(first, first + workers) if first else [0]:
        try:
            family = socket.getaddrinfo(host, port)[0][0]
            with socket.socket(family) as trial:
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                trial.bind((host, port))
        except (OSError, OverflowError) as error:
            raise CannotStart(
                f"METRICS: nothing can listen at {host}:{port}: another program does, or that is no address of this "
                "machine. Set another one; each process needs its own."
            ) from error


def one_of_several() -> FastAPI:
    """The application of one worker process, which configures its logs itself."""
    settings = Settings.from_environment()
    configure_logs(settings.log_level)
    raise_open_files()
    return loaded(settings)


def loaded(settings: Settings) -> FastAPI:
    """The application, with all that was loaded for it out of the garbage collector's sight: it stays, and looking
    through it took up to a quarter of a second in which nobody was answered.
    """
    app = create_app(settings)
    gc.collect()
    gc.freeze()
    return app


def serve(settings: Settings) -> None:
    """Serves until it is told to stop. Sockets are closed with 1012, so pages come back by themselves. Raises
    CannotStart before anything begins.

    With `workers` above 1 each process reads the environment anew, and they share one Postgres.
    """
    configure_logs(settings.log_level)
    raise_open_files()
    # Workers that cannot start are started again for ever: what would stop them is found out before there are any.
    vapid_of(settings)
    asyncio.run(prepare(settings.database_url))
    see_that_free(settings.host, settings.port)
    if settings.metrics:
        see_numbers_free(settings.metrics, settings.workers)
    if settings.base_url is None and settings.host not in ("localhost", *loopback):
        structlog.get_logger("server").warning(
            "BASE_URL is not set",
            hint="set it to the public address, as in https://yeti.example.org: links, cookies and the check of forms "
            "go by it; behind a proxy set TRUSTED_PROXIES, too",
        )
    print(f"Yeti Mountain on http://{settings.host}:{settings.port}", flush=True)  # noqa: T201  # for the person at the terminal
    uvicorn.run(
        loaded(settings) if settings.workers == 1 else "app.server:one_of_several",
        factory=settings.workers > 1,
        workers=settings.workers,
        host=settings.host,
        port=settings.port,
        ws=WideWindowProtocol,
        ws_max_size=65536,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=True,
        forwarded_allow_ips=",".join(settings.trusted_proxies),
        timeout_keep_alive=75,  # longer than a proxy in front keeps its own: else it may send into a closing connection
        timeout_graceful_shutdown=graceful_s,
        server_header=False,
        access_log=False,
        log_config=None,
        loop="uvloop",
        http=CarefulProtocol,
    )
