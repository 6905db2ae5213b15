"""The command line: `python -m app COMMAND`. Not here: what the commands compute.

A command is a function that adds its parser and sets `run` on it; list it in `COMMANDS`. What a command needs
beyond the rules it imports when it runs, so that the others start at once.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import Any

from app.games.kernel.contract import BadSetup
from app.games.kernel.interchange import BadPosition, read_json
from app.games.kernel.ladder import rung
from app.games.registry import games, programs
from app.operators import FAILED, MALFORMED, OK, Commands, add_operators_commands, positive, settings_said


def add_scenario(commands: Commands) -> None:
    parser = commands.add_parser("scenario", help="play scenario files and report what does not hold")
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.set_defaults(run=run_scenarios)


def run_scenarios(args: argparse.Namespace) -> int:
    """0 all hold, 1 one fails, 2 one is no scenario (the others are played all the same)."""
    status = OK
    for path in args.files:
        try:
            name, failure = _play_scenario(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeError) as error:
            print(f"MALFORMED {path}: cannot be read: {error}", file=sys.stderr)
            status = MALFORMED
            continue
        except BadPosition as error:
            print(f"MALFORMED {path}: {error}", file=sys.stderr)
            status = MALFORMED
            continue
        if failure:
            print(f"FAIL {name}: {failure}")
            status = max(status, FAILED)
        else:
            print(f"ok {name}")
    return status


def _play_scenario(text: str) -> tuple[str, str]:
    """By the game that the file's format names. Raises BadPosition."""
    raw = read_json(text)
    if not isinstance(raw, dict):
        raise BadPosition("scenario: an object is expected")
    if "format" not in raw:
        raise BadPosition("scenario.format: missing")
    formats = {game.scenario_format: game for game in programs.values()}
    found = raw["format"]
    if not isinstance(found, str) or found not in formats:
        raise BadPosition(f"scenario.format: one of {', '.join(map(repr, formats))} is expected")
    return formats[found].play_scenario(text)


def add_simulate(commands: Commands) -> None:
    parser = commands.add_parser("simulate", help="play random legal games and report how they go")
    parser.add_argument("--players", type=int, required=True, choices=range(1, 6), metavar="N")
    parser.add_argument("--games", type=positive, required=True, metavar="G")
    parser.add_argument("--game", choices=list(programs), default="avalanche")
    parser.add_argument("--option", action="append", default=[], metavar="KEY", dest="options")
    parser.add_argument("--level", metavar="BOT", help="who chooses; by default whoever chooses at random")
    parser.add_argument("--seed", default="avalanche", metavar="TEXT", help="the same text, the same games")
    parser.add_argument("--json", action="store_true", dest="as_json")
    parser.set_defaults(run=run_simulate)


def run_simulate(args: argparse.Namespace) -> int:
    seed = sha256(args.seed.encode(errors="surrogateescape")).digest()
    game = programs[args.game]
    level = args.level or game.levels[0]
    if level not in game.levels:
        print(f"--level is one of {', '.join(game.levels)}", file=sys.stderr)
        return MALFORMED
    start = time.process_time()
    try:
        played = game.simulate(args.players, args.games, args.options, seed, level)
    except BadSetup as error:
        print(f"these options do not fit: {error}", file=sys.stderr)
        return MALFORMED
    spent = time.process_time() - start
    report = _report(args, played, spent)
    if args.as_json:
        print(json.dumps(report))
        return OK
    options = ", ".join(report["options"]) or "none"
    print(f"{args.games} games, {args.players} players, options: {options}, seed {args.seed!r}")
    print(f"rounds a game      {report['rounds_mean']:.2f}")
    for seat, wins in enumerate(report["wins_by_seat"]):
        print(f"won by seat {seat}      {wins} ({100 * wins / args.games:.1f} %)")
    print(f"won by nobody      {report['nobody_won']} ({100 * report['nobody_won'] / args.games:.1f} %)")
    if "buried_mean" in report:
        print(f"buried a game      {report['buried_mean']:.2f}")
    print(f"choices            {report['choices']} ({report['choices_per_second']} a CPU second)")
    return OK


def _report(args: argparse.Namespace, played: dict[str, Any], spent: float) -> dict[str, Any]:
    """What was asked, what was played, and how fast."""
    asked = {"players": args.players, "games": args.games, "options": played["options"], "seed": args.seed}
    speed = {"choices_per_second": round(played["choices"] / max(spent, 1e-9))}
    return asked | {key: value for key, value in played.items() if key != "options"} | speed


def add_serve(commands: Commands) -> None:
    parser = commands.add_parser("serve", help="migrate the database and serve the web app")
    parser.set_defaults(run=run_serve)


def run_serve(_args: argparse.Namespace) -> int:
    """Serves until stopped; 2 when a setting makes no sense, 1 when the server cannot start as things are."""
    from app.server import serve
    from app.settings import BadSetting, Settings
    from app.storage.starting import CannotStart

    try:
        serve(Settings.from_environment())
    except (BadSetting, CannotStart) as error:
        print(error, file=sys.stderr)
        return MALFORMED if isinstance(error, BadSetting) else FAILED
    return OK


def add_export(commands: Commands) -> None:
    parser = commands.add_parser("export", help="write the record of a finished game as JSON")
    parser.add_argument("table", metavar="TABLE", help="code or id of the table")
    parser.set_defaults(run=run_export)


def run_export(args: argparse.Namespace) -> int:
    """0 and the record on standard output; 1 for a game that is not over; 2 for no such table."""
    import asyncio

    from app.main import record_of
    from app.settings import BadSetting
    from app.storage.starting import CannotStart
    from app.tables.errors import NoSuchTable, Refusal

    try:
        record = asyncio.run(record_of(settings_said(), args.table))
    except (NoSuchTable, BadSetting) as error:
        print(f"no table {args.table}" if isinstance(error, NoSuchTable) else error, file=sys.stderr)
        return MALFORMED
    except CannotStart as error:
        print(error, file=sys.stderr)
        return FAILED
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
    from app.tables.after.proof import NotProved, Unreadable, played_so, settled_before, values_of

    status = OK
    for path in args.files:
        try:
            text = path.read_text(encoding="utf-8")
            record = json.loads(text) if text.lstrip().startswith("{") else None
            holds = settled_before(values_of(text) if record is None else record)
            if record is not None:
                holds += played_so(record, _replayed(record.get("record")))
        except (NotProved, BadPosition) as failure:
            print(f"FAIL {path}: {failure}")
            status = max(status, FAILED)
        except (OSError, ValueError, Unreadable) as error:
            print(f"MALFORMED {path}: {error}", file=sys.stderr)
            status = MALFORMED
        else:
            print(f"ok {path}: {'; '.join(holds)}")
    return status


def _replayed(record: Any) -> dict[str, Any]:
    """What a record leads to, by the game it names. Raises BadPosition."""
    key = record.get("game") if isinstance(record, dict) else None
    if not isinstance(key, str) or key not in programs:
        raise BadPosition(f"record.game: one of {', '.join(map(repr, programs))} is expected")
    return programs[key].replay(record)


def add_ladder(commands: Commands) -> None:
    parser = commands.add_parser("ladder", help="play the bots' levels against each other")
    parser.add_argument(
        "--games", type=positive, default=200, metavar="G", help="for each line, 200 by default"
    )
    parser.add_argument("--game", choices=[key for key, game in games.items() if len(game.bot_levels) > 1])
    parser.add_argument("--seed", default="ladder", metavar="TEXT", help="the same text, the same games")
    parser.set_defaults(run=run_ladder)


def run_ladder(args: argparse.Namespace) -> int:
    """Every level among others of the one below, at every number of seats, and each option once at four."""
    known = [game for game in games.values() if len(game.bot_levels) > 1]
    seed = sha256(args.seed.encode(errors="surrogateescape")).digest()
    for game in [one for one in known if args.game in (None, one.key)]:
        tables: list[tuple[int, tuple[str, ...]]] = [(seats, ()) for seats in range(2, game.max_seats + 1)]
        tables += [(4, (option.key,)) for option in game.options if 4 in option.seats and not option.values]
        for below, level in pairwise(game.bot_levels):
            for seats, options in tables:
                found = rung(game, level, below, seats=seats, games=args.games, options=options, seed=seed)
                won, sure = 100 * found.share, 100 * found.interval
                print(
                    f"{game.key}: {level} among {below}, {seats} seats{' ' if options else ''}{' '.join(options)}: won "
                    f"{won:.1f} % of those somebody won (95 %: {won - sure:.1f} to {won + sure:.1f}; chance "
                    f"{100 / seats:.0f}), nobody {100 * found.nobody:.1f} %",
                    flush=True,
                )
    return OK


COMMANDS: tuple[Callable[[Commands], None], ...] = (
    add_scenario,
    add_simulate,
    add_ladder,
    add_serve,
    add_export,
    add_verify,
    *add_operators_commands,
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
