"""The command line: `python -m app COMMAND`. Not here: what the commands compute.

A command is a function that adds its parser and sets `run` on it; list it in `COMMANDS`. What a command needs
beyond the rules it imports when it runs, so that the others start at once.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from hashlib import sha256
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from app.games.avalanche.choices import BadPosition
from app.games.avalanche.scenario import Failed, read_scenario, run
from app.games.avalanche.simulation import Tally, simulate
from app.games.avalanche.variant import OPTIONS
from app.games.kernel.contract import BadSetup

OK, FAILED, MALFORMED = 0, 1, 2

Commands = Any
"""What argparse gives for `add_subparsers`; its class is private."""


def add_scenario(commands: Commands) -> None:
    parser = commands.add_parser("scenario", help="play scenario files and report what does not hold")
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.set_defaults(run=run_scenarios)


def run_scenarios(args: argparse.Namespace) -> int:
    """0 all hold, 1 one fails, 2 one is no scenario (the others are played all the same)."""
    status = OK
    for path in args.files:
        try:
            scenario = read_scenario(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeError) as error:
            print(f"MALFORMED {path}: cannot be read: {error}", file=sys.stderr)
            status = MALFORMED
            continue
        except BadPosition as error:
            print(f"MALFORMED {path}: {error}", file=sys.stderr)
            status = MALFORMED
            continue
        try:
            run(scenario)
        except Failed as failure:
            print(f"FAIL {scenario.name}: {failure}")
            status = max(status, FAILED)
        else:
            print(f"ok {scenario.name}")
    return status


def add_simulate(commands: Commands) -> None:
    parser = commands.add_parser("simulate", help="play random legal games and report how they go")
    parser.add_argument("--players", type=int, required=True, choices=range(1, 6), metavar="N")
    parser.add_argument("--games", type=_positive, required=True, metavar="G")
    keys = [option.key for option in OPTIONS]
    parser.add_argument("--option", action="append", default=[], choices=keys, dest="options")
    parser.add_argument("--seed", default="avalanche", metavar="TEXT", help="the same text, the same games")
    parser.add_argument("--json", action="store_true", dest="as_json")
    parser.set_defaults(run=run_simulate)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def run_simulate(args: argparse.Namespace) -> int:
    seed = sha256(args.seed.encode(errors="surrogateescape")).digest()
    start = time.process_time()
    try:
        tally = simulate(args.players, args.games, args.options, seed)
    except BadSetup as error:
        print(f"these options do not fit: {error}", file=sys.stderr)
        return MALFORMED
    spent = time.process_time() - start
    report = _report(args, tally, spent)
    if args.as_json:
        print(json.dumps(report))
        return OK
    options = ", ".join(report["options"]) or "none"
    print(f"{args.games} games, {args.players} players, options: {options}, seed {args.seed!r}")
    print(f"rounds a game      {report['rounds_mean']:.2f}")
    for seat, wins in enumerate(report["wins_by_seat"]):
        print(f"won by seat {seat}      {wins} ({100 * wins / args.games:.1f} %)")
    print(f"won by nobody      {report['nobody_won']} ({100 * report['nobody_won'] / args.games:.1f} %)")
    print(f"buried a game      {report['buried_mean']:.2f}")
    print(f"choices            {report['choices']} ({report['choices_per_second']} a CPU second)")
    return OK


def _report(args: argparse.Namespace, tally: Tally, spent: float) -> dict[str, Any]:
    return {
        "players": args.players,
        "games": args.games,
        "options": list(tally.options),
        "seed": args.seed,
        "rounds_mean": round(tally.rounds / args.games, 4),
        "wins_by_seat": tally.wins,
        "nobody_won": tally.nobody,
        "buried_mean": round(tally.buried / args.games, 4),
        "choices": tally.choices,
        "choices_per_second": round(tally.choices / max(spent, 1e-9)),
    }


def add_serve(commands: Commands) -> None:
    parser = commands.add_parser("serve", help="migrate the database and serve the web app")
    parser.set_defaults(run=run_serve)


def run_serve(_args: argparse.Namespace) -> int:
    """Serves until stopped; 2 when a setting makes no sense."""
    from app.server import serve
    from app.settings import BadSetting, Settings

    try:
        serve(Settings.from_environment())
    except BadSetting as error:
        print(error, file=sys.stderr)
        return MALFORMED
    return OK


def add_export(commands: Commands) -> None:
    parser = commands.add_parser("export", help="write the record of a finished game as JSON")
    parser.add_argument("table", metavar="TABLE", help="code or id of the table")
    parser.set_defaults(run=run_export)


def run_export(args: argparse.Namespace) -> int:
    """0 and the record on standard output; 1 for a game that is not over; 2 for no such table."""
    import asyncio

    from app.main import record_of
    from app.settings import BadSetting, Settings
    from app.tables.errors import NoSuchTable, Refusal

    try:
        record = asyncio.run(record_of(Settings.from_environment(), args.table))
    except (NoSuchTable, BadSetting) as error:
        print(f"no table {args.table}" if isinstance(error, NoSuchTable) else error, file=sys.stderr)
        return MALFORMED
    except Refusal:
        print("that game is not over: its record would show hidden cards", file=sys.stderr)
        return FAILED
    print(json.dumps(record, indent=1))
    return OK


def add_verify(commands: Commands) -> None:
    parser = commands.add_parser("verify", help="check the record or the proof of a finished game")
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.set_defaults(run=run_verify)


def run_verify(args: argparse.Namespace) -> int:
    """0 all hold, 1 one does not, 2 one cannot be read. A record is played again; of a proof the hashes are taken."""
    from app.games.avalanche.position import position_of
    from app.games.avalanche.record import replay
    from app.tables.proving import NotProved, Unreadable, played_so, settled_before, values_of

    status = OK
    for path in args.files:
        try:
            text = path.read_text(encoding="utf-8")
            record = json.loads(text) if text.lstrip().startswith("{") else None
            holds = settled_before(values_of(text) if record is None else record)
            if record is not None:
                last = replay(record.get("record"))
                led_to = {"winners": list(last.winners or ()), "reason": last.reason}
                holds += played_so(record, led_to | {"final": position_of(last)})
        except (NotProved, BadPosition) as failure:
            print(f"FAIL {path}: {failure}")
            status = max(status, FAILED)
        except (OSError, ValueError, Unreadable) as error:
            print(f"MALFORMED {path}: {error}", file=sys.stderr)
            status = MALFORMED
        else:
            print(f"ok {path}: {'; '.join(holds)}")
    return status


def add_admin(commands: Commands) -> None:
    parser = commands.add_parser("admin", help="look after tables: list, close, purge, count, read reports")
    parser.add_argument("--json", action="store_true", dest="as_json")
    tasks = parser.add_subparsers(required=True, metavar="TASK", dest="task")
    tables = tasks.add_parser("tables", help="tables, those with people lately first")
    tables.add_argument("--status", choices=["lobby", "playing", "over", "closed"])
    tables.add_argument("--most", type=_positive, default=50, metavar="N")
    close = tasks.add_parser("close", help="end an open table; its code is free again")
    close.add_argument("table", metavar="TABLE", help="code or id of the table")
    purge = tasks.add_parser("purge", help="take away unfinished tables and old chat; active ones stay")
    purge.add_argument("--days", type=_positive, metavar="N", help="older than this; default KEEP_DAYS")
    tasks.add_parser("vapid", help="a fresh pair of keys for Web Push, as the settings take them")
    tasks.add_parser("stats", help="how much there is of everything")
    reports = tasks.add_parser("reports", help="reports not dealt with yet")
    reports.add_argument("--done", type=_positive, metavar="ID", help="mark this one as dealt with")
    reports.add_argument("--most", type=_positive, default=50, metavar="N")
    parser.set_defaults(run=run_admin)


def run_admin(args: argparse.Namespace) -> int:
    """0 and the answer on standard output, a line a row or JSON; 2 for no such table or a bad setting."""
    import asyncio

    import structlog

    from app import admin
    from app.settings import BadSetting, Settings
    from app.tables.errors import NoSuchTable

    # What is logged meanwhile is no part of the answer.
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
    try:
        settings = Settings.from_environment()
        tasks: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {
            "tables": lambda: admin.tables(settings, args.status, args.most),
            "close": lambda: admin.close(settings, args.table),
            "purge": lambda: admin.purge(settings, args.days),
            "vapid": admin.vapid,
            "stats": lambda: admin.stats(settings),
            "reports": lambda: admin.reports(settings, args.done, args.most),
        }
        answer = asyncio.run(tasks[args.task]())
    except NoSuchTable:
        print(f"no open table {args.table}", file=sys.stderr)
        return MALFORMED
    except BadSetting as error:
        print(error, file=sys.stderr)
        return MALFORMED
    if args.as_json:
        print(json.dumps(answer))
        return OK
    for row in answer if isinstance(answer, list) else [answer]:
        print(admin.shown(row))
    return OK


COMMANDS: tuple[Callable[[Commands], None], ...] = (
    add_scenario,
    add_simulate,
    add_serve,
    add_export,
    add_verify,
    add_admin,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and gives its exit status. What a terminal cannot show is escaped; a reader who has seen enough
    of the output (`| head`) ends the command quietly.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(prog="python -m app", description="Avalanche at Yeti Mountain, online.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in COMMANDS:
        add(commands)
    args = parser.parse_args(argv)
    run_command: Callable[[argparse.Namespace], int] = args.run
    try:
        status = run_command(args)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # else the interpreter complains at exit
        return FAILED
    return status
