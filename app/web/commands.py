"""The commands of a table that people and programs give alike, one row each. The routes of the pages and of the API,
the API's documents and the matrix of rights (`tests/web/test_rights.py`) follow from these rows.

Not here: commands whose two answers differ: join, leave, claim, report, chat, and the choices of a game.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.tables.errors import Unfit
from app.tables.host.host import seat_at
from app.tables.host.service import HostService
from app.tables.model import Table
from app.tables.service import TableService
from app.tables.settings import setting_rules
from app.web import bodies as b
from app.web.http.forms import Posted
from app.web.pages.setting_controls import setting_controls
from app.web.services import Services


@dataclass(frozen=True, slots=True)
class GivenCommand:
    """A command as it was given. `player`: who gives it, "" for somebody unknown. `args`: the fields of its body."""

    services: Services
    table: Table
    player: str
    args: Mapping[str, Any]

    @property
    def tables(self) -> TableService:
        return self.services.tables

    @property
    def hosting(self) -> HostService:
        return self.services.tables.hosting

    @property
    def who(self) -> tuple[str, str]:
        """The first two parameters of every use case: the table's code, and the person."""
        return self.table.code, self.player


@dataclass(frozen=True, slots=True)
class TableCommand:
    """`name`: the last part of both addresses. `operation`, `summary`, `about`: what the documents call it and say
    of it. `control`: beside what a page tells its refusal. `rights`: whose it is; nobody else may give it.
    `run` makes the change. `body`: what a program sends, None = nothing; `read`: the same fields of a page's form.
    `opens`: a page that gives it goes on to the table it leads to.
    """

    name: str
    operation: str
    summary: str
    part: Literal["seats", "host", "race"]
    control: str
    rights: Literal["host", "seat"]
    run: Callable[[GivenCommand], Awaitable[Table]]
    body: type[b.Body] | None = None
    read: Callable[[Posted, Table], Mapping[str, Any]] = lambda _form, _table: {}
    about: str = ""
    opens: bool = False


def meant_seat(form: Posted, table: Table) -> Mapping[str, Any]:
    """The seat a form is about. `of`: the name that stood on it when the button was pressed; seats may have moved
    since, and nobody shall be taken off in another's stead. Raises Unfit.
    """
    index, name = form.number("seat"), form.text("of")
    if name and name != seat_at(table, index).name:
        raise Unfit("seat_moved", name=name)
    return {"seat": index}


def _seat(form: Posted, _table: Table) -> Mapping[str, Any]:
    return {"seat": form.number("seat")}


async def _hat(given: GivenCommand) -> Table:
    seat = given.table.seat_of(given.player)
    hats = list(seat.hats) if seat else []
    if given.args["figure"] < len(hats):
        hats[given.args["figure"]] = given.args["hat"]
    return await given.tables.set_hats(*given.who, tuple(hats))


async def _option(given: GivenCommand) -> Table:
    value = given.args["value"]
    choice = given.args["on"] if value is None else value
    return await given.tables.set_option(*given.who, given.args["option"], choice)


async def _add_bot(given: GivenCommand) -> Table:
    level = given.args["level"] or given.services.games[given.table.game].bot_levels[0]
    return await given.tables.add_bot(*given.who, level)


async def _bot(given: GivenCommand) -> Table:
    """For somebody away by the host's word, for oneself by one's own."""
    index, seat = given.args["seat"], given.table.seat_of(given.player)
    if index is None or (seat and index == seat.index):
        return await given.tables.agree_to_bot(*given.who)
    return await given.tables.hand_over(*given.who, index)


def _setting(key: str) -> TableCommand:
    """The command of one of the table's settings."""
    control, sent_as = setting_controls[key], setting_rules[key].sent_as
    kind = type(setting_rules[key].values[0])

    def read(form: Posted, _table: Table) -> Mapping[str, Any]:
        given = (
            form.yes(sent_as) if kind is bool else form.number(sent_as) if kind is int else form.text(sent_as)
        )
        return {sent_as: given}

    async def run(given: GivenCommand) -> Table:
        return await given.hosting.set_setting(*given.who, key, given.args[sent_as])

    return TableCommand(
        key, control.operation, control.summary, "host", "options", "host", run, control.body, read
    )


commands = (
    TableCommand(
        "ready", "ready", "Be ready, or not", "seats", "ready", "seat",
        lambda x: x.tables.set_ready(*x.who, x.args["ready"]),
        b.Ready, lambda form, _: {"ready": form.yes("ready")},
    ),
    TableCommand(
        "hat", "hat", "Choose a hat", "seats", "hat", "seat", _hat,
        b.Hat, lambda form, _: {"figure": form.figure(), "hat": form.number("hat")},
        about="Where the game gives a seat several figures, each has one.",
    ),
    TableCommand(
        "options", "option", "Set an option", "host", "options", "host", _option, b.OptionSet,
        lambda form, _: {
            "option": form.text("option"), "on": form.yes("on"), "value": form.text("value") or None,
        },
    ),
    TableCommand(
        "bots", "add_bot", "Seat a bot", "host", "bots", "host", _add_bot,
        b.NewBot, lambda form, _: {"level": form.text("level")},
    ),
    TableCommand(
        "fill", "fill", "Fill with bots", "host", "bots", "host",
        lambda x: x.tables.fill_with_bots(*x.who), about="A bot on every free seat.",
    ),
    TableCommand(
        "undo", "undo_bots", "Undo the bots added last", "host", "bots", "host",
        lambda x: x.tables.undo_bots(*x.who),
        about="Within six seconds, and as long as nothing else was changed; after that 409 undo_over.",
    ),
    TableCommand(
        "remove", "remove_seat", "Take somebody off", "host", "bots", "host",
        lambda x: x.tables.remove_seat(*x.who, x.args["seat"]), b.AtSeat, meant_seat, about="A person stays out.",
    ),
    TableCommand(
        "start", "start", "Start the game", "host", "start", "host",
        lambda x: x.tables.start(*x.who, even_unready=x.args["confirm"]),
        b.StartBody, lambda form, _: {"confirm": form.yes("confirm")}, opens=True,
    ),
    *(_setting(key) for key in setting_controls),
    TableCommand(
        "host", "give_role", "Hand on the host's role", "host", "seats", "host",
        lambda x: x.hosting.give_role(*x.who, x.args["seat"]), b.AtSeat, meant_seat,
    ),
    TableCommand(
        "order", "order", "Move a seat", "host", "seats", "host",
        lambda x: x.hosting.move_seat(*x.who, x.args["seat"], x.args["to"]),
        b.Order, lambda form, _: {"seat": form.number("seat"), "to": form.number("to")},
    ),
    TableCommand(
        "level", "bot_level", "How well a bot plays", "host", "seats", "host",
        lambda x: x.hosting.set_bot_level(*x.who, x.args["seat"], x.args["level"]),
        b.LevelBody, lambda form, _: {"seat": form.number("seat"), "level": form.text("level")},
    ),
    TableCommand(
        "silence", "silence", "Switch off somebody's chat, or on again", "host", "chat", "host",
        lambda x: x.hosting.silence(*x.who, x.args["seat"], x.args["on"]),
        b.Silence, lambda form, _: {"seat": form.number("seat"), "on": form.yes("on")},
    ),
    TableCommand(
        "reseat", "reseat", "Give a claimed seat to who asked, or not", "host", "seat", "host",
        lambda x: x.hosting.reseat(*x.who, x.args["seat"], yes=x.args["yes"]),
        b.Reseat, lambda form, _: {"seat": form.number("seat"), "yes": form.yes("yes")},
    ),
    TableCommand(
        "pause", "pause", "Pause", "race", "clock", "host", lambda x: x.hosting.pause(*x.who),
    ),
    TableCommand(
        "resume", "resume", "Resume the game", "race", "clock", "seat", lambda x: x.hosting.resume(*x.who),
        about="The host at any time, anybody seated after ten minutes.",
    ),
    TableCommand(
        "bot", "hand_over", "Let a bot sit in", "race", "seat", "seat", _bot,
        b.MaybeSeat, lambda form, _: {"seat": form.number("seat") if form.text("seat") else None},
    ),
    TableCommand(
        "back", "take_back", "Take my seat back", "race", "seat", "seat", lambda x: x.tables.take_back(*x.who),
    ),
    TableCommand(
        "propose", "propose", "Propose a bot for somebody away", "race", "seat", "seat",
        lambda x: x.hosting.propose_bot(*x.who, x.args["seat"]), b.AtSeat, _seat,
    ),
    TableCommand(
        "decline", "decline", "No bot sits in", "race", "seat", "host",
        lambda x: x.hosting.decline_bot(*x.who, x.args["seat"]), b.AtSeat, _seat,
    ),
    TableCommand(
        "rematch", "rematch", "Another game", "race", "rematch", "seat", lambda x: x.tables.rematch(*x.who),
        about="The one table that follows this one, whoever asks first, with your seat and hat; it has a code of its "
        "own.",
        opens=True,
    ),
)  # fmt: skip
