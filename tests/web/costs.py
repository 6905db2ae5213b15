"""What one command costs, counted and not timed: words to the database, changes of threads, templates, log rows.

Counted is what is done for people's requests and sockets. What a server does beside that, at its own times, is not:
those tasks began before anybody came (`counted`).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import aiosqlite
import jinja2
import pytest
from sqlalchemy import Engine, event

from app.games.avalanche.game import Avalanche
from app.realtime.postgres_bus import PostgresBus
from app.storage.engine import Database
from app.storage.reader_threads import ReaderThreads
from app.storage.table_repository import SqlTableRepository
from app.storage.writer_thread import WriterThread
from app.web.games.avalanche.table.screen import AvalancheTable

counted: ContextVar[bool] = ContextVar("counted", default=False)


class Costs(Counter[str]):
    """What was counted, by name; `templates`: names of those rendered, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.templates: list[str] = []

    def add(self, name: str, number: int = 1) -> None:
        if counted.get():
            self[name] += number

    def start_anew(self) -> None:
        self.clear()
        self.templates.clear()


@contextmanager
def counting(patch: pytest.MonkeyPatch) -> Iterator[Costs]:
    """Counts from now on; to be entered before the application begins."""
    costs = Costs()

    def each(owner: Any, method: str, name: str) -> None:
        honest: Callable[..., Any] = getattr(owner, method)

        def called(*args: Any, **kwargs: Any) -> Any:
            costs.add(name)
            return honest(*args, **kwargs)

        patch.setattr(owner, method, called)

    def statement(*_args: Any) -> None:
        costs.add("statements")

    each(Database, "fetch_value", "statements")
    each(aiosqlite.Connection, "_execute", "hops")
    each(WriterThread, "run", "hops")
    each(ReaderThreads, "rows", "hops")
    each(ReaderThreads, "rows", "statements")
    each(WriterThread, "run", "statements")
    for name in ("regions_shared", "regions_private", "act_region", "beats"):
        each(AvalancheTable, name, name)
    for name in ("decode_event", "decode_state", "encode_state", "view"):
        each(Avalanche, name, name)
    each(SqlTableRepository, "versions", "versions")
    each(PostgresBus, "publish", "announcements")

    honest_log = SqlTableRepository.log

    async def log(self: SqlTableRepository, table_id: str, after: int = 0) -> Any:
        rows = await honest_log(self, table_id, after)
        costs.add("log rows", len(rows))
        return rows

    patch.setattr(SqlTableRepository, "log", log)
    honest_render = jinja2.Template.render

    def render(self: jinja2.Template, *args: Any, **kwargs: Any) -> str:
        if counted.get():
            costs.templates.append(self.name or "")
        costs.add("templates")
        return honest_render(self, *args, **kwargs)

    patch.setattr(jinja2.Template, "render", render)
    event.listen(Engine, "before_cursor_execute", statement)
    try:
        yield costs
    finally:
        event.remove(Engine, "before_cursor_execute", statement)
