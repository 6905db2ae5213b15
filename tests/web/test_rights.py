"""Who may do what, over HTTP: every command by everybody who may not, by which nothing changes, and by everybody who
may. Whose a command is stands in `app/web/commands.py`, and once more here: a right is never changed by one line.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from app.tables.model import Snapshot
from app.web.commands import commands
from tests.web.conftest import Guest, running

pytestmark = pytest.mark.anyio

Command = tuple[str, dict[str, str]]

matrix = {
    "host": "options bots fill undo remove start clock host admits listed spectators leavers order level silence "
    "reseat pause decline",
    "seat": "ready hat resume bot back propose rematch",
}
"""The commands of `app/web/commands.py` by whose they are."""

elsewhen = {
    "lobby": {"pause", "resume", "bot", "back", "propose", "decline", "rematch"},
    "game": {"ready", "hat", "rematch"},
}
"""What is refused to anybody there, for another reason than a right."""

fields: dict[str, list[dict[str, str]]] = {
    "options": [{"option": "racing", "on": "yes"}],
    "clock": [{"seconds": "30"}],
    "remove": [{"seat": "0"}, {"seat": "1"}],
    "start": [{"confirm": "yes"}],
    "host": [{"seat": "1"}],
    "admits": [{"on": "no"}],
    "listed": [{"on": "yes"}],
    "spectators": [{"on": "no"}],
    "leavers": [{"leavers": "drop"}],
    "order": [{"seat": "0", "to": "1"}],
    "level": [{"seat": "1", "level": "snowplough"}],
    "silence": [{"seat": "1", "on": "yes"}],
    "reseat": [{"seat": "1", "yes": "yes"}],
    "decline": [{"seat": "1"}],
    "ready": [{"ready": "yes"}],
    "hat": [{"hat": "4"}],
    "propose": [{"seat": "1"}],
}
"""What the forms of the commands hold that have fields."""


def of(rights: str) -> list[Command]:
    """The commands of the table that are the host's, or a seat's."""
    return [
        (one.name, sent) for one in commands if one.rights == rights for sent in fields.get(one.name, [{}])
    ]


hosts: list[Command] = [*of("host"), ("bot", {"seat": "0"})]
seats: list[Command] = [
    *of("seat"),
    ("chat", {"text": "hello"}),
    ("react", {"reaction": "hop"}),
    ("react", {"reaction": "wave"}),
    ("react", {"reaction": "snowball", "seat": "0"}),
]
in_the_game: list[Command] = [("actions", {"kind": "take_back", "decision": "1"})]


class Scene:
    """A table with a host and a player; a player of another table; one who was taken off; somebody who looks on
    under a name; and somebody nobody knows.
    """

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        roles = ("host", "player", "elsewhere", "removed", "onlooker", "anonymous")
        self.people = {role: Guest(app) for role in roles}
        self.code = ""

    async def set(self, *, started: bool) -> None:
        host, player, elsewhere, removed, onlooker, _ = self.people.values()
        self.code = await host.open_table("Mira")
        for guest, name in ((player, "Ruben"), (removed, "Otto")):
            await guest.get(f"/t/{self.code}")
            assert (await guest.post(f"/t/{self.code}/join", name=name)).status_code == 303
        assert (await host.post(f"/t/{self.code}/remove", seat="2")).status_code == 303
        await elsewhere.open_table("Ines")
        await onlooker.open_table("Paul")
        await host.post(f"/t/{self.code}/spectators", on="yes")
        if started:
            assert (await host.post(f"/t/{self.code}/start", confirm="yes")).status_code == 303

    async def stored(self) -> Snapshot:
        snapshot: Snapshot = await self.app.state.services.tables.find(self.code)
        return snapshot

    async def refused(self, role: str, command: Command, *, meets: bool = False) -> None:
        """403, whatever else stands against it. `meets`: a command that everybody may give, but not here or now."""
        name, fields = command
        before = await self.stored()
        answer = await self.people[role].post(f"/t/{self.code}/{name}", **fields)
        wanted = (400, 403, 409) if meets else (403,)
        assert answer.status_code in wanted, f"{role}, {name} {fields}: {answer.status_code}"
        assert await self.stored() == before, f"{role} changed something by {name} {fields}"

    async def allowed(self, role: str, command: Command) -> int:
        """It is theirs: the table may not be in a state for it, but a right is not what is missing."""
        name, fields = command
        answer = await self.people[role].post(f"/t/{self.code}/{name}", **fields)
        assert answer.status_code < 400 or answer.status_code == 409, f"{role}, {name}: {answer.status_code}"
        return answer.status_code


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    """A server whose operator lets tables be listed: no command is refused for another reason than rights."""
    settings = Settings.from_environment(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}",
            "LISTING": "1",
            "BOT_DELAY_MS": "0",
            "ABSENCE_MS": "0",
        }
    )
    async with running(create_app(settings)) as app:
        yield app


@pytest.fixture
async def scene(app: FastAPI) -> AsyncIterator[Scene]:
    made = Scene(app)
    yield made
    for guest in made.people.values():
        await guest.http.aclose()


outsiders = ("elsewhere", "removed", "onlooker", "anonymous")


async def test_in_the_lobby(scene: Scene) -> None:
    """A player does none of the host's things; whoever has no seat does nothing but take one, if they may."""
    await scene.set(started=False)
    for command in hosts:
        for role in ("player", *outsiders):
            await scene.refused(role, command, meets=command[0] in elsewhen["lobby"])
    for command in seats:
        for role in outsiders:
            await scene.refused(role, command, meets=command[0] in elsewhen["lobby"])
    await scene.refused("removed", ("join", {"name": "Otto"}), meets=True)
    await scene.refused("removed", ("claim", {"seat": "1"}), meets=True)
    await scene.refused("player", ("claim", {"seat": "0"}), meets=True)
    await scene.refused("anonymous", ("join", {"name": ""}), meets=True)


async def test_in_the_game(scene: Scene) -> None:
    """The same while it is played; nobody gets a seat by coming now."""
    await scene.set(started=True)
    for command in hosts:
        for role in ("player", *outsiders):
            await scene.refused(role, command, meets=command[0] in elsewhen["game"])
    for command in (*seats, *in_the_game):
        for role in outsiders:
            await scene.refused(role, command, meets=command[0] in elsewhen["game"])
    for role in outsiders:
        await scene.refused(role, ("join", {"name": "Somebody"}), meets=True)
    await scene.refused("host", ("rematch", {}), meets=True)
    await scene.refused("removed", ("claim", {"seat": "1"}), meets=True)
    await scene.refused("removed", ("report", {"text": "let me in"}), meets=True)


in_order = (
    "options clock admits listed spectators leavers level ready hat silence host order bots undo fill remove chat "
    "react start pause resume bot back propose decline reseat actions rematch"
)
"""So that one makes the next possible."""

needs_more = {"reseat", "decline", "rematch", "actions", "propose"}
"""Somebody who has lost their seat, somebody away, the end of a game: other tests have them."""


async def test_whoever_may_is_let(scene: Scene) -> None:
    """The host the host's commands, a player those of a seat: each works in the lobby or in the game."""
    await scene.set(started=False)
    given = dict(reversed([*hosts, *seats, *in_the_game]))
    given |= {"bot": {}, "level": {"seat": "2", "level": "snowplough"}, "remove": {"seat": "2"}}
    assert set(in_order.split()) == set(given)
    host = "host"
    await scene.allowed(host, ("bots", {}))
    for name in in_order.split():
        if name == "options":
            given[name] = {"option": "racing", "on": "no"}
        role = (
            host
            if name in [*matrix["host"].split(), "resume"]
            else {"host": "player", "player": "host"}[host]
        )
        status = await scene.allowed(role, (name, given[name]))
        assert status < 400 or name in needs_more, f"{role} could not {name}: {status}"
        if name == "host":
            host = "player"


async def test_a_form_of_another_visitor_does_nothing(scene: Scene) -> None:
    """The host's cookie without the host's form token, as from a page of another site."""
    await scene.set(started=False)
    before = await scene.stored()
    host = scene.people["host"]
    host.token = scene.people["player"].token
    for name, sent in hosts:
        assert (await host.post(f"/t/{scene.code}/{name}", **sent)).status_code == 403
    host.http.headers["origin"] = "http://evil.test"
    assert (await host.post(f"/t/{scene.code}/start", confirm="yes")).status_code == 403
    assert await scene.stored() == before


async def test_every_command_there_is_stands_in_the_matrix(app: FastAPI) -> None:
    """A new command of a table has to say here who may not use it."""
    known = {name for name, _ in (*hosts, *seats, *in_the_game)} | {"join", "claim", "report", "leave"}
    there = {
        path.removeprefix("/t/{code}/")
        for path, methods in app.openapi()["paths"].items()
        if "post" in methods and path.startswith("/t/{code}/")
    }
    assert there == known


def test_rights_are_as_they_were_decided() -> None:
    """A command that is missing here, or has changed hands, has to be written down twice."""
    assert {c.name: c.rights for c in commands} == {
        n: who for who, names in matrix.items() for n in names.split()
    }
    bodies = {command.name for command in commands if command.body is not None}
    assert bodies - {"bots", "bot"} == set(fields), "a form without its fields is refused to everybody"
