"""What one accepted choice costs at a table of four with four pages, counted: a number that grows is a slower server.

The bounds are what it costs now. Whoever makes it cheaper lowers them; whoever needs more says in the change why.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from app.tables.lobby import opening
from app.web import frame
from app.web.rendered import RenderedRegions
from tests.cases.wire import Watched
from tests.storage.conftest import empty_postgres as empty_postgres  # noqa: PLC0414  # a fixture
from tests.web.conftest import running
from tests.web.costs import Costs, counted, counting
from tools import dice

pytestmark = pytest.mark.anyio

race = "what a choice costs"
"""The same cards for both databases, whatever the tests are called."""
names = ("Mira", "Otto", "Ruben", "Ines")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        made: str = request.getfixturevalue("empty_postgres")
        return made.replace("postgresql+asyncpg", "postgresql")
    return f"sqlite:///{tmp_path / 'yeti.db'}"


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Costs]:
    with counting(monkeypatch) as costs:
        yield costs


@pytest.fixture
async def app(address: str, costs: Costs) -> AsyncIterator[FastAPI]:
    assert not costs
    settings = Settings.from_environment({"DATABASE_URL": address, "LOG_LEVEL": "WARNING"})
    async with running(create_app(settings)) as app:
        yield app


class Four:
    """A table of four with their pages open."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.people = [Watched(app, name) for name in names]
        self.code = ""
        self.decision = 0
        self.cards: list[str] = []

    async def sit_down(self) -> None:
        host, *others = self.people
        self.code = await host.open_table(host.name)
        for one in others:
            assert (await one.post(f"/t/{self.code}/join", name=one.name)).status_code == 303
        await host.get(f"/t/{self.code}")
        assert (await host.post(f"/t/{self.code}/start", confirm="yes")).status_code == 303
        for seat, one in enumerate(self.people):
            one.seat = seat
            page = await one.get(f"/t/{self.code}")
            version = re.search(r'data-version="?(\d+)', page.text)
            assert version
            one.listen(self.code, since=int(version[1]))  # as a page does: it is told only what is new
        await self._told_of_all()

    async def _told_of_all(self) -> None:
        """Nothing of what was done before is still to be told: who is here is told once a second at most."""
        hub, ears = self.app.state.services.hub, [one.ear for one in self.people if one.ear]
        table = (await self.app.state.services.tables.find(self.code)).table
        async with asyncio.timeout(60):
            while True:
                mark = f'"presence_version":{hub.presence_version(table.id)},'
                everybody = {seat.player for seat in table.seats} <= hub._told.get(table.id, (0, set()))[1]
                if everybody and all(any(mark in frame for frame in ear.frames) for ear in ears):
                    return
                await asyncio.sleep(0.01)

    async def look(self) -> None:
        """What is asked for, and the slowest card of each hand."""
        self.cards = []
        for one in self.people:
            answer = (await one.http.get(f"/t/{self.code}/regions")).json()
            regions = {region["id"]: region["html"] for region in answer["regions"]}
            alone = re.findall(r'"skier":\d,"cards":\["(\w+)"\]', regions["hand"])
            number = re.search(r'data-decision="(\d+)"', regions["state"])
            assert alone
            assert number
            self.cards.append(min(alone, key=lambda card: card[1]))  # the slowest: nobody crashes
            self.decision = int(number[1])

    async def lock(self, seat: int) -> None:
        """One accepted choice, until all four pages were told of it."""
        one = self.people[seat]
        fields = {"kind": "select", "decision": str(self.decision), "key": f"once-{self.decision}"}
        fields |= {f"card-{seat}": self.cards[seat], f"jump-{seat}": "no", "token": one.token}
        answer = await one.http.post(f"/t/{self.code}/actions", data=fields, headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.text
        for each in self.people:
            assert each.ear
            await each.ear.reach(int(answer.headers["yeti-version"]))

    async def leave(self) -> None:
        for one in self.people:
            if one.ear:
                await one.ear.close()
            await one.http.aclose()


@pytest.fixture
async def four(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Four]:
    """Nobody has chosen yet. The decision they stand at has begun in this process."""
    monkeypatch.setattr(frame, "rendered", RenderedRegions())
    monkeypatch.setattr(opening, "new_secret", lambda: dice.secret_of(race))
    four = Four(app)
    mark = counted.set(True)
    try:
        await four.sit_down()
        await four.look()
        yield four
    finally:
        await four.leave()
        counted.reset(mark)


def within(costs: Costs, **most: int) -> None:
    """Nothing is counted more often than named here, and what is not named not at all."""
    counts = {name.replace(" ", "_"): number for name, number in costs.items()}
    too_much = {name: number for name, number in counts.items() if number > most.get(name, 0)}
    assert not too_much, f"{too_much}, templates {costs.templates}"


a_choice = {"statements": 1, "encode_state": 1, "act_region": 1, "regions_shared": 1, "beats": 1}


def on(app: FastAPI) -> dict[str, int]:
    """What the database adds: one change to the writer's thread, or one announcement."""
    postgres = app.state.services.settings.database_url.startswith("postgresql")
    return {"announcements": 1} if postgres else {"hops": 1}


async def test_a_lock_costs_one_statement_and_the_regions_it_changes(four: Four, costs: Costs) -> None:
    """Who locks in changes a cabin for all, and hand, choice and limit of their own: not the table. Nothing is read:
    no version, no log, no event, no state.
    """
    for seat in range(3):
        costs.start_anew()
        await four.lock(seat)
        # Drawn are the own parts of who locks in and of those who wait; who still chooses sees no change.
        drawn = seat + 1
        within(costs, **a_choice, **on(four.app), templates=7, regions_private=drawn, view=2 + drawn)
        assert set(costs.templates) <= {
            f"avalanche/_{region}.html" for region in ("roster", "hand", "act", "limit")
        }
        assert costs.templates.count("avalanche/_roster.html") == 1


async def test_the_last_choice_costs_one_statement_and_each_region_once(four: Four, costs: Costs) -> None:
    """A round is told from what its writer knows; what all four see is rendered once."""
    for seat in range(3):
        await four.lock(seat)
    costs.start_anew()
    await four.lock(3)
    within(costs, **a_choice, **on(four.app), templates=23, regions_private=4, view=6)
    shared = [name for name in costs.templates if not re.search(r"_(hand|act|limit|above|aim)\.", name)]
    shared.remove(
        "avalanche/_reveal.html"
    )  # once as a region, once in the story's beat that lays the cards open
    assert len(shared) == len(set(shared)), shared


async def test_opening_a_table_costs_so_many_statements(four: Four, costs: Costs) -> None:
    """Home page and first name of each, seats, the start, the table's page and its socket for all four."""
    after = Four(four.app)
    costs.start_anew()
    try:
        await after.sit_down()
        # Who is here is told once a second: how many of the four that takes in depends on how fast they come.
        costs["templates"] -= sum(name in of_presence for name in costs.templates)
        within(costs, **opening_costs[on(four.app).popitem()[0]])
    finally:
        await after.leave()


of_presence = {"avalanche/_roster.html", "table/_asks.html"}
opening_costs = {
    "hops": {"hops": 370, "statements": 126},  # a connection more to the file is ten hops more
    "announcements": {"announcements": 4, "statements": 111},
}
for each in opening_costs.values():
    # The log is kept by the story it tells, with its times: another table's is drawn once for the four.
    each |= {"templates": 11, "versions": 23, "encode_state": 1, "view": 9, "log_rows": 1, "decode_event": 3}
    each |= {"regions_shared": 14, "regions_private": 8}  # once more for every word of who is here
