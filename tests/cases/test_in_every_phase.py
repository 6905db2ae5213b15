"""People leave in every phase of a race, and names and lines that mean harm go everywhere: through the whole
application in this process.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog
from fastapi import FastAPI

from app.games.avalanche.actions import TakeBack
from app.games.avalanche.codec import encode_action
from app.games.avalanche.events import Phase
from app.games.avalanche.game import Avalanche
from app.games.avalanche.state import RaceState
from app.main import create_app
from app.settings import Settings
from app.tables.model import Status
from tests.cases.wire import Watched, addresses
from tests.web.conftest import running

pytestmark = pytest.mark.anyio

game = Avalanche()
names = ("Mira", "Ruben", "Ines", "Paul")
phases: dict[str, tuple[int, tuple[str, ...], Callable[[RaceState], bool]]] = {
    "select": (4, (), lambda s: s.phase is Phase.SELECT and not any(s.selections)),
    "some are locked in": (4, (), lambda s: s.phase is Phase.SELECT and sum(map(bool, s.selections)) == 2),
    "yeti": (4, (), lambda s: s.phase is Phase.YETI),
    "draft": (4, ("drafting",), lambda s: s.phase is Phase.DRAFT),
    "discard": (2, (), lambda s: s.phase is Phase.DISCARD),
    "second heat": (3, ("racing",), lambda s: s.heat == 2),
}


@pytest.fixture
async def executor(tmp_path: Path) -> AsyncIterator[FastAPI]:
    env = {"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}", "BOT_DELAY_MS": "0"}
    async with running(create_app(Settings.from_environment(env))) as app:
        yield app


class Table:
    """A race of these people, who choose at random."""

    def __init__(self, app: FastAPI, people: list[Watched], seed: str) -> None:
        self.app = app
        self.people = people
        self.dice = Random(seed)
        self.code = ""

    async def start(self, options: tuple[str, ...], leavers: str = "bot") -> None:
        host, *others = self.people
        self.code = await host.open_table(host.name)
        for person in others:
            await person.get(f"/t/{self.code}")
            assert (await person.post(f"/t/{self.code}/join", name=person.name)).status_code == 303
        for option in options:
            assert (await host.post(f"/t/{self.code}/options", option=option, on="yes")).status_code == 303
        await host.post(f"/t/{self.code}/leavers", leavers=leavers)
        assert (await host.post(f"/t/{self.code}/start", confirm="yes")).status_code == 303

    async def now(self) -> Any:
        return await self.app.state.services.tables.find(self.code)

    async def step(self, gone: int = 0) -> bool:
        """One choice of somebody who is still there and awaited; False if it is the bots' turn."""
        state = (await self.now()).state
        here = [seat for seat in game.waiting_on(state) if seat < len(self.people) - gone]
        if not here:
            return False
        seat = self.dice.choice(here)
        legal = [one for one in game.legal_actions(state, seat) if not isinstance(one, TakeBack)]
        person = self.people[seat]
        body = {
            "token": person.token,
            "decision": state.decision,
            "action": encode_action(self.dice.choice(legal)),
        }
        answer = await person.http.post(f"/t/{self.code}/actions", json=body)
        assert answer.status_code == 200, answer.text
        return True

    async def finish(self, gone: int = 0) -> Any:
        """Plays on with who is there, until there is a result."""
        async with asyncio.timeout(300):
            while (await self.now()).table.status is not Status.OVER:
                if not await self.step(gone):
                    await asyncio.sleep(0.01)
        return (await self.now()).state


@pytest.mark.parametrize("phase", phases)
@pytest.mark.parametrize("leavers", ["bot", "drop"])
async def test_the_race_ends_with_a_result_whoever_leaves_in_whatever_phase(
    executor: FastAPI, phase: str, leavers: str
) -> None:
    """1 to n-1 players leave in the middle of a phase: bots play on in their seats, the others come to a result."""
    seats, options, reached = phases[phase]
    people = [Watched(executor, name) for name in names[:seats]]
    for gone in range(1, seats):
        for attempt in range(20):
            table = Table(executor, people, f"{phase} {leavers} {gone} {attempt}")
            await table.start(options, leavers)
            while not reached(state := (await table.now()).state) and game.waiting_on(state):
                await table.step()
            if game.waiting_on(state):
                break
        assert reached(state), f"no race came to {phase}"
        for person in people[seats - gone :]:
            assert (await person.post(f"/t/{table.code}/leave")).status_code == 303
        outcome = game.outcome(await table.finish(gone))
        assert outcome is not None
    for person in people:
        await person.http.aclose()


harm = ("<script>x()</script>", "<b onclick=x()>b", "R\u0301u\u0308ben 🎿", "&lt;i&gt;\"'`--><!--")
"""Names that are taken as they are; those with direction marks or towers are refused (`tests/players`)."""

lines = (
    "<script>x()</script>",
    "<img src=x onerror=x()>",
    "\u202egnp.exe\u2066",
    "Z̸̡̢̛͔͙a̷͘l̴g̵o" * 20,
    '"><svg onload=x()>',
)


async def test_names_and_chat_do_no_harm_anywhere(executor: FastAPI) -> None:
    """Markup, direction marks, towers of marks, emoji: text in every page, frame, title, log and record, in both
    languages, during the race and after it. What programs get is JSON, and said to be.
    """
    people = [Watched(executor, name) for name in harm]
    table = Table(executor, people, "harm")
    with structlog.testing.capture_logs() as logged:
        for number, person in enumerate(people):
            person.http.cookies.set("language", ("en", "de")[number % 2])
        await table.start(())
        for person in people:
            person.listen(table.code)
        read = 0
        for stage in ("race", "over"):
            if stage == "over":
                await table.finish()
            for person, line in zip((*people, people[0]), lines, strict=True):
                await person.post(f"/t/{table.code}/chat", text=line)
            now = await table.now()
            for person in people:
                assert person.ear
                frames = await person.ear.reach(now.table.version)
                await person.read([*addresses(executor, table.code, now.table.id), "/", "/me"])
                for text in (*frames, *person.heard):
                    harmless(text)
                    read += len(text)
                person.heard.clear()
        assert read > 1_000_000
        for person in people:
            assert person.ear
            await person.ear.close()
    for entry in logged:
        assert "x()" not in json.dumps(entry, default=str)
        assert "\n" not in str(entry.get("event"))
    for person in people:
        await person.http.aclose()


def harmless(text: str) -> None:
    """Nothing of it is markup: neither in HTML nor in HTML that travels as JSON. Everything else is said to be data,
    and browsers are told not to guess.
    """
    body = text
    if not text.startswith("{") and "content-type: text/html" not in text:
        assert "x-content-type-options: nosniff" in text.lower(), text[:300]
        body = text[text.index("{") :] if '"regions"' in text else ""
    if body.startswith("{"):
        body = " ".join(region["html"] for region in json.loads(body).get("regions", ()))
    for bad in ("<script>x()", "<img src=x", "<svg onload", "<b onclick", "\u202e", "\u2066"):
        assert bad not in body, body[max(0, body.index(bad) - 200) : body.index(bad) + 100]
