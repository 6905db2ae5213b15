"""The API, call by call: a guest with a token, a table by its code, a whole race, and every refusal as a problem."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from app.games.avalanche import codec
from app.web.api import router as api
from app.web.api import samples
from app.web.games.avalanche.api import wire
from app.web.handlers import request_timeout
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio

wires = (("avalanche", wire),)


class Program:
    """A client that is no browser: a token in a header, no cookies, no origin. Checks every answer by the document."""

    def __init__(self, app: FastAPI, name: str) -> None:
        self.name = name
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://yeti.test/api/v1")

    async def arrive(self) -> None:
        answer = await self.post("/guests", name=self.name)
        assert answer.status_code == 201, answer.text
        self.http.headers["authorization"] = f"Bearer {answer.json()['token']}"

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def post(self, path: str, /, **body: object) -> httpx.Response:
        return await self.http.post(path, json=body)

    async def told(self, path: str, /, **body: object) -> dict[str, Any]:
        """The answer of a command that is accepted."""
        answer = await self.post(path, **body)
        assert answer.status_code in (200, 201), answer.text
        said: dict[str, Any] = answer.json()
        return said

    async def look(self, path: str) -> dict[str, Any]:
        answer = await self.get(path)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said


Arrive = Callable[[str], Any]


@pytest.fixture
async def arrive(app: FastAPI) -> AsyncIterator[Arrive]:
    async with AsyncExitStack() as stack:

        async def come(name: str) -> Program:
            program = Program(app, name)
            await stack.enter_async_context(program.http)
            await program.arrive()
            return program

        yield come


def schema(name: str) -> jsonschema_rs.Draft202012Validator:
    """A validator of one of the document's schemas."""
    document = api.openapi_of(wires)
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    )


def all_in(part: Any, key: str) -> Iterator[Any]:
    """Every value under this key, however deep."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name == key:
                yield value
            yield from all_in(value, key)
    elif isinstance(part, list):
        for value in part:
            yield from all_in(value, key)


async def test_two_guests_and_a_bot_race_by_the_api_alone(app: FastAPI, arrive: Arrive) -> None:
    """Open, join by code, set up, start, choose to the end, record, rematch: every answer as documented, and no card of
    another hand in anything a seat is told (DESIGN: views are built, never scrubbed).
    """
    mira, ruben = await arrive("Mira"), await arrive("Ruben")
    envelope = schema("Envelope")
    opened = await mira.told("/tables", game="avalanche")
    at = f"/tables/{opened['room']['code']}"
    joined = await ruben.told(at.lower() + "/join")
    assert joined["you"] == {"seat": 1, "host": False, "awaited": False}
    assert len((await mira.told(at + "/bots"))["room"]["seats"]) == 3
    await ruben.told(at + "/ready", ready=True)
    started = await mira.told(at + "/start", confirm=True)
    assert started["room"]["status"] == "playing"
    assert (await mira.get(f"/replays/{started['table']}")).status_code == 404, "nothing is laid open yet"
    for _ in range(2000):
        states = {person: await person.look(at) for person in (mira, ruben)}
        for state in states.values():
            envelope.validate(state)
        if states[mira]["outcome"] is not None:
            break
        snapshot = await app.state.services.tables.find(opened["room"]["code"])
        if not snapshot.table.version == states[mira]["version"] == states[ruben]["version"]:
            await asyncio.sleep(0.005)  # the bot was faster
            continue
        no_card_of_others(states[mira]["view"], snapshot.state, 0)
        no_card_of_others(states[ruben]["view"], snapshot.state, 1)
        for person in (mira, ruben):  # one at a time: every position anybody chooses in has been looked at
            if await choose(person, at):
                break
    else:
        pytest.fail("the race has no end")
    record = await ruben.look(at + "/record")
    schema("Record").validate(record)
    assert record["winners"] == states[mira]["outcome"]["winners"]
    by_id = f"/replays/{started['table']}"
    replay = await ruben.look(by_id)
    schema("ReplayAnswer").validate(replay)
    assert len(replay["rounds"]) == sum(event["type"] == "round_started" for event in all_events(replay))
    assert (await ruben.look(by_id + "/record")) == record
    assert (await ruben.look(by_id + "/proof"))["fingerprint"] == started["room"]["commitment"]
    story = await ruben.look(at + "/events")
    schema("Happenings").validate(story)
    assert story["events"][-1]["events"][-1]["type"] == "game_ended"
    log = await ruben.look(at + "/log")
    schema("ApiLog").validate(log)
    assert len(log["lines"]) > 8
    again = await mira.told(at + "/rematch")
    assert again["room"]["code"] != opened["room"]["code"]
    passed_on = json.dumps(await Program(app, "").look(by_id))
    for secret in (again["room"]["code"], opened["room"]["code"]):
        assert secret not in passed_on, "a replay leads to no table: codes are secrets (AGREEMENTS 18)"


def all_events(replay: dict[str, Any]) -> list[dict[str, Any]]:
    parts = [*replay["before"], *(part for round_ in replay["rounds"] for part in round_["story"])]
    return [event for part in parts for event in part["events"]]


async def choose(person: Program, at: str) -> bool:
    """Takes the first legal choice there is; False if none is asked for."""
    choices = await person.look(at + "/actions")
    schema("Choices").validate(choices)
    if not choices["awaited"]:
        return False
    looks = await person.look(at + "/forecasts")
    schema("Forecasts").validate(looks)
    body = {"decision": choices["decision"], "action": choices["actions"][0], "key": "k-1"}
    body["key"] = f"k-{choices['decision']}"
    answer = await person.post(at + "/actions", **body)
    if answer.status_code == 409:  # overtaken by a round that went on meanwhile
        assert answer.json()["code"] == "stale_decision", answer.text
        return True
    schema("Taken").validate(answer.json())
    assert (await person.told(at + "/actions", **body)) == answer.json()
    return True


def no_card_of_others(view: dict[str, Any], state: Any, seat: int) -> None:
    text = json.dumps(view)
    for other, hand in enumerate(state.hands):
        for card in state.deck.names(hand):
            if other != seat:
                assert f'"{card}"' not in text, f"seat {seat} is told {card} of seat {other}"
    for card in state.deck.names(state.pile[state.drawn :]):
        assert f'"{card}"' not in text, f"{card} is still in the deck"


async def test_who_asks_without_a_socket_is_not_away(app: FastAPI, arrive: Arrive) -> None:
    """A program that only polls keeps its seat: absence counts from its latest question, as without script."""
    mira = await arrive("Mira")
    opened = await mira.told("/tables")
    hub, clock = app.state.services.hub, [app.state.services.hub._clock()]
    hub._clock = lambda: clock[0]
    clock[0] += 90_000
    hub._noticed = None  # time has passed; the server did not stand still
    player = (await app.state.services.tables.find(opened["room"]["code"])).table.host
    before = hub.absent_since(opened["table"], player)
    await mira.look(f"/tables/{opened['room']['code']}")
    assert hub.absent_since(opened["table"], player) == clock[0] > before


async def test_onlookers_see_what_is_public_and_only_where_the_host_lets_them(
    app: FastAPI, arrive: Arrive
) -> None:
    """A private race is 403 with its reason; with spectators the public view, no hand in it."""
    mira, nobody = await arrive("Mira"), Program(app, "")
    code = (await mira.told("/tables", solo=True))["room"]["code"]
    refused = await nobody.get(f"/tables/{code}")
    assert (refused.status_code, refused.json()["code"]) == (403, "no_spectators")
    await mira.told(f"/tables/{code}/spectators", on=True)
    seen = await nobody.look(f"/tables/{code}")
    schema("Envelope").validate(seen)
    assert seen["view"]["type"] == "public"
    assert seen["you"] == {"seat": None, "host": False, "awaited": False}
    assert (await mira.look(f"/tables/{code}"))["view"]["type"] == "private"
    assert "hand" not in seen["view"]


async def test_who_lost_their_token_gets_their_seat_back_where_nobody_looks_on(arrive: Arrive) -> None:
    """What is saved is not answered by a refusal (AGREEMENTS 17): a claim says no more than that it was heard."""
    mira, ruben = await arrive("Mira"), await arrive("Ruben")
    at = f"/tables/{(await mira.told('/tables'))['room']['code']}"
    await ruben.told(at + "/join")
    await mira.told(at + "/start", confirm=True)
    lost = await arrive("Ruben")
    assert (await lost.post(at + "/claim", seat=1)).status_code == 204
    assert (await lost.get(at)).json()["code"] == "no_spectators"
    assert (await mira.look(at))["room"]["seats"][1]["claimed_by"] == "Ruben"
    await mira.told(at + "/reseat", seat=1, yes=True)
    assert (await lost.look(at))["you"]["seat"] == 1
    assert (await ruben.get(at)).json()["code"] == "no_spectators"


async def test_everybody_is_told_who_changed_what(arrive: Arrive) -> None:
    """Options can be changed until the start, and everybody sees who changed what: programs, too."""
    mira, ruben = await arrive("Mira"), await arrive("Ruben")
    at = f"/tables/{(await mira.told('/tables'))['room']['code']}"
    await ruben.told(at + "/join")
    await ruben.told(at + "/ready", ready=True)
    await mira.told(at + "/options", option="racing", on=True)
    seen = await ruben.look(at)
    schema("Envelope").validate(seen)
    told = [(note["by"], note["what"], note["params"]) for note in seen["room"]["notes"]]
    assert told == [
        ("Ruben", "joined", {"name": "Ruben"}),
        ("Mira", "option", {"option": "racing", "on": True}),
        ("Mira", "asked", {}),
    ]


@pytest.mark.parametrize(
    ("call", "status", "code"),
    [
        (("GET", "/me", None), 401, "no_token"),
        (("GET", "/tables/ABCDEF", None), 404, "no_such_table"),
        (("GET", "/nothing", None), 404, "not_found"),
        (("PUT", "/guests", {}), 405, "method_not_allowed"),
        (("POST", "/guests", {"name": "x" * 70_000}), 413, "too_large"),
        (("POST", "/guests", {"nom": "Mira"}), 422, "invalid"),
        (("POST", "/guests", {"name": "Bot Mira"}), 409, "name_bot"),
        (("POST", "/guests/continue", {"code": "nonsense"}), 409, "wrong_code"),
        (("GET", "/games/chess/cards", None), 409, "no_such_game"),
    ],
)
async def test_every_refusal_is_a_problem(
    app: FastAPI, call: tuple[str, str, Any], status: int, code: str
) -> None:
    """RFC 9457, whatever a client says it accepts, worded in its language."""
    program = Program(app, "")
    program.http.headers.update({"accept": "text/html, */*", "accept-language": "de"})
    method, path, body = call
    answer = await program.http.request(method, path, json=body)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    schema("Problem").validate(problem)
    assert (problem["code"], problem["status"]) == (code, status)
    assert problem["detail"]
    if status == 405:
        assert answer.headers["allow"] == "POST"
    if status == 401:
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_half_a_surrogate_pair_is_no_text(arrive: Arrive) -> None:
    """JSON can write what UTF-8 cannot: it is unreadable wherever it comes in, never a fault of ours."""
    mira = await arrive("Mira")
    at = f"/tables/{(await mira.told('/tables', solo=True))['room']['code']}"
    await choose(mira, at)
    decision = (await mira.look(at + "/actions"))["decision"]
    play = {"skier": 0, "cards": ["\ud800"], "jump": True}
    act = json.dumps(
        {"decision": decision, "key": "k", "action": {"type": "select", "plays": [play]}}
    ).encode()
    headers = {"content-type": "application/json", "accept": "application/json"}
    token = mira.http.headers["authorization"].removeprefix("Bearer ")
    page = {"cookie": f"yeti={token}", "origin": "http://yeti.test"}
    for path, way, status in (
        (f"/api/v1{at}/actions", {}, 422),
        (f"/t/{at.split('/')[2]}/actions", page, 400),
    ):
        answer = await mira.http.post(f"http://yeti.test{path}", content=act, headers=headers | way)
        assert answer.status_code == status, answer.text


async def test_refusals_speak_the_clients_language(app: FastAPI) -> None:
    program = Program(app, "")
    said = [
        (await program.http.get("/tables/ABCDEF", headers={"accept-language": tongue})).json()["detail"]
        for tongue in ("en", "de")
    ]
    assert said[0].startswith("No table has the code")
    assert said[1] != said[0]


async def test_too_many_wrong_codes_are_429_with_a_time_to_wait(arrive: Arrive) -> None:
    """Codes are secrets: the API slows down guessing as the pages do (AGREEMENTS 18)."""
    mira = await arrive("Mira")
    statuses = [(await mira.get(f"/tables/22222{sign}")).status_code for sign in "23456789ABCD"]
    assert statuses[:10] == [404] * 10
    last = await mira.get("/tables/222222")
    assert (statuses[-1], last.status_code, last.json()["code"]) == (429, 429, "too_many_codes")
    assert int(last.headers["retry-after"]) >= 1


async def test_a_token_counts_alone_and_only_in_its_header(app: FastAPI, arrive: Arrive) -> None:
    """With a token no cookie counts, no origin is asked for, no cookie is given; a wrong one is 401, no stranger."""
    mira, ruben = await arrive("Mira"), await arrive("Ruben")
    token = mira.http.headers["authorization"].removeprefix("Bearer ")
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app),
        base_url="http://yeti.test",
        headers={"origin": "http://elsewhere.test"},
        cookies={"yeti": ruben.http.headers["authorization"].removeprefix("Bearer ")},
    ) as other:
        by_token = await other.patch(
            "/api/v1/me", json={"name": "Mia"}, headers={"authorization": f"Bearer {token}"}
        )
        assert (by_token.status_code, by_token.json()["name"]) == (200, "Mia")
        assert "set-cookie" not in by_token.headers
        by_cookie = await other.patch("/api/v1/me", json={"name": "Ruin"})
        assert (by_cookie.status_code, by_cookie.json()["code"]) == (403, "other_origin")
        for wrong in ("Bearer nonsense", f"Basic {token}", "Bearer " + "x" * 43):
            refused = await other.get("/api/v1/games/../me", headers={"authorization": wrong})
            assert (refused.status_code, refused.json()["code"]) == (401, "unknown_token")
        in_address = await other.get(f"/api/v1/me?token={token}", headers={"cookie": ""})
        assert in_address.json()["code"] == "no_token"
        page = await other.get("/me", headers={"authorization": f"Bearer {token}", "accept": "text/html"})
        assert "Mia" not in page.text


async def test_a_page_s_script_may_use_its_cookie_from_its_own_origin(app: FastAPI, arrive: Arrive) -> None:
    mira = await arrive("Mira")
    token = mira.http.headers["authorization"].removeprefix("Bearer ")
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://yeti.test", cookies={"yeti": token}
    ) as page:
        page.headers["origin"] = "http://yeti.test"
        assert (await page.patch("/api/v1/me", json={"name": "Mia"})).json()["name"] == "Mia"
        assert (await page.get("/api/v1/me")).json()["name"] == "Mia"


async def test_people_come_back_and_go(app: FastAPI, arrive: Arrive) -> None:
    """A device code and a key give another token of the same person; removal ends every one of them."""
    mira = await arrive("Mira")
    await mira.told("/tables")
    code = (await mira.told("/me/device"))["code"]
    key = (await mira.told("/me/key"))["key"]
    laptop = Program(app, "Mira")
    for way in (code, key):
        laptop.http.headers["authorization"] = (
            f"Bearer {(await Program(app, '').told('/guests/continue', code=way))['token']}"
        )
        assert len((await laptop.look("/me"))["tables"]) == 1
    assert (await laptop.look("/me/export"))["person"]["name"] == "Mira"
    assert (await mira.http.delete("/me")).status_code == 204
    for gone in (mira, laptop):
        assert (await gone.get("/me")).status_code == 401


async def test_my_tables_say_whose_move_it_is_and_until_when(arrive: Arrive) -> None:
    """By days: everything the page of one's tables says, and the id that leads to a replay when a race is over."""
    mira = await arrive("Mira")
    for _ in range(11):
        await mira.told("/tables")
    opened = await mira.told("/tables")
    at = f"/tables/{opened['room']['code']}"
    for _ in range(2):
        await mira.told(at + "/bots")
    await mira.told(at + "/clock", seconds=86_400)
    started = await mira.told(at + "/start")
    me = await mira.look("/me")
    schema("MeAnswer").validate(me)
    assert len(me["tables"]) == 12
    (mine,) = (line for line in me["tables"] if line["your_turn"])
    assert (mine["table"], mine["deadline_at"]) == (opened["table"], started["room"]["deadline_at"])
    assert mine["deadline_at"] > mine["created_at"] + 86_000_000
    assert {line["deadline_at"] for line in me["tables"] if line is not mine} == {None}


async def test_chat_and_reports(arrive: Arrive) -> None:
    mira = await arrive("Mira")
    at = f"/tables/{(await mira.told('/tables'))['room']['code']}"
    assert (await mira.told(at + "/chat", text="Hello!")) == {"chat_version": 1}
    assert (await mira.told(at + "/react", reaction="wave")) == {"chat_version": 2}
    chat = await mira.look(at + "/chat")
    schema("Chat").validate(chat)
    assert [line["text"] for line in chat["lines"]] == ["Hello!", "wave"]
    assert (await mira.look(f"{at}/chat?after={chat['lines'][0]['id']}"))["lines"][0]["text"] == "wave"
    assert (await mira.post(at + "/report", text="Please look here.")).status_code == 204


async def test_being_busy_and_being_wrong_are_problems_too(
    app: FastAPI, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503 says when to try again; 500 names the word the log has it under. Neither is a page."""
    mira = await arrive("Mira")
    code = (await mira.told("/tables"))["room"]["code"]
    monkeypatch.setattr(request_timeout, "limit_s", 0.05)

    async def sleep(*_args: object, **_more: object) -> None:
        await asyncio.sleep(0.5)

    async def fail(*_args: object, **_more: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(app.state.services.tables, "set_ready", sleep)
    mira.http.headers["accept"] = "text/html"
    busy = await mira.post(f"/tables/{code}/ready", ready=True)
    assert (busy.status_code, busy.json()["code"], busy.headers["retry-after"]) == (503, "busy", "2")
    monkeypatch.setattr(request_timeout, "limit_s", 4.0)
    monkeypatch.setattr(app.state.services.tables, "set_ready", fail)
    mira.http._transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    bug = await mira.post(f"/tables/{code}/ready", ready=True)
    assert (bug.status_code, bug.json()["code"]) == (500, "bug")
    for answer in (busy, bug):
        assert answer.headers["content-type"] == "application/problem+json"
        schema("Problem").validate(answer.json())


def test_the_document_is_openapi() -> None:
    """By the published schema of OpenAPI 3.1."""
    schemathesis.openapi.from_dict(api.openapi_of(wires)).validate()


def test_samples_are_true_to_the_schemas() -> None:
    """Every sample in the documents validates by the schema beside it."""
    document = api.openapi_of(wires)
    seen = 0
    for path in document["paths"].values():
        for operation in path.values():
            for response in operation["responses"].values():
                for content in response.get("content", {}).values():
                    whole = content["schema"] | {"components": document["components"]}
                    jsonschema_rs.Draft202012Validator(whole).validate(content["example"])
                    seen += 1
    for status in document["components"]["responses"]:
        schema("Problem").validate(samples.problem(int(status)))
    assert seen > 40


def test_every_kind_of_choice_has_a_sample_the_game_reads() -> None:
    """As a client would write it after the document."""
    schemas = api.openapi_of(wires)["components"]["schemas"]
    for kind, target in schemas["Action-avalanche"]["discriminator"]["mapping"].items():
        (sample,) = schemas[target.rpartition("/")[2]]["examples"]
        assert sample["type"] == kind
        schema("Action-avalanche").validate(sample)
        assert codec.encode_action(codec.decode_action(sample)) == sample


def test_every_reference_leads_somewhere() -> None:
    for document in (api.openapi_of(wires), api.asyncapi_of(wires)):
        for reference in all_in(document, "$ref"):
            part: Any = document
            for name in reference.removeprefix("#/").split("/"):
                part = part[name]


pages = {
    "/": "a page; its tables: GET /me and /tables",
    "/rules": "a page of words",
    "/rules/rulings": "leads to the rulings of the first game",
    "/rules/{game}": "a page of words",
    "/rules/{game}/rulings": "a page of words",
    "/games/{game}": "a game's own home",
    "/lesson": "a page of words; nothing is stored",
    "/lesson/{number}": "leads to the lesson of the first game",
    "/lesson/{game}/{number}": "a page of words; nothing is stored",
    "/solo": "POST /tables with solo",
    "/tables": "POST /tables",
    "/join": "GET /tables/{code}",
    "/tables/list": "GET /me",
    "/tables/waiting": "GET /me, your_turn",
    "/worker.js": "a file",
    "/theme": "a taste of one browser",
    "/language": "Accept-Language",
    "/me": "GET /me",
    "/me/device": "POST /me/device",
    "/me/key": "POST /me/key",
    "/me/devices/end": "POST /me/devices/end",
    "/me/everywhere": "POST /me/everywhere",
    "/me/export": "GET /me/export",
    "/me/delete": "DELETE /me",
    "/continue": "POST /guests/continue",
    "/t/{code}": "GET /tables/{code}",
    "/t/{code}/text": "GET /tables/{code} and /log",
    "/t/{code}/regions": "GET /tables/{code}?since=",
    "/t/{code}/log": "GET /tables/{code}/log",
    "/t/{code}/socket": "the socket of the API",
    "/t/{code}/share": "GET /tables/{code}, outcome",
    "/t/{code}/share.html": "GET /tables/{code}, outcome",
    "/t/{code}/people": "GET /tables/{code}, room and may",
    "/notices": "GET /me/address",
    "/notices/address": "PUT /me/address",
    "/notices/address/stop": "DELETE /me/address",
    "/notices/push": "a browser's own subscription",
    "/notices/push/stop": "a browser's own subscription",
    "/notices/confirm": "a link in a mail: whoever reads it says yes",
    "/notices/stop": "a link in a mail",
    "/r/{table_id}": "GET /replays/{table}",
    "/r/{table_id}/{place}": "GET /replays/{table}",
    "/r/{table_id}/rounds/{number}": "GET /replays/{table}",
    "/r/{table_id}/words": "GET /replays/{table}",
    "/r/{table_id}/proof": "GET /replays/{table}/proof",
    "/r/{table_id}/proof.html": "GET /replays/{table}/proof",
    "/r/{table_id}/proof.txt": "GET /replays/{table}/proof",
    "/r/{table_id}/record.json": "GET /replays/{table}/record",
    "/static/{hash_}/{path:path}": "files",
    "/m/{name}": "drawings",
    "/favicon.ico": "a file",
    "/robots.txt": "a file",
    "/imprint": "a page",
    "/me/name": "/api/v1/guests makes one",
    "/.well-known/security.txt": "a file",
    "/-/health": "for whoever runs the server",
    "/-/ready": "for whoever runs the server",
    "/-/live": "for whoever runs the server",
    "/api": "how to begin, as a page",
    "/api/reference": "the document as a page",
    "/api/openapi.json": "the document itself",
    "/api/asyncapi.json": "the document itself",
}
"""Routes that are no part of the API: where a program finds the same, or why there is nothing to find."""


async def test_everything_a_page_does_can_be_done_by_the_api(app: FastAPI) -> None:
    """Every route is in the OpenAPI document, the socket in the AsyncAPI one, a command of a table under the same name
    in the API, or a page with a reason here.
    """
    documented = set(api.openapi_of(wires)["paths"])
    spoken = {channel["address"] for channel in api.asyncapi_of(wires)["channels"].values()}
    paths = {str(context.path) for context in iter_route_contexts(app.routes)}
    twins = {path.replace("/api/v1/tables/", "/t/") for path in documented}
    assert paths - documented - spoken - set(pages) - twins == set()
    assert documented <= paths
    assert set(pages) <= paths | {"/api"}


def test_every_operation_says_what_it_is() -> None:
    """Summary, description, who may ask, a sample, and every refusal as a problem."""
    document = api.openapi_of(wires)
    names = []
    for path in document["paths"].values():
        for operation in path.values():
            names.append(operation["operationId"])
            assert operation["summary"]
            assert operation["description"]
            assert operation["security"]
            refused = {status for status in operation["responses"] if status >= "400"}
            assert {"500", "503"} <= refused
    assert len(names) == len(set(names))
    assert document["openapi"] == "3.1.0"


@pytest.mark.parametrize("word", ["figure", "skier"])
async def test_a_figure_is_understood_by_its_old_name_too(arrive: Arrive, mira: Guest, word: str) -> None:
    """For one's own colour and for a snowball, by programs and by pages of the version before; told by both names."""
    robin = await arrive("Robin")
    opened = await robin.told("/tables", game="avalanche")
    code = opened["room"]["code"]
    await mira.get(f"/t/{code}")
    await mira.post(f"/t/{code}/join", name="Mira")
    worn = (await robin.told(f"/tables/{code}/hat", hat=4, **{word: 1}))["room"]["seats"][0]["hats"]
    assert worn[1] == 4
    assert (await mira.post(f"/t/{code}/hat", hat="3", **{word: "1"})).status_code in (204, 303)
    assert (await robin.look(f"/tables/{code}"))["room"]["seats"][1]["hats"][1] == 3
    thrown = await robin.post(f"/tables/{code}/react", reaction="snowball", seat=1, **{word: 1})
    assert thrown.status_code == 200
    line = (await robin.look(f"/tables/{code}/chat"))["lines"][-1]
    assert (line["figure"], line["skier"]) == (1, 1)
    sent = api.openapi_of(wires)["components"]["schemas"]
    assert "figure" in sent["Hat"]["properties"]
    assert "figure" in sent["ReactionBody"]["properties"]
    assert "skier" not in sent["Hat"]["properties"]
