"""Who may do what: every command by everybody who may not, over HTTP. Nothing of the table may change by it. Whose a
command is stands in `app/web/commands.py`.
"""

from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI

from app.tables.model import Snapshot
from app.web.commands import commands
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio

Command = tuple[str, dict[str, str]]

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

    async def refused(self, role: str, command: Command) -> None:
        name, fields = command
        before = await self.stored()
        answer = await self.people[role].post(f"/t/{self.code}/{name}", **fields)
        assert 400 <= answer.status_code < 500, f"{role} may {name} {fields}: {answer.status_code}"
        assert answer.status_code != 404, f"no such command: {name}"
        assert await self.stored() == before, f"{role} changed something by {name} {fields}"


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
            await scene.refused(role, command)
    for command in seats:
        for role in outsiders:
            await scene.refused(role, command)
    await scene.refused("removed", ("join", {"name": "Otto"}))
    await scene.refused("removed", ("claim", {"seat": "1"}))
    await scene.refused("player", ("claim", {"seat": "0"}))
    await scene.refused("anonymous", ("join", {"name": ""}))


async def test_in_the_game(scene: Scene) -> None:
    """The same while it is played; nobody gets a seat by coming now."""
    await scene.set(started=True)
    for command in hosts:
        for role in ("player", *outsiders):
            await scene.refused(role, command)
    for command in (*seats, *in_the_game):
        for role in outsiders:
            await scene.refused(role, command)
    for role in outsiders:
        await scene.refused(role, ("join", {"name": "Somebody"}))
    await scene.refused("host", ("rematch", {}))
    await scene.refused("removed", ("claim", {"seat": "1"}))
    await scene.refused("removed", ("report", {"text": "let me in"}))


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
