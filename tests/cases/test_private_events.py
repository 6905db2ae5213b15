"""What only one seat or two may hear reaches them by every way there is, and nobody else by any; and what concerns
single seats alone leaves no trace on anybody else's page.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from app import main
from app.main import create_app
from app.settings import Settings
from app.tables.model import Snapshot
from app.web.fronts import fronts
from app.web.plain.table import PlainTable
from tests.cases.wire import Ear, Watched, addresses
from tests.fake_whispers import whispers_front
from tests.web.conftest import running

pytestmark = pytest.mark.anyio

key = whispers_front.game.key
note, mutter = "quetzalnote", "zwiebelmutter"


@pytest.fixture
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FastAPI]:
    monkeypatch.setattr(main, "games", {**main.games, key: whispers_front.game})
    monkeypatch.setattr(main, "fronts", {**fronts, key: whispers_front})
    settings = Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}"})
    async with running(create_app(settings)) as app:
        yield app


class Program(Watched):
    """Somebody who comes by the API, with a token of their own."""

    async def arrive(self) -> None:
        made = await self.http.post("/api/v1/guests", json={"name": self.name})
        self.http.headers["authorization"] = f"Bearer {made.json()['token']}"
        self.token = made.json()["token"]

    def listen(self, code: str) -> None:
        self.ear = Ear(self.app, f"/api/v1/tables/{code}/socket", "", self.token)

    async def read(self, paths: list[str]) -> list[str]:
        answers = [await self.http.get(path) for path in paths if path.startswith("/api/")]
        return [answer.text for answer in answers]


class Circle:
    """Mira, Ruben and a program at a table, Olga looks on, Otto was taken off, and somebody nobody knows."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.mira, self.ruben, self.olga, self.otto, self.nobody = (
            Watched(app, name) for name in ("Mira", "Ruben", "Olga", "Otto", "")
        )
        self.robot = Program(app, "Robot")
        self.code = ""

    @property
    def everybody(self) -> list[Watched]:
        return [self.mira, self.ruben, self.robot, self.olga, self.otto, self.nobody]

    async def sit_down(self) -> None:
        opened = await self.mira.post("/tables", name="Mira", game=key)
        self.code = opened.headers["location"].removeprefix("/t/")
        path = f"/t/{self.code}"
        for person in (self.otto, self.ruben):
            await person.get(path)
            await person.post(f"{path}/join", name=person.name)
            if person is self.otto:
                await self.mira.post(f"{path}/remove", seat="1")
        await self.robot.arrive()
        joined = await self.robot.http.post(f"/api/v1/tables/{self.code}/join")
        assert joined.status_code == 200, joined.text
        await self.mira.post(f"{path}/spectators", on="yes")
        await self.mira.post(f"{path}/start", confirm="yes")
        version = (await self.snapshot()).table.version
        for person in self.everybody:
            if person is not self.robot:
                await person.get(path)
            person.listen(self.code)
            if person is not self.otto:
                assert person.ear
                await person.ear.reach(version)

    async def snapshot(self) -> Snapshot:
        found: Snapshot = await self.app.state.services.tables.find(self.code)
        return found

    async def says(self, who: Watched, to: int, word: str) -> int:
        body = {"token": who.token, "decision": 1, "action": {"type": "note", "to": to, "word": word}}
        answer = await who.http.post(f"/t/{self.code}/actions", json=body)
        assert answer.status_code == 200, answer.text
        return int(answer.headers["yeti-version"])

    async def pick(self, decision: int) -> None:
        for seat, person in enumerate((self.mira, self.ruben, self.robot)):
            body = {"decision": decision, "action": {"type": "pick", "number": seat + 1}}
            body |= {} if person is self.robot else {"token": person.token}
            path = (
                f"/api/v1/tables/{self.code}/actions" if person is self.robot else f"/t/{self.code}/actions"
            )
            answer = await person.http.post(path, json=body)
            assert answer.status_code == 200, answer.text

    async def told(self, person: Watched) -> str:
        """Every byte this reader has been sent or is given by any address now."""
        table = (await self.snapshot()).table.id
        paths = [path for path in addresses(self.app, self.code, table) if "/record" not in path]
        answers = await person.read(paths)
        assert not [answer[:300] for answer in answers if answer.startswith("5")]
        return "\n".join([*answers, person.take(), *(person.ear.frames if person.ear else ())])

    async def hears(self, person: Watched) -> set[str]:
        text = await self.told(person)
        return {word for word in (note, mutter) if word in text}

    async def leave(self) -> None:
        for person in self.everybody:
            if person.ear:
                await person.ear.close()
            await person.http.aclose()


@pytest.fixture
async def circle(app: FastAPI) -> AsyncIterator[Circle]:
    made = Circle(app)
    await made.sit_down()
    yield made
    await made.leave()


async def test_a_word_reaches_those_it_is_for_and_nobody_else(circle: Circle) -> None:
    """Page, regions, text view, log, both sockets, every address of the API. After the end a note is open to all, in
    the replay, too; a mutter stays with its seat (the record alone has every action, as a proof).
    """
    mira, robot = circle.mira, circle.robot
    assert mira.ear
    assert robot.ear
    version = await circle.says(mira, 2, note)
    frames = "".join([*await mira.ear.reach(version), *await robot.ear.reach(version)])
    assert frames.count(note) >= 3  # Mira's region and beat, the program's event and view
    version = await circle.says(mira, 0, mutter)
    await mira.ear.reach(version)
    path = f"/t/{circle.code}"
    for page in (path, f"{path}/text", f"{path}/log", f"{path}/regions"):
        answer = (await mira.get(page)).text
        assert note in answer, page
        assert mutter in answer, page
    for address in ("events", "log", ""):
        answer = (
            await robot.http.get(f"/api/v1/tables/{circle.code}/{address}".rstrip("/"), params={"since": 0})
        ).text
        assert note in answer, address
        assert mutter not in answer, address
    expected = {mira: {note, mutter}, robot: {note}}
    for person in circle.everybody:
        assert await circle.hears(person) == expected.get(person, set()), person.name
    await circle.pick(1)
    for person in circle.everybody:
        assert await circle.hears(person) == expected.get(person, set()), person.name
    await circle.pick(2)
    table = (await circle.snapshot()).table.id
    for replay in (f"/api/v1/replays/{table}", f"/r/{table}/words", f"/r/{table}/1.2"):
        shown = (await circle.nobody.get(replay)).text
        assert (note in shown, mutter in shown) == (True, False), replay
    assert note in (await circle.olga.get(f"{path}/log")).text
    for person in circle.everybody:
        assert await circle.hears(person) == ({note, mutter} if person is mira else {note}), person.name


async def test_what_concerns_two_seats_leaves_no_trace_elsewhere(circle: Circle) -> None:
    """No frame, no new version, not a byte of any page: before and after are the same to everybody else. The next save
    that concerns all is told to all.
    """
    others = (circle.ruben, circle.olga, circle.nobody)
    table = (await circle.snapshot()).table.id
    paths = addresses(circle.app, circle.code, table)
    before = {person: await person.read(paths) for person in others}
    for person in others:
        assert person.ear
        person.ear.frames.clear()
    version = await circle.says(circle.mira, 2, note)
    assert circle.mira.ear
    await circle.mira.ear.reach(version)
    for person in others:
        for path, first, second in zip(paths, before[person], await person.read(paths), strict=True):
            assert first == second, (person.name, path)
    await circle.pick(1)
    latest = (await circle.snapshot()).table.version
    for person in others:
        assert person.ear
        frames = await person.ear.reach(latest)
        assert not [frame for frame in frames if f'"version":{version},' in frame]


async def test_an_action_is_drawn_for_those_it_concerns(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted: a word for two draws their own regions and nothing that is shared; a pick, which all hear of, draws what
    is shared once, and the own regions of who has picked.
    """
    drawn: list[str] = []
    for kind in ("regions_shared", "regions_private"):
        method = getattr(PlainTable, kind)

        def counted(
            self: PlainTable, *given: Any, kind: str = kind, method: Any = method, **named: Any
        ) -> Any:
            drawn.append(kind)
            return method(self, *given, **named)

        monkeypatch.setattr(PlainTable, kind, counted)
    assert circle.mira.ear
    assert circle.ruben.ear
    await circle.ruben.ear.reach(await circle.says(circle.mira, 1, note))
    await circle.mira.ear.reach((await circle.snapshot()).table.version)
    assert drawn == ["regions_private"] * 2
    drawn.clear()
    body = {"token": circle.ruben.token, "decision": 1, "action": {"type": "pick", "number": 1}}
    assert (await circle.ruben.http.post(f"/t/{circle.code}/actions", json=body)).status_code == 200
    version = (await circle.snapshot()).table.version
    for person in (circle.mira, circle.ruben, circle.olga, circle.nobody):
        assert person.ear
        await person.ear.reach(version)
    assert sorted(drawn) == ["regions_private"] * 3 + ["regions_shared"]
