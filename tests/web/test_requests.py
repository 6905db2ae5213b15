"""What is asked of every request, and what every answer carries."""

import re

import httpx
import pytest
from fastapi import FastAPI
from starlette.datastructures import Headers
from structlog.testing import capture_logs

from app.web.http.guard import same_origin, shown_path
from app.web.http.request_user import form_token
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


def test_a_post_passes_only_from_our_own_pages() -> None:
    """Origin is compared with the host asked for; without Origin a browser must say same-origin."""
    host = {"host": "yeti.test", "cookie": "yeti=x"}
    assert same_origin(Headers(host | {"origin": "http://yeti.test"}), None)
    assert not same_origin(Headers(host | {"origin": "http://evil.test"}), None)
    assert not same_origin(Headers(host | {"origin": "null"}), None)
    assert not same_origin(Headers(host | {"origin": "http://["}), None)
    assert same_origin(Headers(host | {"sec-fetch-site": "same-origin"}), None)
    assert not same_origin(Headers(host | {"sec-fetch-site": "cross-site"}), None)
    assert not same_origin(Headers(host), None)
    assert same_origin(Headers(host | {"origin": "https://yeti.example"}), "https://yeti.example")


def test_a_client_that_is_no_browser_has_no_cookie_to_abuse() -> None:
    assert same_origin(Headers({"host": "yeti.test"}), None)


def test_a_code_never_reaches_a_log() -> None:
    assert shown_path("/t/KRT7Q4/actions") == "/t/CODE/actions"
    assert shown_path("/rules") == "/rules"


async def test_keys_of_a_page_are_told_apart_by_all_their_letters(mira: Guest, ruben: Guest) -> None:
    """As the API's: 100 of them. Two that begin alike are two choices; what is no key is refused, not shortened."""
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    await mira.post(f"/t/{code}/start", confirm="yes")
    page = (await mira.get(f"/t/{code}")).text
    decision = re.search(r'data-decision="(\d+)"', page)
    cards = list(dict.fromkeys(re.findall(r'id="card-(\w+)"', page)))
    assert decision

    async def choose(first: int, key: str) -> httpx.Response:
        fields = {"card-0": cards[first], "card-1": cards[first + 1], "jump-0": "no", "jump-1": "no"}
        body = {"kind": "select", "decision": decision[1], "key": key, "token": mira.token}
        return await mira.http.post(f"/t/{code}/actions", data=body | fields)

    answers = [await choose(number, "k" * 64 + str(number)) for number in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert (await choose(2, "k" * 100)).status_code == 303
    assert (await choose(0, "k" * 101)).status_code == 400


async def test_every_page_carries_the_strict_policy_and_tells_no_other_site_where_it_was(
    mira: Guest,
) -> None:
    answer = await mira.get("/")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_a_first_visit_gets_a_cookie_scripts_cannot_read_and_no_second_one(mira: Guest) -> None:
    first = await mira.get("/")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    second = await mira.get("/")
    assert "set-cookie" not in second.headers


async def test_a_form_from_another_site_changes_nothing(mira: Guest) -> None:
    await mira.get("/")
    answer = await mira.http.post(
        "/tables", data={"token": mira.token, "name": "Mira"}, headers={"origin": "http://evil.test"}
    )
    assert answer.status_code == 403


async def test_a_form_without_its_token_is_refused_with_what_to_do(mira: Guest) -> None:
    await mira.get("/")
    answer = await mira.http.post("/tables", data={"name": "Mira"})
    assert answer.status_code == 403
    assert "Reload" in answer.text


def test_the_form_token_tells_nothing_about_the_cookie() -> None:
    token = "a" * 43
    assert token not in form_token(token)
    assert form_token(token) != form_token("b" * 43)


async def test_an_unknown_table_is_a_page_that_says_so(mira: Guest) -> None:
    answer = await mira.get("/t/ABCDEF")
    assert answer.status_code == 404
    assert "No table has the code ABC DEF" in answer.text


async def test_a_name_that_is_missing_is_refused_in_words_and_as_json_for_a_client(mira: Guest) -> None:
    answer = await mira.post("/tables", name="   ")
    assert answer.status_code == 400
    assert "A name, please" in answer.text
    machine = await mira.http.post(
        "/tables", data={"token": mira.token, "name": ""}, headers={"accept": "application/json"}
    )
    assert machine.json()["code"] == "name_empty"


async def test_static_files_under_the_right_hash_may_be_kept_for_ever(mira: Guest) -> None:
    from app.web.assets import static_url

    assert "immutable" in (await mira.get(static_url("css/tokens.css"))).headers["cache-control"]
    old = await mira.get("/static/0000000000/css/tokens.css")
    assert old.status_code == 200
    assert "immutable" not in old.headers["cache-control"]
    assert (await mira.get("/static/0000000000/%2e%2e/pyproject.toml")).status_code == 404


async def test_too_large_a_body_is_refused(mira: Guest) -> None:
    answer = await mira.post("/tables", name="x" * 200_000)
    assert answer.status_code == 413
    assert "too much at once" in answer.text


async def test_static_files_and_pages_come_compressed_to_who_can_read_it(mira: Guest) -> None:
    from app.web.assets import static_url

    for path in (static_url("css/tokens.css"), "/"):
        packed = await mira.http.get(path, headers={"accept-encoding": "br"})
        plain = await mira.http.get(path, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "br"
        assert "content-encoding" not in plain.headers
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        assert packed.text == plain.text or path == "/"  # the page offers a new name each time


def test_the_language_is_the_chosen_one_else_the_browsers_else_english() -> None:
    from app.web.templating import language_for

    assert language_for(None, "fr-FR,fr;q=0.9") == "en"
    assert language_for("xx", "") == "en"
    assert language_for("en", "de") == "en"
    assert language_for(None, "de;q=nonsense, en") == "en"


async def test_a_bug_is_a_page_with_a_word_to_report_it_by_and_shows_no_traceback(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> str:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("app.web.games.avalanche.rules.AvalancheRules.page", fail)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://yeti.test") as http:
        answer = await http.get("/rules", headers={"accept": "text/html"})
    assert answer.status_code == 500
    assert "our fault" in answer.text
    assert "secret detail" not in answer.text


async def test_a_form_of_another_site_is_refused_in_the_readers_language(mira: Guest) -> None:
    answer = await mira.http.post(
        "/tables", data={"name": "Mira"}, headers={"origin": "http://evil.test", "accept-language": "de"}
    )
    assert answer.status_code == 403
    assert 'lang="de"' in answer.text


async def test_a_name_entered_beside_a_wrong_code_is_kept(mira: Guest) -> None:
    answer = await mira.post("/join", name="Mira", code="ABCDEF")
    assert answer.status_code == 404
    assert 'value="Mira"' in (await mira.get("/games/avalanche")).text


async def test_pages_count_down_by_the_clock_that_set_the_deadlines(app: FastAPI) -> None:
    """Processes agree on the database's clock; a page that took its machine's would show another's time."""
    executor = app.state.services.tables.executor
    an_hour_ahead = executor.clock() + 3_600_000
    executor.clock = lambda: an_hour_ahead
    host = Guest(app)
    code = await host.open_table("Mira")
    lobby = (await host.get(f"/t/{code}")).text
    assert f'data-now="{an_hour_ahead}"' in lobby
    await host.post(f"/t/{code}/bots")
    await host.post(f"/t/{code}/bots")
    await host.post(f"/t/{code}/start", confirm="yes")
    race = (await host.get(f"/t/{code}")).text
    assert f"data-now={an_hour_ahead}" in race.replace('"', "")
    assert "data-phase" in race


async def test_the_line_of_a_request_that_was_refused_says_why(mira: Guest) -> None:
    """For whoever reads the log: a status alone leaves open which of its reasons it was."""
    await mira.get("/")
    with capture_logs() as lines:
        await mira.http.post("/tables", data={"name": "Mira"}, headers={"origin": "http://yeti.test"})
        await mira.http.post("/tables", headers={"origin": "http://evil.test"})
        await mira.post("/tables", name="x" * 200_000)
        await mira.http.post("/api/v1/guests", json={"name": ""})
        await mira.http.post("/api/v1/tables", headers={"authorization": "Bearer nobodys"})
        await mira.get("/t/ZZZZZZ")
        await mira.get("/")
    requests = [line for line in lines if line["event"] == "request"]
    assert [(line["status"], line.get("reason")) for line in requests] == [
        (403, "form_token"),
        (403, "other_origin"),
        (413, "too_large"),
        (422, "invalid"),
        (401, "unknown_token"),
        (404, "no_such_table"),
        (200, None),
    ]
