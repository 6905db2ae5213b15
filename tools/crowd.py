"""A database as it is after years: many finished and active games, and what a server does when it starts on it.

    python -m tools.crowd [--finished 10000] [--active 1000] [--postgres]

A few real games are played by bots through the use cases, in full and halfway; the rest are copies of their rows under
ids, codes and people of their own. The database is made for it (an SQLite file without `--postgres`) and taken away.
Then the real server is started as `python -m app serve`: seconds until it answers, memory then and a little later,
bytes a finished game.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Table, func, literal_column, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.main import create_app
from app.players.model import Player
from app.settings import Settings, database_url
from app.storage import schema
from app.storage.engine import Database, open_engine
from app.tables.errors import Unfit
from app.tables.model import Status
from tools.serving import free_port, root
from tools.two_processes import database

kinds: tuple[tuple[int, tuple[str, ...]], ...] = (
    (3, ()),
    (4, ("drafting",)),
    (5, ()),
    (3, ("racing",)),
    (2, ()),
)
games_per_kind = 1
own_ids = {"id", "table_id", "player", "host", "token_hash", "author"}
"""Columns that name a table or a person: a copy gets its own. Numbers given by the database are left out."""


async def play(url: str) -> tuple[list[str], list[str]]:
    """Plays the games that are copied; ids of the finished ones, and of those that wait for a person."""
    app = create_app(
        Settings.from_environment({"DATABASE_URL": url, "BOT_DELAY_MS": "0", "LOG_LEVEL": "ERROR"})
    )
    finished, active = [], []
    async with app.router.lifespan_context(app):
        services = app.state.services
        for number in range(len(kinds) * games_per_kind):
            seats, options = kinds[number % len(kinds)]
            person = await services.guests.welcome(f"{number:043}", f"Skier {number}")
            for to_the_end in (True, False):
                table = await begun(services.tables, person, seats, options)
                while not await played(
                    services.tables, table.id, table.code, person.id, to_the_end=to_the_end
                ):
                    table = await begun(services.tables, person, seats, options)
                (finished if to_the_end else active).append(table.id)
    return finished, active


async def begun(tables: Any, person: Player, seats: int, options: Sequence[str]) -> Any:
    table = await tables.open(person.id, "avalanche")
    for _ in range(seats - 1):
        await tables.add_bot(table.code, person.id)
    for option in options:
        await tables.set_option(table.code, person.id, option, True)
    return await tables.start(table.code, person.id, even_unready=True)


async def played(tables: Any, table_id: str, code: str, player: str, *, to_the_end: bool) -> bool:
    """By bots, to the end or for a few rounds, after which it is a person's turn. Whether it came to that: bots without
    a pause may end a race before the person is back.
    """
    game = tables.executor.games["avalanche"]
    await tables.agree_to_bot(code, player)
    async with asyncio.timeout(120):
        while True:
            snapshot = await tables.snapshot(table_id)
            if snapshot.table.status is Status.OVER:
                return to_the_end
            if not to_the_end and game.view(snapshot.state, None).round >= 4:
                try:
                    await tables.take_back(code, player)
                except Unfit:
                    return False
                return True
            await asyncio.sleep(0.02)


def copied(column: Column[Any], table: Table, number: Any) -> Any:
    """What a copy has in this column."""
    if column.name in own_ids and str(column.type).startswith("VARCHAR"):
        return func.substr(number, 1, 8).op("||")(func.substr(column, 9)).label(column.name)
    if table is schema.tables and column.name == "code":
        return func.upper(func.substr(number, 6, 3)).op("||")(func.substr(column, 1, 3)).label("code")
    if table is schema.tables and column.name in ("previous_id", "next_code"):
        return literal_column("NULL").label(column.name)
    return column


async def copy(
    connection: AsyncConnection, ids: Sequence[str], first: int, count: int, *, postgres: bool
) -> None:
    """`count` copies of each of these tables, and of their people."""
    if postgres:
        series = text(
            f"SELECT lpad(to_hex(n), 8, '0') AS n FROM generate_series({first}, {first + count - 1}) AS s(n)"
        )
    else:
        series = text(
            f"WITH RECURSIVE s(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM s WHERE n < {first + count - 1}) "
            "SELECT printf('%08x', n) AS n FROM s"
        )
    numbers = series.columns(Column("n", schema.tables.c.id.type)).subquery("numbers")
    people = select(schema.seats.c.player).where(
        schema.seats.c.table_id.in_(ids), schema.seats.c.player.is_not(None)
    )
    wanted = [
        (schema.players, schema.players.c.id.in_(people)),
        (schema.sessions, schema.sessions.c.player.in_(people)),
    ]
    wanted.append((schema.tables, schema.tables.c.id.in_(ids)))
    wanted += [
        (table, table.c.table_id.in_(ids))
        for table in schema.metadata.sorted_tables
        if "table_id" in table.c and table.name != "reports"
    ]
    if postgres:
        await connection.execute(text("SET LOCAL statement_timeout = 0"))
    for table, condition in wanted:
        columns = [c for c in table.columns if not (c.name == "id" and c.type is schema.row_id)]
        rows = (
            select(*(copied(c, table, numbers.c.n) for c in columns))
            .select_from(table)
            .join(numbers, text("1 = 1"))
        )
        await connection.execute(table.insert().from_select([c.name for c in columns], rows.where(condition)))


async def size(database: Database) -> dict[str, int]:
    """Bytes of each of our tables with its indexes (Postgres), or of the file (SQLite)."""
    async with database.read() as connection:
        if not database.is_postgres:
            pages = (await connection.execute(text("PRAGMA page_count"))).scalar_one()
            return {"file": pages * (await connection.execute(text("PRAGMA page_size"))).scalar_one()}
        found = {}
        for table in schema.metadata.sorted_tables:
            query = text(f"SELECT pg_total_relation_size('{table.name}')")
            found[table.name] = (await connection.execute(query)).scalar_one()
        return {name: n for name, n in found.items() if n > 1_000_000} | {"all": sum(found.values())}


async def fill(url: str, finished: int, active: int) -> dict[str, Any]:
    """Makes the crowd; bytes a finished game."""
    over, waiting = await play(url)
    database = open_engine(database_url(url))
    try:
        began = time.monotonic()
        before = await size(database)
        async with database.write() as connection:
            await copy(connection, over, 1, -(-finished // len(over)), postgres=database.is_postgres)
        after = await size(database)
        async with database.write() as connection:
            await copy(
                connection, waiting, 1 << 20, -(-active // len(waiting)), postgres=database.is_postgres
            )
            await connection.execute(update(schema.tables).values(last_human_at=int(time.time() * 1000)))
        counts = {}
        async with database.read() as connection:
            for table in (schema.tables, schema.actions, schema.positions, schema.seats):
                counts[table.name] = (
                    await connection.execute(select(func.count()).select_from(table))
                ).scalar_one()
        whole = "all" if database.is_postgres else "file"
        made = -(-finished // len(over)) * len(over)
        return {
            "rows": counts,
            "bytes a finished game": round((after[whole] - before[whole]) / made),
            "bytes by table": {name: round((n - before.get(name, 0)) / made) for name, n in after.items()},
            "filled in s": round(time.monotonic() - began, 1),
        }
    finally:
        await database.dispose()


def started(url: str, watch_s: float = 10) -> dict[str, Any]:
    """Starts the server on it: seconds until it answers, and its memory then and a while later."""
    port = free_port()
    env = os.environ | {"DATABASE_URL": url, "PORT": str(port), "LOG_LEVEL": "WARNING"}
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "serve"], cwd=root, env=env, stdout=subprocess.DEVNULL
    )
    try:
        while not answers(port):
            if process.poll() is not None or time.monotonic() - began > 60:
                raise RuntimeError("the server did not start")
            time.sleep(0.02)
        took, cpu, at_once = time.monotonic() - began, processor_s(process.pid), memory_mb(process.pid)
        time.sleep(watch_s)
        return {
            "starts in s": round(took, 2),
            "of its processor in s": cpu,
            "memory in MB": at_once,
            f"memory after {watch_s:g} s": memory_mb(process.pid),
        }
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/-/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def memory_mb(pid: int) -> float:
    return round(int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0]) / 1024, 1)


def processor_s(pid: int) -> float:
    """Time of the processor a process has used: what other work on the machine cannot distort."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return round((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), 2)


async def main(args: argparse.Namespace) -> None:
    async with contextlib.AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        empty = f"sqlite:///{folder}/empty.db"
        url = f"sqlite:///{folder}/yeti.db"
        if args.postgres:
            empty, url = [await stack.enter_async_context(database()) for _ in range(2)]
        report = {"empty": await asyncio.to_thread(started, empty, 3)}
        report |= await fill(url, args.finished, args.active)
        report["full"] = await asyncio.to_thread(started, url)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--finished", type=int, default=10_000)
    parser.add_argument("--active", type=int, default=1_000)
    parser.add_argument("--postgres", action="store_true", help="on the server at TEST_POSTGRES_URL")
    asyncio.run(main(parser.parse_args()))
