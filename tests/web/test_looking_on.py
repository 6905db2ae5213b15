"""Spectators: only where the host lets them, only what is public, and never a seat by themselves."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack

import httpx
import pytest
from fastapi import FastAPI

from app.players.limits import address_key
from app.tables.lobby import code_limits
from app.web.handlers import code_throttle
from tests.web.conftest import Guest
from tests.web.test_socket import Visitor, address, told, visit

__all__ = ["address", "visit"]
pytestmark = pytest.mark.anyio


async def started(host: Guest) -> str:
    code = await host.open_table("Mira")
    await host.post(f"/t/{code}/bots")
    await host.post(f"/t/{code}/bots")
    assert (await host.post(f"/t/{code}/start", confirm="yes")).status_code == 303
    return code


async def test_a_private_race_is_shown_to_nobody_else(mira: Guest, ruben: Guest) -> None:
    """The default: neither the page nor its text view nor its regions, whoever knows the code."""
    code = await started(mira)
    for path in ("", "/text", "/regions", "/chat"):
        answer = await ruben.get(f"/t/{code}{path}")
        assert answer.status_code == 403, path


async def test_somebody_who_looked_into_the_lobby_hears_nothing_of_the_race(
    visit: Callable[[], Visitor],
) -> None:
    """A page left open in the lobby without a seat is sent away at the start, and told nothing after it."""
    mira, ruben = visit(), visit()
    code = await mira.open_table("Mira")
    await mira.post(f"/t/{code}/bots")
    await mira.post(f"/t/{code}/bots")
    await ruben.get(f"/t/{code}")
    async with ruben.listen(code) as socket:
        assert (await told(socket))["place"] == "lobby:-:guest"
        await mira.post(f"/t/{code}/start", confirm="yes")
        while (message := await told(socket))["place"] != "away":
            continue
        assert (message["regions"], message["events"]) == ([], [])
    async with ruben.listen(code) as socket:
        message = await told(socket)
    assert (message["place"], message["regions"], message["events"]) == ("away", [], [])


async def test_with_the_hosts_leave_a_spectator_sees_what_is_public_and_is_counted(
    visit: Callable[[], Visitor],
) -> None:
    """The page without any card of a hand; the seats are told how many look on; a choice is refused."""
    mira, ruben = visit(), visit()
    code = await started(mira)
    assert (await mira.post(f"/t/{code}/spectators", on="yes")).status_code == 303
    page = await ruben.get(f"/t/{code}")
    assert page.status_code == 200
    assert "data-seat=" not in page.text.partition("<main")[2].partition(">")[0]
    hand = (await mira.get(f"/t/{code}/regions")).json()["regions"]
    own = set(re.findall(r'id="card-(\w+)"', next(r["html"] for r in hand if r["id"] == "hand")))
    assert len(own) == 4
    async with mira.listen(code) as seat:
        assert (await told(seat))["watching"] == 0
        async with ruben.listen(code) as socket:
            shown = json.dumps(await told(socket))
            assert (await told(seat))["watching"] == 1
    for card in own:
        assert f'card-{card}"' not in page.text
        assert f"card-{card}" not in shown
    refused = await ruben.post(
        f"/t/{code}/actions", kind="select", decision="1", **{"card-0": min(own), "jump-0": "no"}
    )
    assert refused.status_code == 403
    assert (await ruben.post(f"/t/{code}/join", name="Ruben")).status_code == 409


async def test_the_host_ends_looking_on_at_once(visit: Callable[[], Visitor]) -> None:
    """Switched off, the pages of those without a seat are sent away."""
    mira, ruben = visit(), visit()
    code = await started(mira)
    await mira.post(f"/t/{code}/spectators", on="yes")
    await ruben.get(f"/t/{code}")
    async with ruben.listen(code) as socket:
        assert (await told(socket))["place"] == "table:-:guest"
        await mira.post(f"/t/{code}/spectators", on="no")
        while (message := await told(socket))["place"] != "away":
            continue
    assert message["regions"] == []


async def test_who_was_taken_off_does_not_look_on_either(mira: Guest, ruben: Guest) -> None:
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    await mira.post(f"/t/{code}/remove", seat="1")
    await mira.post(f"/t/{code}/spectators", on="yes")
    await mira.post(f"/t/{code}/bots")
    await mira.post(f"/t/{code}/bots")
    await mira.post(f"/t/{code}/start", confirm="yes")
    assert (await ruben.get(f"/t/{code}")).status_code == 403


async def test_codes_cannot_be_guessed_fast(mira: Guest, ruben: Guest) -> None:
    """Ten wrong ones, then 429 with the time to wait; a right one is answered, and makes no wrong one more."""
    code = await mira.open_table("Mira")
    answers = [(await ruben.get(f"/t/ZZZZZ{sign}")).status_code for sign in "23456789AB"]
    assert answers == [404] * 10
    late = await until_refused(ruben)
    assert 1 <= int(late.headers["retry-after"]) <= 6
    assert "Too many wrong codes" in late.text
    assert (await ruben.get(f"/t/{code}")).status_code == 200
    assert (await ruben.post("/join", code=code)).status_code == 303
    assert (await until_refused(ruben)).status_code == 429
    assert (await mira.get(f"/t/{code}")).status_code == 200


async def test_of_wrong_codes_in_one_instant_no_more_are_answered(app: FastAPI, mira: Guest) -> None:
    """None has been counted when they are asked: each is counted before it is told."""
    app.state.services.tables.executor.clock = lambda: 1_800_000_000_000
    await mira.get("/")
    signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
    answers = await asyncio.gather(*(mira.http.get(f"/t/ZZZZZ{sign}") for sign in signs))
    assert Counter(answer.status_code for answer in answers) == {404: 10, 429: 22}


async def test_a_network_tries_as_many_codes_at_a_time_as_its_bucket_holds(app: FastAPI) -> None:
    """However many it sends before the first is counted; what has been looked up makes room."""
    limits = app.state.people.code_limits
    with ExitStack() as looking:
        tries = [looking.enter_context(limits.trying("192.0.2.1")) for _ in range(62)]
        assert tries == [True] * 60 + [False] * 2
        assert looking.enter_context(limits.trying("192.0.2.2"))
    with limits.trying("192.0.2.1") as few:
        assert few


async def test_a_network_that_guesses_on_is_given_few_looks_more(app: FastAPI) -> None:
    """A right code among wrong ones would still be found: so there are ten looks a second for each network."""
    limits, now = app.state.people.code_limits, [1_000_000]
    app.state.services.tables.executor.clock = lambda: now[0]
    looks = 0
    for _ in range(1000):
        now[0] += 10
        looks += limits.may_look("2001:db8::1")
    assert 190 <= looks <= 210, "a hundred at once, and ten a second"
    assert not limits.may_look("2001:db8::2")
    assert limits.may_look("2001:db8:0:1::1")


async def test_networks_that_guess_are_forgotten_oldest_first(
    monkeypatch: pytest.MonkeyPatch, app: FastAPI
) -> None:
    """What is counted in a process has an end: of more networks than it keeps, who looked last is kept."""
    monkeypatch.setattr(code_limits, "most_networks", 2)
    limits = app.state.people.code_limits
    app.state.services.tables.executor.clock = lambda: 1_800_000_000_000
    one, other, third = "192.0.2.1", "198.51.100.1", "203.0.113.1"
    assert [limits.may_look(one) for _ in range(101)] == [True] * 100 + [False]
    assert limits.may_look(other)
    assert not limits.may_look(one), "it looked again, so the other one is the oldest"
    assert limits.may_look(third)
    assert not limits.may_look(one)
    assert list(limits._beyond) == [address_key("beyond", third), address_key("beyond", one)]


async def test_a_player_who_mistypes_codes_keeps_the_own_table(mira: Guest) -> None:
    """Even without having been there since the server started."""
    code = await mira.open_table("Mira")
    await until_refused(mira)
    assert (await mira.get(f"/t/{code}")).status_code == 200


async def test_a_code_once_right_is_guessed_like_any_other_when_its_table_is_gone(
    app: FastAPI, mira: Guest, ruben: Guest
) -> None:
    """Who has been at a table asks freely for its code: but not for ever, or a list of old codes would be free to try
    again and again.
    """
    app.state.services.tables.executor.clock = lambda: 1_800_000_000_000
    code = await mira.open_table("Mira")
    assert (await ruben.get(f"/t/{code}")).status_code == 200
    assert (await mira.post(f"/t/{code}/leave")).status_code == 303
    answers = [(await ruben.get(f"/t/{code}")).status_code for _ in range(12)]
    assert answers == [404] * 10 + [429] * 2


async def test_sessions_that_know_a_code_are_forgotten_oldest_first(
    monkeypatch: pytest.MonkeyPatch, app: FastAPI, mira: Guest, ruben: Guest
) -> None:
    """However many codes are known, no more than so many are kept; who comes again stays. Three of the five are the
    host's own here.
    """
    monkeypatch.setattr(code_throttle, "most_known", 5)
    app.state.services.tables.executor.clock = lambda: 1_800_000_000_000
    first, second, third = [await mira.open_table("Mira") for _ in range(3)]
    for code in (first, second, first, third):
        assert (await ruben.get(f"/t/{code}")).status_code == 200
    for code in (first, second, third):
        await mira.post(f"/t/{code}/leave")
    await until_refused(ruben)
    answers = [(await ruben.get(f"/t/{code}")).status_code for code in (first, second, third)]
    assert answers == [404, 429, 404]


async def until_refused(guest: Guest) -> httpx.Response:
    """Tries wrong codes; on a slow machine the bucket refills a little meanwhile."""
    for number in range(100):
        answer = await guest.get(f"/t/YY{number:04}".replace("0", "Z").replace("1", "Y"))
        if answer.status_code == 429:
            return answer
    raise AssertionError("codes can be guessed")
