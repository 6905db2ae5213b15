"""What a game lets a host choose, over HTTP: options of several values, groups, seats, what becomes of leavers."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from app import main
from app.main import create_app
from app.settings import Settings
from app.tables.model import Table
from app.web.fronts import fronts
from tests.fake_choosy import choosy_front
from tests.fake_dice import Dice
from tests.fake_games import fake_fronts
from tests.web.conftest import Guest, running

pytestmark = pytest.mark.anyio

key = choosy_front.game.key


@pytest.fixture
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FastAPI]:
    added = {key: choosy_front, Dice.key: fake_fronts[Dice.key]}
    monkeypatch.setattr(main, "games", main.games | {name: front.game for name, front in added.items()})
    monkeypatch.setattr(main, "fronts", {**fronts, **added})
    settings = Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}"})
    async with running(create_app(settings)) as app:
        yield app


async def opened(guest: Guest, game: str = key) -> str:
    answer = await guest.post("/tables", name="Mira", game=game)
    return answer.headers["location"].removeprefix("/t/")


async def stored(app: FastAPI, code: str) -> Table:
    found: Table = (await app.state.services.tables.find(code)).table
    return found


def radios(page: str, group: str) -> list[tuple[str, str, str, str, bool]]:
    """Of the host's controls of a group: form, field, value, word, whether it is the one."""
    found = re.search(
        rf'<div class="?setting"? role="?radiogroup"? aria-labelledby="?{group}-label"?>.*?</div>',
        page,
        re.DOTALL,
    )
    assert found, group
    return [
        (form, name, value, word, on == "true")
        for form, name, value, on, word in re.findall(
            r'<button class="?host-only"? role="?radio"? id="[^"]*" form="([\w-]+)" name="(\w+)"\s+value="(\w+)" '
            r'aria-checked="(\w+)">([^<]*)</button>',
            found[0],
        )
    ]


async def test_the_lobby_shows_a_radio_group_for_each(mira: Guest) -> None:
    """One for an option of several values, one for switches of which one at most is set; the rest are switches."""
    page = (await mira.get(f"/t/{await opened(mira)}")).text
    assert radios(page, "option-length") == [
        ("f-option-length", "value", "short", "Short", True),
        ("f-option-length", "value", "long", "Long", False),
        ("f-option-length", "value", "longest", "longest", False),
    ]
    assert radios(page, "group-weather") == [
        ("f-option-storm", "on", "no", "None of them", True),
        ("f-option-storm", "on", "yes", "Storm", False),
        ("f-option-fog", "on", "yes", "Fog", False),
    ]
    assert "Fair." in page
    switches = re.findall(r'role="?switch"? id="?option-(\w+)', page)
    assert switches == ["plain"]


async def test_the_forms_choose_one_value_and_one_of_a_group(app: FastAPI, mira: Guest) -> None:
    """Another of a group takes its place; "None of them" posts to the one that is set."""
    code = await opened(mira)
    for fields in (
        {"option": "length", "value": "long"},
        {"option": "storm", "on": "yes"},
        {"option": "fog", "on": "yes"},
    ):
        assert (await mira.post(f"/t/{code}/options", **fields)).status_code == 303
    assert (await stored(app, code)).options == ("length=long", "fog")
    page = (await mira.get(f"/t/{code}")).text
    assert [on for *_, on in radios(page, "option-length")] == [False, True, False]
    assert radios(page, "group-weather")[0][:3] == ("f-option-fog", "on", "no")
    assert "Nobody sees." in page
    await mira.post(f"/t/{code}/options", option="fog", on="no")
    await mira.post(f"/t/{code}/options", option="length", value="short")
    assert (await stored(app, code)).options == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"option": "length", "value": "endless"},
        {"option": "length", "on": "yes"},
        {"option": "length", "value": "long" * 200},
        {"option": "plain", "value": "long"},
        {"option": "weather", "on": "yes"},
        {"option": "", "value": "long"},
    ],
)
async def test_a_form_with_another_value_is_refused_in_words(
    app: FastAPI, mira: Guest, fields: dict[str, str]
) -> None:
    code = await opened(mira)
    refused = await mira.post(f"/t/{code}/options", **fields)
    assert (refused.status_code, "There is no such option." in refused.text) == (409, True)
    assert (await stored(app, code)).options == ()


async def test_only_the_host_chooses(app: FastAPI, mira: Guest, ruben: Guest) -> None:
    code = await opened(mira)
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    refused = await ruben.post(f"/t/{code}/options", option="length", value="long")
    assert refused.status_code == 403
    assert (await stored(app, code)).options == ()


async def test_the_api_lists_sets_and_refuses_values(mira: Guest) -> None:
    """`/games` says keys, values, seats and groups; `options` takes `value`, and refuses by problem with its reason."""
    made = await mira.http.post("/api/v1/guests", json={"name": "Robot"})
    token = {"authorization": f"Bearer {made.json()['token']}"}
    games = (await mira.http.get("/api/v1/games")).json()["games"]
    (known,) = (game["options"] for game in games if game["key"] == key)
    assert known[0] == {
        "key": "length", "seats": [1, 2, 3, 4, 5], "values": ["short", "long", "longest"], "group": "",
    }  # fmt: skip
    assert [option["group"] for option in known] == ["", "weather", "weather", "", ""]
    opened = await mira.http.post("/api/v1/tables", json={"game": key}, headers=token)
    path = f"/api/v1/tables/{opened.json()['room']['code']}"

    async def set_to(**body: object) -> tuple[int, object]:
        answer = await mira.http.post(f"{path}/options", json=body, headers=token)
        said = answer.json()
        return answer.status_code, said["room"]["options"] if answer.status_code == 200 else said["code"]

    assert await set_to(option="length", value="longest") == (200, ["length=longest"])
    assert await set_to(option="storm") == (200, ["length=longest", "storm"])
    assert await set_to(option="fog", on=True) == (200, ["length=longest", "fog"])
    for body in (
        {"option": "length", "value": "endless"},
        {"option": "length", "on": False},
        {"option": "fog", "value": "thick"},
        {"option": "weather"},
    ):
        assert await set_to(**body) == (409, "no_such_option"), body
    assert (
        await mira.http.post(f"{path}/options", json={"option": "length", "value": 3}, headers=token)
    ).status_code in (400, 422)
    assert await set_to(option="crowd", value="many") == (200, ["length=longest", "fog", "crowd=many"])
    refused = await mira.http.post(f"{path}/start", json={}, headers=token)
    assert (refused.status_code, refused.json()["code"]) == (409, "option_seats")


async def test_a_game_says_how_many_sit_down(mira: Guest) -> None:
    """Dice are for two to four: four seats in the lobby, no fifth; and nobody starts alone."""
    code = await opened(mira, Dice.key)
    alone = await mira.post(f"/t/{code}/start", confirm="yes")
    assert (alone.status_code, "Too few players." in alone.text) == (409, True)
    for _ in range(3):
        assert (await mira.post(f"/t/{code}/bots")).status_code == 303
    page = (await mira.get(f"/t/{code}")).text
    assert sorted(set(re.findall(r'id="?lobby-seat-(\d)', page))) == ["0", "1", "2", "3"]
    assert (await mira.post(f"/t/{code}/bots")).status_code == 409


async def test_a_leaver_is_told_what_the_game_does(mira: Guest, ruben: Guest) -> None:
    """Dice take the seat out, no bot plays it; for games that say nothing a bot does, to the end."""
    for game, in_lobby, at_table in (
        (Dice.key, "They drop out of the game.", "Your seat drops out of the game."),
        (key, "A bot finishes the game for them.", "A bot plays your seat to the end."),
    ):
        code = await opened(mira, game)
        await ruben.get(f"/t/{code}")
        await ruben.post(f"/t/{code}/join", name="Ruben")
        await mira.post(f"/t/{code}/leavers", leavers="drop")
        assert in_lobby in (await mira.get(f"/t/{code}")).text
        await mira.post(f"/t/{code}/start", confirm="yes")
        assert at_table in (await ruben.get(f"/t/{code}/people")).text
        await ruben.post(f"/t/{code}/leave")
        left = (await ruben.get(f"/t/{code}")).text
        assert 'is-left"' in left
        assert "Take your seat back" not in left
