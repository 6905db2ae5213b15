"""The operator's part of the command line: migrate, backup, move, admin. What the commands need they import when they
run.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

OK, FAILED, MALFORMED = 0, 1, 2

Commands = Any
"""What argparse gives for `add_subparsers`; its class is private."""


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def settings_said() -> Any:
    """The settings of the environment. Without a DATABASE_URL it is said which database a command is about: forgotten,
    it would be done to another one than the server's, and look as if it had worked. Raises BadSetting.
    """
    from app.settings import Settings

    if not os.environ.get("DATABASE_URL", "").strip():
        print(
            f"DATABASE_URL is not set, so this is about {Path('data/yeti.db').absolute()}. If the server has another "
            "database, set its settings first: set -a; . /etc/yeti.env; set +a",
            file=sys.stderr,
        )
    return Settings.from_environment()


def add_migrate(commands: Commands) -> None:
    parser = commands.add_parser("migrate", help="bring the database up to this version, as `serve` does")
    parser.set_defaults(run=run_migrate)


def run_migrate(_args: argparse.Namespace) -> int:
    """0; 1 if the database is not so that it can be done; 2 for a bad setting. Servers may run meanwhile."""
    from app.settings import BadSetting
    from app.storage.starting import CannotStart, bring_up

    try:
        asyncio.run(bring_up(settings_said().database_url))
    except (BadSetting, CannotStart) as error:
        print(error, file=sys.stderr)
        return MALFORMED if isinstance(error, BadSetting) else FAILED
    print("The database is up to date.")
    return OK


def add_backup(commands: Commands) -> None:
    parser = commands.add_parser("backup", help="copy the SQLite database beside a running server")
    parser.add_argument("file", metavar="FILE", type=Path, help="the copy; nothing is overwritten")
    parser.set_defaults(run=run_backup)


def run_backup(args: argparse.Namespace) -> int:
    """0 and what was written; 1 if it could not be; 2 for a bad setting."""
    from app.settings import BadSetting
    from app.storage.backup import BackupRefused, back_up

    try:
        size = back_up(settings_said().database_url, args.file)
    except (BadSetting, BackupRefused) as error:
        print(error, file=sys.stderr)
        return MALFORMED if isinstance(error, BadSetting) else FAILED
    print(f"{args.file}: {size} bytes")
    print(
        "To restore: stop the server, put this file where DATABASE_URL points, take away the -wal and -shm files"
    )
    print("beside it, and start the server.")
    return OK


def add_move(commands: Commands) -> None:
    parser = commands.add_parser("move", help="move everything from SQLite to an empty Postgres database")
    parser.add_argument("--from", dest="source", required=True, metavar="URL", help="sqlite:///FILE")
    parser.add_argument("--to", dest="target", required=True, metavar="URL", help="postgresql://...")
    parser.set_defaults(run=run_move)


def run_move(args: argparse.Namespace) -> int:
    """0 and the rows of each table; 1 if nothing was moved; 2 for an address that is none."""
    from app.settings import BadSetting, database_url
    from app.storage.move import MoveRefused, move
    from app.storage.starting import CannotStart

    try:
        source, target = (
            database_url(url, name) for name, url in (("--from", args.source), ("--to", args.target))
        )
        copied = asyncio.run(move(source, target))
    except (BadSetting, MoveRefused, CannotStart) as error:
        print(error, file=sys.stderr)
        return MALFORMED if isinstance(error, BadSetting) else FAILED
    for name, rows in copied.items():
        print(f"{name}  {rows}")
    print(
        "Everything has arrived. Start the server with the new DATABASE_URL, and keep the old file until you trust it."
    )
    return OK


def add_admin(commands: Commands) -> None:
    parser = commands.add_parser("admin", help="look after tables and people")
    parser.add_argument("--json", action="store_true", dest="as_json")
    tasks = parser.add_subparsers(required=True, metavar="TASK", dest="task")
    tables = tasks.add_parser("tables", help="tables, those with people lately first")
    tables.add_argument("--status", choices=["lobby", "playing", "over", "closed"])
    tables.add_argument("--most", type=positive, default=50, metavar="N")
    close = tasks.add_parser("close", help="end an open table; its code is free again")
    close.add_argument("table", metavar="TABLE", help="code or id of the table")
    purge = tasks.add_parser("purge", help="take away unfinished tables and old chat; active ones stay")
    purge.add_argument("--days", type=positive, metavar="N", help="older than this; default KEEP_DAYS")
    tasks.add_parser("vapid", help="a fresh pair of keys for Web Push, as the settings take them")
    tasks.add_parser("stats", help="how much there is of everything")
    reports = tasks.add_parser("reports", help="reports not dealt with yet")
    reports.add_argument("--done", type=positive, metavar="ID", help="mark this one as dealt with")
    reports.add_argument("--most", type=positive, default=50, metavar="N")
    people = tasks.add_parser("people", help="people by a part of their name")
    people.add_argument("name", metavar="NAME", nargs="?", default="")
    people.add_argument("--most", type=positive, default=50, metavar="N")
    for task, what in (("ban", "close this server to a person"), ("unban", "open it to them again")):
        one = tasks.add_parser(task, help=what)
        one.add_argument("person", metavar="ID", help="as `admin people` and `admin reports` say it")
    rename = tasks.add_parser("rename", help="give a person another name, at every table")
    rename.add_argument("person", metavar="ID")
    rename.add_argument("name", metavar="NAME")
    sessions = tasks.add_parser("sessions", help="a person's devices")
    sessions.add_argument("person", metavar="ID")
    sessions.add_argument("--end", action="store_true", help="sign all of them out")
    chat = tasks.add_parser("chat", help="what was said at a table")
    chat.add_argument("table", metavar="TABLE", help="code or id of the table")
    chat.add_argument("--delete", type=positive, metavar="LINE", help="take this line away first")
    chat.add_argument("--most", type=positive, default=50, metavar="N")
    registration = tasks.add_parser("registration", help="who may become somebody here")
    registration.add_argument("to", nargs="?", choices=["open", "invited", "closed"])
    invite = tasks.add_parser("invite", help="a new person, and the link by which they come in once")
    invite.add_argument("name", metavar="NAME")
    parser.set_defaults(run=run_admin)


def run_admin(args: argparse.Namespace) -> int:
    """0 and the answer on standard output, a line a row or JSON; 2 for no such table or a bad setting."""
    import structlog

    from app import admin
    from app.players.errors import BadName
    from app.settings import BadSetting, Settings
    from app.storage.starting import CannotStart
    from app.tables.errors import NoSuchTable

    # What is logged meanwhile is no part of the answer.
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
    try:
        settings = settings_said() if args.task != "vapid" else Settings.from_environment()
        tasks: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {
            "tables": lambda: admin.tables(settings, args.status, args.most),
            "close": lambda: admin.close(settings, args.table),
            "purge": lambda: admin.purge(settings, args.days),
            "vapid": admin.vapid,
            "stats": lambda: admin.stats(settings),
            "reports": lambda: admin.reports(settings, args.done, args.most),
            "people": lambda: admin.people(settings, args.name, args.most),
            "ban": lambda: admin.ban(settings, args.person, banned=True),
            "unban": lambda: admin.ban(settings, args.person, banned=False),
            "rename": lambda: admin.rename(settings, args.person, args.name),
            "sessions": lambda: admin.sessions(settings, args.person, end=args.end),
            "chat": lambda: admin.chat(settings, args.table, args.delete, args.most),
            "registration": lambda: admin.registration(settings, args.to),
            "invite": lambda: admin.invite(settings, args.name),
        }
        answer = asyncio.run(tasks[args.task]())
    except NoSuchTable:
        print(f"no open table {args.table}", file=sys.stderr)
        return MALFORMED
    except admin.NobodyThere:
        print(f"nobody has the id {args.person}: `admin people NAME` finds it", file=sys.stderr)
        return MALFORMED
    except BadName as error:
        print(f"that is no name for anybody here ({error.reason})", file=sys.stderr)
        return MALFORMED
    except (BadSetting, CannotStart) as error:
        print(error, file=sys.stderr)
        return MALFORMED if isinstance(error, BadSetting) else FAILED
    if args.as_json:
        print(json.dumps(answer))
        return OK
    for row in answer if isinstance(answer, list) else [answer]:
        print(admin.shown(row))
    return OK


add_operators_commands = (add_migrate, add_backup, add_move, add_admin)
