"""What fails, done on purpose to real servers while people play, and what came of it.

    python -m tools.failures kills [--kills 60]    processes are killed, now and then the database; is anything lost?
    python -m tools.failures silent                the lines to the database go silent, for ever or for a while
    python -m tools.failures frozen                a process is stopped in the middle of a save
    python -m tools.failures full                  the disk is full: SQLite, and a Postgres of its own (root, for tmpfs)
    python -m tools.failures read-only             Postgres takes no writes any more, and then does; SQLite likewise

Each ends with what was measured, a verdict, and 0 or 1. Databases are made for it and go with it. By hand: they take
minutes.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import time
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from tools.cluster import cluster
from tools.failing import Play, Wrong, missing, of_the_logs, playing, say, seconds_until, status, table
from tools.failures_disk import full, sqlite_read_only
from tools.proxy import Proxy
from tools.two_processes import Process, database, pair

environment = {"BOT_DELAY_MS": "100", "LOG_LEVEL": "INFO", "HOST_GRACE_MS": "60000"}


async def kills(args: argparse.Namespace) -> Wrong:
    """Each process has a killer of its own, so that now and then both are gone; every tenth kill is the database's."""
    dice, done = random.Random(args.seed), Counter[str]()
    async with cluster() as own, pair(own.address, environment | {"LOG_LEVEL": "WARNING"}) as processes:
        play, database_lock = Play([p.address for p in processes], args.seed), asyncio.Lock()

        async def killer(process: Process) -> None:
            while done.total() < args.kills:
                await asyncio.sleep(0.5 + dice.random() * 2)
                await play.more(len(play.accepted) + 2, 60)  # a kill while nobody plays shows nothing
                if done.total() // 10 > done["database"]:
                    done["database"] += 1  # before the lock: while one waits for it, the other looks here
                    async with database_lock:  # not while a process starts
                        await own.stop("immediate")
                        await own.start()
                    continue
                done["process"] += 1
                await process.stop(signal.SIGKILL)
                async with database_lock:  # without a database it would not start, and says so
                    await process.start()

        began = time.monotonic()
        async with playing(play, args.tables):
            await asyncio.gather(*(killer(process) for process in processes))
            say("played on after the last kill", await play.more(len(play.accepted), 60))
        gone = await missing(play, own.address)
        say("kills", f"{dict(done)} in {time.monotonic() - began:.0f} s")
        say("choices accepted", len(play.accepted))
        say("lost or stored twice", len(gone))
        say("answers", dict(play.answers))
        few = ["too little was played to show anything"] if len(play.accepted) < 3 * args.kills else []
        return [*few, *(f"lost: {key}" for key in gone[:10]), *play.odd[:10], *of_the_logs(*processes)]


async def silent(args: argparse.Namespace) -> Wrong:
    wrong: Wrong = []
    async with database() as url:
        parts = urlsplit(url)
        proxy = Proxy([parts.port or 5432])
        await proxy.start()
        behind = f"postgresql://{parts.username}@{proxy.address}{parts.path}"
        try:
            async with pair(behind, environment) as processes:
                play = Play([p.address for p in processes], args.seed)
                async with playing(play, 6, people=1, bots=2):
                    watch = await asyncpg.connect(url)
                    for number in range(args.times):
                        await asyncio.sleep(4)
                        for_ever = number % 2 == 0
                        proxy.swallow()
                        asked = [await status(p.address, "/-/live") for p in processes]
                        if for_ever:
                            proxy.release()  # what was open stays dead, as behind a router that has forgotten it
                        else:
                            await asyncio.sleep(20)
                            asked += [await status(p.address) for p in processes]
                            proxy.release()
                        back = await back_again(watch, processes, play)
                        say(
                            f"silence {number + 1} ({'for ever' if for_ever else '20 s'})",
                            f"{back}; asked {asked}",
                        )
                        wrong += [f"silence {number + 1}: no {what}" for what, s in back.items() if s is None]
                        wrong += [
                            f"silence {number + 1}: {what} after {s} s"
                            for what, s in back.items()
                            if s and s > 15
                        ]
                        if not for_ever and asked[2:] != [503, 503]:
                            wrong.append(f"health said {asked[2:]} on a silent line")
                    await watch.close()
                say("answers", f"{dict(play.answers)}, the slowest after {play.slowest_s:.1f} s")
                wrong += await missing(play, url)
                proxy.swallow()
                began = time.monotonic()
                await asyncio.gather(*(p.stop() for p in processes))
                took = time.monotonic() - began
                say("SIGTERM on silent lines", f"both ended after {took:.1f} s")
                if took > 10:
                    wrong.append(f"SIGTERM took {took:.1f} s")
                return wrong + play.odd[:10] + of_the_logs(*processes)
        finally:
            proxy.release()
            await proxy.stop()


async def back_again(watch: Any, processes: tuple[Process, Process], play: Play) -> dict[str, float | None]:
    """Seconds until people, bots and heartbeats go on, and both processes are ready."""
    bots = "SELECT count(*) FROM actions WHERE actor = 'bot'"
    beat = "SELECT coalesce(max(at), 0) FROM pulse"
    people, before = len(play.accepted), [await watch.fetchval(question) for question in (bots, beat)]

    one = asyncio.Lock()

    async def grown(number: int, question: str) -> bool:
        async with one:
            return bool(await watch.fetchval(question) > before[number])

    async def accepted() -> bool:
        return len(play.accepted) > people

    async def ready() -> bool:
        return [await status(p.address) for p in processes] == [200, 200]

    names = ("people", "bots", "heartbeat", "ready")
    found = await asyncio.gather(
        seconds_until(accepted, 90),
        seconds_until(lambda: grown(0, bots), 90),
        seconds_until(lambda: grown(1, beat), 90),
        seconds_until(ready, 90),
    )
    return dict(zip(names, found, strict=True))


async def frozen(args: argparse.Namespace) -> Wrong:
    wrong: Wrong = []
    async with database() as url, pair(url, environment) as (first, second):
        watch = await asyncpg.connect(url)
        play, caught = Play([first.address], args.seed), 0
        async with playing(play, 8):
            other = Play([second.address], args.seed + 1)
            for number in range(args.times * 60):
                if caught == args.times:
                    break
                await asyncio.sleep(0.05 + (number * 37 % 50) / 1000)
                first.signal(signal.SIGSTOP)
                await asyncio.sleep(0.3)
                held = await watch.fetchval(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                    "AND state = 'idle in transaction' AND xact_start < clock_timestamp() - interval '250 ms'"
                )
                if not held:
                    first.signal(signal.SIGCONT)
                    continue
                caught += 1
                waited = await seconds_until(lambda: _none_held(watch), 60)
                elsewhere = await _plays(other)
                await asyncio.sleep(5)
                first.signal(signal.SIGCONT)
                again = await seconds_until(lambda: _is_ready(first), 30)
                say(
                    f"stop {caught} in a save",
                    f"its rows were free after {waited} s, the other process played on: {elsewhere}, "
                    f"awake it was ready after {again} s",
                )
                if waited is None or waited > 8 or again is None or not elsewhere:
                    wrong.append(f"stop {caught}: {waited} s, {elsewhere}, {again}")
                await asyncio.sleep(2)
        await watch.close()
        say("answers of the process that was stopped", dict(play.answers))
        if caught < args.times:
            wrong.append(f"only {caught} stops hit a save")
        return wrong + await missing(play, url) + play.odd[:10] + of_the_logs(first, second)


async def _none_held(watch: Any) -> bool:
    return not await watch.fetchval(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'"
    )


async def _is_ready(process: Process) -> bool:
    return await status(process.address) == 200


async def _plays(play: Play) -> bool:
    code, players = await table(play, random.randrange(10**6), people=1, bots=2)
    kind = await players[0].turn(code)
    await players[0].visitor.http.aclose()
    return kind == "select" and bool(play.accepted)


async def read_only(args: argparse.Namespace) -> Wrong:
    wrong = await sqlite_read_only(args)
    async with cluster() as own:
        await own.command("CREATE DATABASE yeti")
        url = own.address.rpartition("/")[0] + "/yeti"
        async with pair(url, environment) as processes:
            play = Play([p.address for p in processes], args.seed)
            async with playing(play, 6):
                await asyncio.sleep(4)
                await own.command("ALTER DATABASE yeti SET default_transaction_read_only = on")
                await own.command(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'yeti'"
                )
                seen = await seconds_until(lambda: _all(processes, 503), 30)
                say("both not ready", f"after {seen} s")
                await asyncio.sleep(20)
                accepted = len(play.accepted)
                # As after a failover: lines that stand go on to read only, new ones may write.
                await own.command("ALTER DATABASE yeti RESET default_transaction_read_only")
                back = await seconds_until(lambda: _all(processes, 200), 60)
                plays = await seconds_until(lambda: _more(play, accepted), 60)
                say("both ready again", f"after {back} s; people play on after {plays} s")
                wrong += ["did not notice, or did not come back"] if None in (seen, back, plays) else []
                await asyncio.sleep(3)
            say("answers", dict(play.answers))
            return wrong + await missing(play, url) + play.odd[:10] + of_the_logs(*processes)


async def _all(processes: tuple[Process, Process], wanted: int) -> bool:
    return [await status(p.address) for p in processes] == [wanted] * 2


async def _more(play: Play, than: int) -> bool:
    return len(play.accepted) > than


async def main(args: argparse.Namespace) -> int:
    began = time.monotonic()
    tasks = {"kills": kills, "silent": silent, "frozen": frozen, "full": full, "read-only": read_only}
    wrong = await tasks[args.task](args)
    say("took", f"{time.monotonic() - began:.0f} s")
    for line in wrong[:30]:
        say("wrong", line)
    say("verdict", "FAILED" if wrong else "passed")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=["kills", "silent", "frozen", "full", "read-only"])
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--times", type=int, default=6, help="silences, or stops")
    parser.add_argument("--seed", type=int, default=1)
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(asyncio.run(main(parser.parse_args())))
