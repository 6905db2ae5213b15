"""Yeti at a table: from its home to the rematch, by forms, by the text view and by the API; and what it says."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import get_args

import pytest
from fastapi import FastAPI

from app import main
from app.games.kernel.stream import Stream
from app.games.yeti.events import DiceEvent, TurnEnded, TurnPhase, event_names
from app.games.yeti.forecast import forecasts
from app.games.yeti.game import YetiGame
from app.main import create_app
from app.settings import Settings
from app.tables.model import Status
from app.web.fronts import fronts
from app.web.games.yeti.front import front
from app.web.games.yeti.words.sentences import sentence
from app.web.templating import languages
from app.web.voice import SeatedPeople, Voice
from tests.web.conftest import Guest, running

pytestmark = pytest.mark.anyio

names = ("Ines", "Ruben", "Mira", "Okonkwo", "Jo")


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FastAPI]:
    """Both lists name Yeti, too."""
    monkeypatch.setattr(main, "games", {**main.games, front.game.key: front.game})
    monkeypatch.setattr(main, "fronts", {**fronts, front.game.key: front})
    settings = Settings.from_environment(
        {"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}", "BOT_DELAY_MS": "0", "ABSENCE_MS": "0"}
    )
    async with running(create_app(settings)) as app:
        yield app


@pytest.fixture
async def ines(house: FastAPI) -> AsyncIterator[Guest]:
    guest = Guest(house)
    yield guest
    await guest.http.aclose()


async def opened(guest: Guest, bots: int = 1) -> str:
    """A table that plays, with so many bots; its code."""
    code = (await guest.post("/tables", name="Ines", game="yeti")).headers["location"].removeprefix("/t/")
    for _ in range(bots):
        await guest.post(f"/t/{code}/bots")
    answer = await guest.post(f"/t/{code}/start")
    assert answer.status_code == 303, answer.text
    return code


async def played(guest: Guest, code: str) -> str:
    """Always takes the first choice the text view offers, until the game is over; the last page."""
    for _ in range(2000):
        page = (await guest.get(f"/t/{code}/text")).text
        if "act is-over" in page:
            return page
        choice = re.search(r'name="choice" value="([^"]+)"', page)
        if choice is None:
            continue
        decision = re.search(r'data-decision="(\d+)"', page)
        assert decision is not None
        await guest.post(f"/t/{code}/actions", decision=decision[1], choice=choice[1], view="text")
    raise AssertionError("the game does not end")


async def test_its_home_and_its_lobby_speak_of_dice(ines: Guest) -> None:
    home = (await ines.get("/games/yeti")).text
    assert "Yeti, the dice game" in home
    assert 'name="game" value="yeti"' in home
    code = (await ines.post("/tables", name="Ines", game="yeti")).headers["location"].removeprefix("/t/")
    lobby = (await ines.get(f"/t/{code}")).text
    assert "Mixed weather" in lobby
    assert not re.search("skier|race|avalanche", re.sub(r"<[^>]*>|Avalanche at Yeti Mountain", " ", lobby))


async def test_one_weather_at_most_is_set(ines: Guest) -> None:
    code = (await ines.post("/tables", name="Ines", game="yeti")).headers["location"].removeprefix("/t/")
    for option in ("weather", "weather_bad"):
        await ines.post(f"/t/{code}/options", option=option, on="yes")
    await ines.post(f"/t/{code}/bots")
    assert (await ines.post(f"/t/{code}/start")).status_code == 303


async def test_a_whole_game_from_its_home_to_the_rematch(house: FastAPI, ines: Guest) -> None:
    code = await opened(ines, bots=2)
    page = await played(ines, code)
    assert re.search(r"has the picture|share the picture", page)
    log = (await ines.get(f"/t/{code}/log")).text
    for said in ("throws 7 dice", "Thrown: ", "Kept: ", "Set aside: ", "this is the last round"):
        assert said in log, said
    table = (await house.state.services.tables.find(code)).table.id
    assert (await ines.get(f"/r/{table}/1.0")).status_code == 200
    assert (await ines.get(f"/r/{table}/words")).status_code == 200
    again = await ines.post(f"/t/{code}/rematch")
    assert again.status_code == 303
    assert again.headers["location"].removeprefix("/t/") != code


async def test_what_cannot_be_done_is_said_and_changes_nothing(ines: Guest) -> None:
    code = await opened(ines)
    for _ in range(200):
        page = (await ines.get(f"/t/{code}/text")).text
        if 'value="keep:' in page:
            break
    decision = re.search(r'data-decision="(\d+)"', page)
    assert decision is not None
    offered = set(re.findall(r'value="keep:([^"]+)"', page))
    kinds = ("footprint", "sherpa", "tent", "coin")
    missing = next((kind for kind in kinds if kind not in offered), "footprint+coin")
    refused = await ines.post(f"/t/{code}/actions", decision=decision[1], choice=f"keep:{missing}")
    assert refused.status_code == 409
    assert re.search(r"in this throw|One kind at a time", refused.text)
    phase = await ines.post(f"/t/{code}/actions", decision=decision[1], choice="spend:none:0:0")
    assert phase.status_code == 409
    unreadable = await ines.post(f"/t/{code}/actions", decision=decision[1], choice="x")
    assert unreadable.status_code == 400
    late = await ines.post(f"/t/{code}/actions", decision="0", choice=f"keep:{next(iter(offered))}")
    assert late.status_code == 409


async def test_the_api_plays_it_to_the_end(ines: Guest) -> None:
    """By the forecasts, each of which brings its action; points of a `spend` are those that are made."""
    made = await ines.http.post("/api/v1/guests", json={"name": "Robot"})
    token = {"authorization": f"Bearer {made.json()['token']}"}
    room = await ines.http.post("/api/v1/tables", json={"game": "yeti"}, headers=token)
    code = room.json()["room"]["code"]
    await ines.http.post(f"/api/v1/tables/{code}/bots", json={}, headers=token)
    started = await ines.http.post(f"/api/v1/tables/{code}/start", json={}, headers=token)
    assert started.status_code == 200, started.text
    promised: set[int] = set()
    for _ in range(2000):
        looks = (await ines.http.get(f"/api/v1/tables/{code}/forecasts", headers=token)).json()
        shown = (await ines.http.get(f"/api/v1/tables/{code}", headers=token)).json()
        if shown["outcome"]:
            break
        if not looks["forecasts"]:
            continue
        forecast = looks["forecasts"][-1]
        taken = await ines.http.post(
            f"/api/v1/tables/{code}/actions",
            json={"decision": looks["decision"], "action": forecast["action"]},
            headers=token,
        )
        assert taken.status_code == 200, taken.text
        if forecast["action"]["type"] == "spend":
            promised.add(forecast["total"])
    assert shown["outcome"]["winners"]
    assert promised
    schemas = (await ines.http.get("/api/openapi.json")).json()["components"]["schemas"]
    assert {"View-yeti", "Action-yeti", "Event-yeti", "Forecast-yeti"} <= set(schemas)


async def one_choice(guest: Guest, code: str) -> tuple[str, str] | None:
    """The decision that awaits this guest and the first choice of it, as the text view offers them."""
    page = (await guest.get(f"/t/{code}/text")).text
    choice = re.search(r'name="choice" value="([^"]+)"', page)
    decision = re.search(r'data-decision="(\d+)"', page)
    return (decision[1], choice[1]) if choice and decision else None


async def test_a_post_of_ones_own_turn_that_comes_in_the_next_ones_turn_changes_nothing(
    house: FastAPI, ines: Guest
) -> None:
    """Every decision of a turn, posted once more when the other one rolls: another choice is refused in words."""
    ruben = Guest(house)
    code = (await ines.post("/tables", name="Ines", game="yeti")).headers["location"].removeprefix("/t/")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    await ruben.post(f"/t/{code}/ready", ready="yes")
    assert (await ines.post(f"/t/{code}/start")).status_code == 303
    find, late = house.state.services.tables.find, 0
    for _ in range(6):
        turn = (await find(code)).state.turn
        mine = ines if await one_choice(ines, code) else ruben
        held = []
        while (found := await one_choice(mine, code)) is not None:
            await mine.post(f"/t/{code}/actions", decision=found[0], choice=found[1])
            held.append(found)
        before = (await find(code)).state
        assert before.turn != turn
        for decision, choice in held:
            answer = await mine.post(f"/t/{code}/actions", decision=decision, choice="turn:none")
            assert (answer.status_code, choice) == (409, choice)
            assert "That throw is over" in answer.text
            again = await mine.post(f"/t/{code}/actions", decision=decision, choice=choice)
            assert again.status_code in (303, 409)  # an equal choice of its owner is no fault
            late += 1
        assert front.game.encode_state((await find(code)).state) == front.game.encode_state(before)
    assert late > 6
    await ruben.http.aclose()


async def test_who_goes_in_the_middle_of_a_turn_is_played_on_by_a_bot(house: FastAPI, ines: Guest) -> None:
    """In each kind of decision: the dice set aside stand, the turn ends, the next seat has its throw."""
    seen = set()
    for _ in range(8):
        code = await opened(ines)
        for _ in range(400):
            state = (await house.state.services.tables.find(code)).state
            kind = state.phase.value
            found = await one_choice(ines, code)
            if found is None:
                if kind == "over":
                    break
                continue
            if kind not in seen:
                seen.add(kind)
                tray, turn = list(state.tray), state.turn
                await ines.post(f"/t/{code}/bot", seat=str(turn))
                after = (await house.state.services.tables.find(code)).state
                assert after.turn != turn or all(
                    now >= was for now, was in zip(after.tray[:4], tray[:4], strict=True)
                )
                for _ in range(2000):
                    now = (await house.state.services.tables.find(code)).state
                    if (now.round, now.turn) != (state.round, turn):
                        break
                    await asyncio.sleep(0.01)
                assert (now.round, now.turn) != (state.round, turn)
                break
            await ines.post(f"/t/{code}/actions", decision=found[0], choice=found[1])
    assert {"keep", "spend"} <= seen


async def test_nothing_sent_while_it_is_played_leads_to_the_dice_to_come(house: FastAPI, ines: Guest) -> None:
    """Pages, text view, log and API of a running game hold neither the seed nor the secret behind it."""
    code = await opened(ines)
    sent: list[str] = []
    for _ in range(60):
        page = (await ines.get(f"/t/{code}/text")).text
        sent.append(page)
        choice = re.search(r'name="choice" value="([^"]+)"', page)
        decision = re.search(r'data-decision="(\d+)"', page)
        if choice and decision:
            answer = await ines.post(f"/t/{code}/actions", decision=decision[1], choice=choice[1])
            sent += [
                answer.text,
                (await ines.get(f"/t/{code}")).text,
                (await ines.get(f"/t/{code}/log")).text,
            ]
    snapshot = await house.state.services.tables.find(code)
    assert snapshot.table.status is Status.PLAYING
    seed = snapshot.state.stream.seed.hex()
    assert len(seed) == 64
    assert len(sent) > 60
    for text in sent:
        assert seed not in text
        assert "queue" not in text


def test_views_are_equal_whatever_the_dice_to_come() -> None:
    """Two games equal up to now and different from now on look the same, forecasts and odds included (YT-50)."""
    game = YetiGame()
    state = game.start(("weather",), 3, bytes(32)).state
    for _ in range(40):
        (seat,) = game.waiting_on(state)
        other = state.clone()
        other.stream = Stream(bytes([7]) * 32)
        for viewer in (None, 0, 1, 2):
            view = game.view(state, viewer)
            assert view == game.view(other, viewer)
            assert front.api.forecasts(view) == front.api.forecasts(game.view(other, viewer))
        state = game.apply(state, seat, game.legal_actions(state, seat)[0]).state


def test_a_forecast_of_a_spend_is_what_comes_of_it() -> None:
    """Points, level and the last round, in every choice of many turns (the preview is exact)."""
    game, checked = YetiGame(), 0
    for number in range(6):
        state = game.start(("weather",), 2 + number % 4, bytes([number]) * 32).state
        while not game.outcome(state):
            (seat,) = game.waiting_on(state)
            for look in forecasts(game.view(state, None)):
                if state.phase is TurnPhase.SPEND:
                    step = game.apply(state, seat, look.action)
                    ended = next(event for event in step.events if isinstance(event, TurnEnded))
                    assert look.points is not None
                    assert (state.points[seat] - state.before + look.points, look.total, look.level) == (
                        ended.points, step.state.points[seat], step.state.levels[seat],
                    )  # fmt: skip
                    assert look.calls == (step.state.final and not state.final)
                    checked += 1
            legal = game.legal_actions(state, seat)
            choice = game.choose("simple", game.view(state, seat), legal, lambda _n: 0)
            state = game.apply(state, seat, choice).state
    assert checked > 500


async def test_rules_and_rulings_can_be_read(ines: Guest) -> None:
    rules = (await ines.get("/rules/yeti")).text
    assert "Blizzard" in rules
    assert "Storm tent" in rules
    rulings = (await ines.get("/rules/yeti/rulings")).text
    assert 'id="YT-25"' in rulings


@pytest.mark.parametrize("language", languages)
def test_every_event_of_many_games_is_told_in_both_languages(language: str) -> None:
    """All kinds happen; each but the opening of a choice has a sentence, and none says a parameter's name."""
    people = SeatedPeople(names, Voice(language))
    game, seen, silent = YetiGame(), set(), set()
    for number in range(24):
        options = ((), ("weather",), ("weather_good",), ("weather_bad",))[number % 4]
        level = ("simple", "random")[number // 4 % 2]
        step = game.start(options, 2 + number % 4, bytes([number]) * 32)
        while True:
            for event in step.events:
                text = sentence(event, people)
                seen.add(type(event))
                if not text:
                    silent.add(type(event).__name__)
                assert "%(" not in text
            state = step.state
            if game.outcome(state):
                break
            (seat,) = game.waiting_on(state)
            legal = game.legal_actions(state, seat)
            choice = game.choose(
                level, game.view(state, seat), legal, lambda n, d=state.decision: d * 7919 % n
            )
            step = game.apply(state, seat, choice)
    assert silent == {"ChoiceOpened"}
    assert set(get_args(DiceEvent)) == set(event_names.values())
    assert {kind.__name__ for kind in set(get_args(DiceEvent)) - seen} <= {"YetiRetreated"}


def test_motion_is_never_longer_than_a_watcher_bears() -> None:
    game = YetiGame()
    step = game.start(("weather",), 4, bytes(32))
    longest = 0
    while not game.outcome(step.state):
        (seat,) = game.waiting_on(step.state)
        legal = game.legal_actions(step.state, seat)
        step = game.apply(
            step.state, seat, game.choose("simple", game.view(step.state, seat), legal, lambda _n: 0)
        )
        longest = max(longest, game.motion_ms(step.events))
    assert 2_000 < longest <= 15_000
