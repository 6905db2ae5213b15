"""Nobody is sent what they might not know: every byte to opponents, spectators, those who are out and those who were
taken off, over whole random games played through the front desk.

Two ways of looking. What is sent is searched for cards, secrets and tokens; and at every step the hidden part of
the table is dealt anew behind the back of one reader (others' hands and choices, one card or two, the deck, the
seed): whatever that reader asks for then must be the same to the last byte, headers and lengths included.
"""

import json
import re
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog
from fastapi import FastAPI

from app.games.avalanche.actions import TakeBack
from app.games.avalanche.codec import encode_action
from app.games.avalanche.game import Avalanche
from app.games.avalanche.state import RaceState
from app.games.kernel.stream import Draws
from app.main import create_app
from app.settings import Settings
from app.tables.errors import Unfit
from app.tables.model import Snapshot, Status
from app.tables.seeds import seed_of
from app.web.games.avalanche.table.screen import screen
from tests.cases.apart import Apart
from tests.cases.wire import Watched, addresses
from tests.games.avalanche.test_properties import elsewhere
from tests.web.conftest import running
from tools.leaks import card_name, event_card, mask_of, names_of

pytestmark = pytest.mark.anyio

game = Avalanche()
names = ("Mira", "Ruben", "Ines", "Paul", "Ruth")
mixes: tuple[tuple[int, tuple[str, ...]], ...] = (
    (3, ()), (5, ()), (2, ()), (4, ("drafting",)), (5, ("controlled_speed",)), (1, ()), (4, ()),
    (3, ("controlled_speed", "drafting")), (5, ("last_skier_wins",)), (2, ("drafting",)), (1, ("drafting",)),
    (3, ("racing",)),
)  # fmt: skip


looks = 0.06
"""The share of choices before which every address there is gets asked; the pages of the race are before each."""

presence = re.compile(r'presence_version\\*":\d+')
"""Who comes and goes is told a second later at most, whatever was asked meanwhile."""


def always(code: str) -> set[str]:
    """Where most of a race is shown."""
    return {f"/t/{code}", f"/t/{code}/regions", f"/t/{code}/text"}


@pytest.fixture
async def executor(tmp_path: Path) -> AsyncIterator[FastAPI]:
    """The application; no bot ever acts by itself."""
    settings = Settings.from_environment(
        {"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}", "LOG_LEVEL": "DEBUG"}
    )
    async with running(create_app(settings)) as app:
        for keeper, name in (
            (app.state.services.tables.executor.snapshots, "_kept"),
            *((app.state.broadcaster, name) for name in ("_shared", "_stories", "_beats")),
        ):
            setattr(keeper, name, Apart(getattr(keeper, name)))
        yield app


class Company:
    """Five players, somebody who was taken off, somebody who looks on under a name, and somebody nobody knows."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.players = [Watched(app, name) for name in names]
        self.removed, self.onlooker, self.anonymous = (Watched(app, name) for name in ("Otto", "Olga", ""))
        self.code = ""
        self.table = ""
        self.secrets: list[str] = []

    @property
    def everybody(self) -> list[Watched]:
        return [*self.players, self.removed, self.onlooker, self.anonymous]

    async def sit_down(self, seats: int, options: tuple[str, ...], *, spectators: bool) -> None:
        host, others = self.players[0], self.players[1:seats]
        for person in self.everybody:
            person.seat = None
        self.code = await host.open_table(host.name)
        path = f"/t/{self.code}"
        for person in (self.removed, *others) if seats > 1 else ():
            await person.get(path)
            assert (await person.post(f"{path}/join", name=person.name)).status_code == 303
            if person is self.removed:
                assert (await host.post(f"{path}/remove", seat="1")).status_code == 303
        for option in options:
            assert (await host.post(f"{path}/options", option=option, on="yes")).status_code == 303
        await host.post(f"{path}/spectators", on="yes" if spectators else "no")
        for person in self.everybody:
            await person.get(path)
            person.listen(self.code)
        assert (await host.post(f"{path}/start", confirm="yes")).status_code == 303
        snapshot = await self.snapshot()
        self.table = snapshot.table.id
        for seat, person in enumerate(self.players[:seats]):
            person.seat = seat
            assert snapshot.table.seats[seat].name == person.name
        for person in self.everybody:
            assert person.ear
            await person.ear.reach(snapshot.table.version)
            person.take()

    async def snapshot(self) -> Snapshot:
        found: Snapshot = await self.app.state.services.tables.find(self.code)
        return found

    async def act(self, seat: int, action: Any) -> int:
        """One choice by JSON, as programs make it; the version it led to."""
        person = self.players[seat]
        state = (await self.snapshot()).state
        body = {"token": person.token, "decision": state.decision, "action": encode_action(action)}
        answer = await person.http.post(f"/t/{self.code}/actions", json=body)
        assert answer.status_code == 200, answer.text
        return int(answer.headers["yeti-version"])

    async def leave(self) -> None:
        for person in self.everybody:
            if person.ear:
                await person.ear.close()
            person.heard.clear()


async def test_every_byte_over_random_games(executor: FastAPI, pytestconfig: pytest.Config) -> None:
    """AV-05; agreed too that a frame is equally long for one card and for two. `--games 500` reads them all."""
    company = Company(executor)
    games = pytestconfig.getoption("--games")
    began, read = time.monotonic(), 0
    with structlog.testing.capture_logs() as logged:
        for number in range(games):
            seats, options = mixes[number % len(mixes)]
            await company.sit_down(seats, options, spectators=number % 2 == 0)
            read += await play(company, Random(f"every byte {number}"))
            written = repr(logged)
            assert not card_name.search(written), "a card stands in the log"
            assert not [word for word in (*company.secrets, company.code) if word in written]
            said = f"{number + 1} games, {read / 1e6:.1f} MB read, {time.monotonic() - began:.0f} s\n"
            (sys.__stderr__ or sys.stderr).write(said)  # whoever waits for hours sees it go on
            await company.leave()
            logged.clear()
    for person in company.everybody:
        await person.http.aclose()


async def play(company: Company, dice: Random) -> int:
    """One game to its end, looked at after every choice; how many bytes were read."""
    snapshot = await company.snapshot()
    stored_table = await company.app.state.services.tables.executor.repository.read(snapshot.table.id)
    assert stored_table is not None
    company.secrets = secrets = [
        stored_table.secret.hex(),
        seed_of(stored_table.secret, stored_table.contributions).hex(),
    ]
    secrets += [person.token for person in company.everybody]
    secrets += [value for person in company.everybody for value in person.http.cookies.values()]
    everywhere = addresses(company.app, company.code, snapshot.table.id)
    usual = [path for path in everywhere if path in always(company.code)]
    read, events = 0, list(await company.app.state.services.tables.log(snapshot.table.id))
    readers = [*(person for person in company.players if person.seat is not None), *company.everybody[5:]]
    while game.waiting_on(snapshot.state):
        # What is asked for is judged by what may be known now: a new heat deals the hand that is on the page.
        ever = mask_of(event_card.findall(repr(events)))
        reader = dice.choice(readers)
        await look_twice(company, snapshot, reader, everywhere if dice.random() < looks else usual, dice)
        heard = reader.take()
        hold(snapshot.state, reader, heard, ever, secrets)
        seat = dice.choice(game.waiting_on(snapshot.state))
        legal = game.legal_actions(snapshot.state, seat)
        moves = [one for one in legal if not isinstance(one, TakeBack)]
        version = await company.act(seat, dice.choice(moves))
        snapshot = await company.snapshot()
        story = await company.app.state.services.tables.story_since(snapshot.table.id, version - 1)
        events += story.public
        story = mask_of(event_card.findall(repr(screen.recent(events))))
        read += len(heard)
        for person in company.everybody:
            assert person.ear
            frames = "\n".join([*await person.ear.reach(version), person.take()])
            read += len(frames)
            if snapshot.table.status is not Status.OVER:
                hold(snapshot.state, person, frames, story, secrets)
        if snapshot.table.status is not Status.OVER:
            with pytest.raises(Unfit, match="not_over"):
                await company.app.state.services.tables.record(company.code)
    return read


def hold(state: RaceState, person: Watched, text: str, shown: int, secrets: list[str]) -> None:
    """What was sent against what may be known: own cards, what lies open, what was told."""
    hidden = set(state.pile[state.drawn :])
    hidden |= {card for player, hand in enumerate(state.hands) if player != person.seat for card in hand}
    leaked = mask_of(card_name.findall(text)) & mask_of(state.deck.names(sorted(hidden))) & ~shown
    assert not leaked, f"{person.name} was sent {names_of(leaked)}"
    own = {person.token, *person.http.cookies.values()}
    for secret in secrets:
        assert secret in own or secret not in text, f"{person.name} was sent a secret or somebody's token"


async def look_twice(
    company: Company, snapshot: Snapshot, reader: Watched, paths: list[str], dice: Random
) -> None:
    """All that a reader may ask for, before and after the hidden part of the table is dealt anew."""
    seat = -1 if reader.seat is None else reader.seat
    other = elsewhere(snapshot.state, seat, Draws(dice.randbytes(32)))
    stale = {"decision": snapshot.state.decision + 1, "action": {"type": "take_back"}}

    async def ask(state: RaceState) -> list[str]:
        executor, broadcaster = company.app.state.services.tables.executor, company.app.state.broadcaster
        stored = {snapshot.table.id: Snapshot(snapshot.table, state)}
        with (
            executor.snapshots._kept.seen_as(stored),
            broadcaster._shared.seen_as({}),
            broadcaster._stories.seen_as({}),
            broadcaster._beats.seen_as({}),
        ):
            answers = await reader.read(paths)
            if reader.seat is not None:
                # Refused before anything is looked at, and after: nothing changes by it.
                for body in (stale, stale | {"action": {"type": "select", "plays": []}}):
                    refused = await reader.http.post(
                        f"/t/{company.code}/actions", json={"token": reader.token} | body
                    )
                    assert refused.status_code >= 400
                    answers.append(f"{refused.status_code} {refused.text}")
        return answers

    before = await ask(snapshot.state)
    assert not any(answer.startswith(("429", "5")) for answer in before), [a[:200] for a in before]
    after = await ask(other)
    for path, first, second in zip([*paths, "refusals", "refusals"], before, after, strict=False):
        told = [presence.sub("presence", answer) for answer in (first, second)]
        assert told[0] == told[1], f"{reader.name} can tell by {path}: {difference(first, second)}"


def difference(first: str, second: str) -> str:
    at = next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )
    return json.dumps([first[max(0, at - 80) : at + 80], second[max(0, at - 80) : at + 80]])


def test_every_address_about_a_table_is_asked_for(tmp_path: Path) -> None:
    """The list is taken from the application itself, so a page that comes later is looked at as well."""
    app = create_app(Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}"}))
    asked = addresses(app, "KRT7Q4", "0" * 32)
    assert {"/t/KRT7Q4", "/t/KRT7Q4/regions", "/t/KRT7Q4/log", "/t/KRT7Q4/text"} <= set(asked)
    assert not [path for path in asked if re.search(r"[{}]", path)]
