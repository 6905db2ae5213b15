"""Many tables of scripted people who drop, reload, send twice, leave, come back and talk at random, on two server
processes and one Postgres. Everything they are sent is searched for what they might not know.

    python -m tools.soak --minutes 30 --tables 50 --seed 1 [--nginx] [--kill SECONDS] [--cpu PERCENT] [--report FILE]

Afterwards everybody plays their race to its end, and every table is accounted for. Ends with a report in words and 0,
or 1 with what went wrong. People think longer while the machine is busier than `--cpu` percent.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncpg

from app.games.avalanche.game import Avalanche
from tools.leaks import Judge
from tools.scripted import Person, Run
from tools.topology import topology
from tools.two_processes import Process, database, pair

game = Avalanche()
environment = {
    "BOT_DELAY_MS": "100",
    "ABSENCE_MS": "2000",
    "HOST_GRACE_MS": "3000",
    "TABLE_GRACE_MS": "60000",
    "LOG_LEVEL": "INFO",
}
sample_s = 60.0
end_within_s = 600.0
overdue_ms = 15_000
flat_share, flat_mb = 1.08, 8.0


async def company(run: Run, number: int, until: float) -> None:
    """The same few people, one table after the other. The last race is played to its end."""
    dice = random.Random(f"{run.seed} {number}")
    people = [Person(run, f"P{number}.{n}", dice) for n in range(dice.randrange(2, 6))]
    try:
        await asyncio.sleep(dice.random() * min(20.0, max(0.0, until - time.monotonic()) / 4))
        while time.monotonic() < until:
            await race(run, people, dice, until)
    finally:
        for person in people:
            await person.close()


async def race(run: Run, people: list[Person], dice: random.Random, until: float) -> None:
    host = people[0]
    opened = await host.post("/tables", "open", name=host.visitor.name)
    if opened is None or opened.status_code != 303:
        await asyncio.sleep(1)
        return
    code = opened.headers["location"].removeprefix("/t/")
    run.codes.add(code)
    await host.post(f"/t/{code}/clock", "clock", seconds=dice.choice(["0", "30"]))
    await host.post(f"/t/{code}/leavers", "leavers", leavers=dice.choice(["bot", "drop"]))
    if dice.random() < 0.3:
        await host.post(f"/t/{code}/spectators", "spectators", on="yes")
    if dice.random() < 0.3:
        await host.post(f"/t/{code}/options", "options", option="controlled_speed", on="yes")
    for person in people[1:]:
        await person.post(f"/t/{code}/join", "join", name=person.visitor.name)
        await person.post(f"/t/{code}/ready", "ready", ready=dice.choice(["yes", "no"]))
    for _ in range(max(0, 3 - len(people))):
        await host.post(f"/t/{code}/bots", "bots")
    started = await host.post(f"/t/{code}/start", "start", confirm="yes")
    if started is None or started.status_code != 303:
        return
    while time.monotonic() < until + end_within_s:
        run.mischief = time.monotonic() < until
        kinds = set()
        for person in people:
            await person.hear()
            if run.mischief:
                await person.stir(code, is_host=person is host)
            elif person is host:
                await person.post(f"/t/{code}/resume", "resume")
            kinds.add(await person.turn(code))
            await run.think(dice.random())
        if kinds == {"over"}:
            run.finished += 1
        if kinds <= {"over", "away"}:
            return


async def killer(run: Run, seconds: float) -> None:
    """Kills one process or the other now and then, and starts it again."""
    dice = random.Random(run.seed)
    while seconds:
        await asyncio.sleep(seconds)
        process = dice.choice(run.processes)
        await process.stop(dice.choice([signal.SIGKILL, signal.SIGTERM]))
        await process.start()


def busy_and_whole() -> tuple[int, int]:
    """Processor time of the machine so far: in use, and in all."""
    times = [int(one) for one in Path("/proc/stat").read_text().partition("\n")[0].split()[1:9]]
    return sum(times) - times[3] - times[4], sum(times)


async def governor(run: Run, percent: float) -> None:
    """Lets people think longer while the machine is busier than wanted."""
    before = busy_and_whole()
    while True:
        await asyncio.sleep(5)
        now = busy_and_whole()
        share = 100 * (now[0] - before[0]) / max(1, now[1] - before[1])
        before = now
        run.haste = min(
            30.0, max(0.05, run.haste * (1.25 if share > percent + 5 else 0.85 if share < percent - 5 else 1))
        )


def memory_mb(process: Process) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return round(int(status.partition("VmRSS:")[2].split()[0]) / 1024, 1)


async def watch(run: Run, memory: list[list[float]], began: float) -> None:
    """Notes both processes' memory every minute."""
    while True:
        await asyncio.sleep(sample_s)
        with contextlib.suppress(OSError, AssertionError, IndexError):
            memory.append([memory_mb(p) for p in run.processes])
            print(
                f"{(time.monotonic() - began) / 60:5.1f} min  {len(run.codes)} tables, {run.finished} played out, "
                f"{sum(run.statuses.values())} requests, memory {memory[-1]} MB, thinking x{run.haste:.2f}, "
                f"faults {len(run.faults)}",
                flush=True,
            )


def growth(memory: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """For each process the median of the second and of the last quarter of the samples; [] for too few."""
    quarter = len(memory) // 4
    if not quarter:
        return []
    return [
        (
            statistics.median(row[n] for row in memory[quarter : 2 * quarter]),
            statistics.median(row[n] for row in memory[-quarter:]),
        )
        for n in range(len(memory[0]))
    ]


async def accounted(url: str) -> tuple[Counter[str], list[str]]:
    """Every table: over, ended for want of people, waiting for a person who may take their time, or stuck."""
    connection = await asyncpg.connect(url)
    counts: Counter[str] = Counter()
    stuck = []
    try:
        now = time.time() * 1000
        for row in await connection.fetch("SELECT * FROM tables"):
            what = {"over": "have a result", "closed": "ended for want of people"}.get(row["status"])
            if what is None:
                seats = await connection.fetch("SELECT * FROM seats WHERE table_id = $1", row["id"])
                what = waits_for(row, seats, now)
            counts[what] += 1
            if what.startswith("stuck"):
                stuck.append(f"table {row['id']}: {what}")
    finally:
        await connection.close()
    return counts, stuck


def waits_for(row: Any, seats: list[Any], now: float) -> str:
    """Whom an open table waits for."""
    if row["status"] == "lobby":
        return "in the lobby"
    if row["paused_at"] is not None:
        return "paused by a person"
    if row["deadline_at"] is not None and now > row["deadline_at"] + overdue_ms:
        return "stuck: its clock ran out and nothing happened"
    awaited = game.waiting_on(game.decode_state(json.loads(row["state"])))
    people = [seat for seat in seats if seat["index"] in awaited and seat["acts"] == "human"]
    return "waiting for somebody" if people else "stuck: it waits for a bot"


def verdict(run: Run, args: argparse.Namespace, memory: list[list[float]], more: dict[str, Any]) -> list[str]:
    """What is wrong, in words; empty if nothing is."""
    wrong = [*run.faults, *more["leaks"], *more["stuck"], *more["errors"], *more["crashed"]]
    if not args.kill:
        for n, (early, late) in enumerate(growth(memory)):
            if late > max(early * flat_share, early + flat_mb):
                wrong.append(f"memory of process {n} grew from {early} to {late} MB")
    return wrong


def said(run: Run, args: argparse.Namespace, judge: Judge, memory: list[list[float]]) -> dict[str, Any]:
    """What the report says of the run itself."""
    failed = sum(n for what, n in run.statuses.items() if what.endswith(" 500"))
    return {
        "soak": f"{args.tables} tables at a time, {args.minutes:g} minutes, seed {args.seed}, "
        f"kills {args.kill:g}{', behind nginx' if args.nginx else ''}",
        "played out by their people": run.finished,
        "games replayed from their logs": judge.games,
        "readings judged": f"{judge.held}, of {run.seen.texts} texts, {run.seen.bytes / 1e6:.0f} MB",
        "leaks": len(judge.faults),
        "answers": ", ".join(f"{what}: {n}" for what, n in sorted(run.statuses.items())),
        "answers of 500": failed,
        "memory in MB each minute": memory,
    }


async def main(args: argparse.Namespace) -> int:
    async with contextlib.AsyncExitStack() as stack:
        url = await stack.enter_async_context(database())
        if args.nginx:
            site = await stack.enter_async_context(topology(url, environment, tls=False))
            processes, entries = site.processes, (site.address,)
        else:
            processes = await stack.enter_async_context(pair(url, environment))
            entries = tuple(process.address for process in processes)
        run = Run(processes, args.seed, entries)
        began = time.monotonic()
        until = began + args.minutes * 60
        memory = [[memory_mb(p) for p in processes]]
        jobs = [
            asyncio.create_task(job)
            for job in (watch(run, memory, began), killer(run, args.kill), governor(run, args.cpu))
        ]
        companies = (company(run, n, until) for n in range(args.tables))
        results = await asyncio.gather(*companies, return_exceptions=True)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        # Nobody is left: bots play on in the seats of who left, tables of nobody end within the grace time.
        deadline = time.monotonic() + 150
        while True:
            counts, stuck = await accounted(url)
            if set(counts) <= {"have a result", "ended for want of people"} or time.monotonic() > deadline:
                break
            await asyncio.sleep(2)
        memory.append([memory_mb(p) for p in processes])
        judge = Judge(run.seen)
        await judge.judge(url)
        judge.logs("".join(p.log for p in processes), run.codes)
        more = {
            "leaks": judge.faults,
            "stuck": stuck,
            "errors": [line for p in processes for line in p.log.splitlines() if '"level": "error"' in line],
            "crashed": [repr(result) for result in results if isinstance(result, BaseException)],
        }
        wrong = verdict(run, args, memory, more)
        report = said(run, args, judge, memory) | {
            "tables": f"{len(run.codes)} opened; "
            + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())),
            "errors in the logs": len(more["errors"]),
            "tables stuck": len(stuck),
            "took": f"{time.monotonic() - began:.0f} s in all",
            "wrong": wrong[:30],
            "verdict": "FAILED" if wrong else "passed",
        }
        lines = "\n".join(f"{name}: {value}" for name, value in report.items())
        print(lines, flush=True)
        if args.report:
            await asyncio.to_thread(Path(args.report).write_text, lines + "\n")
        return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument(
        "--nginx", action="store_true", help="everybody comes by a real nginx (deploy/nginx.conf)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--kill", type=float, default=0, metavar="SECONDS", help="kill a process every so often"
    )
    parser.add_argument(
        "--cpu", type=float, default=60, metavar="PERCENT", help="how busy the machine may be"
    )
    parser.add_argument("--report", metavar="FILE", help="where to leave the report, too")
    sys.exit(asyncio.run(main(parser.parse_args())))
