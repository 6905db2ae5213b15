"""Other programs on the same host, proxies, monitors, pages of other sites: what comes from outside, and what of it
reaches a log.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.datastructures import Headers
from structlog.testing import capture_logs

from app.main import create_app
from app.settings import Settings
from app.web.http.guard import route_words, same_origin, shown_path
from app.web.http.origins import known_host, own_page
from tests.web.conftest import Guest, running

pytestmark = pytest.mark.anyio

public = "https://yeti.example"


@pytest.fixture
async def placed(tmp_path: Path) -> AsyncIterator[FastAPI]:
    """A server that knows its public address, and is asked in the clear, as by a proxy that says nothing of it."""
    env = {"DATABASE_URL": f"sqlite:///{tmp_path / 'placed.db'}", "BASE_URL": public}
    async with running(create_app(Settings.from_environment(env))) as app:
        yield app


def browser(app: FastAPI, host: str, cookie: str = "") -> httpx.AsyncClient:
    headers = {"accept": "text/html", "origin": public} | ({"cookie": cookie} if cookie else {})
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"http://{host}", headers=headers)


async def token_of(mira: Guest) -> str:
    await mira.open_table("Mira")
    return str(mira.http.cookies["yeti"])


@pytest.mark.parametrize(
    "around",
    [
        "yeti={}; seen",
        'p={{"a": 1}}; yeti={}',
        "n=José; yeti={}",
        'a="b; yeti={}',
        "=; ;;yeti={}; =x",
        "x=a,b:c/d?e@f[g]; yeti={}",
        "yeti=from-somewhere-else; yeti={}",
        "yeti=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA; yeti={}",
        'yeti="{}"',
        "$Version=1; yeti={}",
    ],
)
async def test_cookies_of_other_programs_hide_nobody(app: FastAPI, mira: Guest, around: str) -> None:
    """Whatever else a host sets: the person is known, and the token is not replaced."""
    token = await token_of(mira)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://yeti.test") as other:
        raw = around.format(token).encode("latin-1")
        answer = await other.get("/me", headers=[(b"cookie", raw), (b"accept", b"text/html")])
    assert answer.status_code == 200
    assert ">Mira</h1>" in answer.text
    assert "set-cookie" not in answer.headers


async def test_a_planted_token_becomes_nobody(app: FastAPI, ruben: Guest) -> None:
    """A browser gets a new token with its first name: whoever has put one there before is nobody by it."""
    planted = "P" * 43
    ruben.http.cookies.set("yeti", planted, domain="yeti.test")
    await ruben.open_table("Ruben")
    assert ruben.http.cookies["yeti"] != planted
    thief = Guest(app)
    thief.http.cookies.set("yeti", planted, domain="yeti.test")
    assert 'action="/me/name"' in (await thief.get("/me")).text  # nobody known
    await thief.http.aclose()


async def test_a_form_open_in_another_tab_still_works_after_the_first_name(ruben: Guest) -> None:
    await ruben.get("/")
    before = ruben.token
    code = await ruben.open_table("Ruben")
    ruben.token = before
    assert (await ruben.post(f"/t/{code}/ready", ready="yes")).status_code == 303


async def test_a_browser_without_cookies_is_told_so(app: FastAPI) -> None:
    """Not "out of date" for ever: reloading would not help."""
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app),
        base_url="http://yeti.test",
        headers={"accept": "text/html", "origin": "http://yeti.test"},
    ) as blocked:
        page = await blocked.get("/")
        token = re.search(r'name="?token"?\s+value="([0-9a-f]{32})"', page.text)
        assert token
        blocked.cookies.clear()
        answer = await blocked.post("/tables", data={"token": token[1], "name": "Mira"})
    assert answer.status_code == 403
    assert "keeps no cookies" in answer.text


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "base", "passes"),
    [
        ("http://yeti.test", "yeti.test", "http", None, True),
        ("https://yeti.test", "yeti.test", "http", None, True),
        ("http://yeti.test", "yeti.test", "https", None, False),
        ("https://yeti.test", "yeti.test", "https", None, True),
        ("https://yeti.test:443", "yeti.test", "https", None, True),
        ("http://yeti.test:8000", "yeti.test", "http", None, False),
        ("null", "yeti.test", "http", None, False),
        ("http://[", "yeti.test", "http", None, False),
        ("https://yeti.test.evil.test", "yeti.test", "https", None, False),
        ("https://x@yeti.test", "yeti.test", "https", None, False),
        ("https://yeti.example", "anything", "https", public, True),
        ("http://yeti.example", "yeti.example", "https", public, False),
        ("https://evil.test", "evil.test", "https", public, False),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "http", "http://yeti.example", True),
    ],
)
def test_whose_pages_are_ours(origin: str, host: str, scheme: str, base: str | None, passes: bool) -> None:
    """Scheme, host and port count; with BASE_URL it alone, and numbers no name server can change."""
    assert own_page(origin, host, scheme, base) == passes
    assert same_origin(Headers({"host": host, "origin": origin, "cookie": "a"}), base, scheme) == passes


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("yeti.example", True), ("YETI.example:443", True), ("evil.test", False), ("", False), ("a b", False),
        ("yeti.example.evil.test", False), ("localhost.evil.test", False), ("127.0.0.1:8000", True),
        ("[::1]:8000", True), ("localhost", True),
    ],
)  # fmt: skip
def test_hosts_we_answer_for(host: str, known: bool) -> None:
    """A name of another site that is made to lead here (rebinding) gets nothing."""
    assert known_host(host, public) == known


async def test_with_its_address_known_a_server_answers_to_no_other(placed: FastAPI) -> None:
    """421 with the way; monitors by number and `/-/` are answered."""
    with capture_logs() as logs:
        async with browser(placed, "evil.test") as other:
            answer = await other.get("/")
            assert answer.status_code == 421
            assert public in answer.text
            assert (await other.get("/-/health")).status_code == 200
    assert any("BASE_URL" in entry.get("hint", "") for entry in logs)
    async with browser(placed, "127.0.0.1:8000") as monitor:
        assert (await monitor.get("/")).status_code == 200


async def test_with_its_address_known_everything_is_encrypted_whatever_a_hop_says(placed: FastAPI) -> None:
    """The cookie is Secure and bound to the host, links are https, and browsers are told to stay (HSTS)."""
    async with browser(placed, "yeti.example") as visitor:
        answer = await visitor.get("/")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-yeti=")
        assert "; Secure" in cookie
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


async def test_a_cookie_from_before_keeps_its_people(placed: FastAPI) -> None:
    """Given in the clear, while the proxy was not trusted: it moves to its safe name and is the same person."""
    guests = placed.state.services.guests
    token = "c" * 43
    await guests.welcome(token, "Mira")
    async with browser(placed, "yeti.example", f"yeti={token}") as visitor:
        answer = await visitor.get("/me")
    assert ">Mira</h1>" in answer.text
    given = answer.headers.get_list("set-cookie")
    assert any(cookie.startswith(f"__Host-yeti={token};") and "Secure" in cookie for cookie in given)
    assert any(cookie.startswith("yeti=; Path=/; Max-Age=0") for cookie in given)


async def test_a_refused_form_names_the_setting_in_the_log(mira: Guest) -> None:
    """Whoever runs a server behind a proxy reads there what is to be set."""
    await mira.get("/")
    with capture_logs() as logs:
        answer = await mira.http.post(
            "/tables", data={"token": mira.token, "name": "M"}, headers={"origin": "https://play.example"}
        )
    assert answer.status_code == 403
    hint = next(entry["hint"] for entry in logs if entry["event"] == "a form of another origin")
    assert "BASE_URL" in hint
    assert "TRUSTED_PROXIES" in hint


@pytest.mark.parametrize(
    "path",
    ["/t/KRT7Q4", "//t/KRT7Q4", "/T/KRT7Q4", "/api//v1/tables/KRT7Q4", "/api/v1/tables/KRT7Q4/actions", "/KRT7Q4",
     "/t//KRT7Q4", "/t/KRT 7Q4/", "/r/8d7a1f0c53e94b12a6c0de9f4b7a2c11/3.2", "/t/krt7q4.", "/x/t/KRT7Q4"],
)  # fmt: skip
def test_no_code_reaches_a_log_however_it_is_written(path: str) -> None:
    shown = shown_path(path)
    assert "krt" not in shown.lower()
    assert "8d7a" not in shown
    assert "CODE" in shown


async def test_the_log_knows_every_word_of_our_addresses(app: FastAPI) -> None:
    """They are learnt from the routes; what it does not know it hides."""
    words = {
        part
        for context in iter_route_contexts(app.routes)
        for part in (context.path or "").split("/")
        if part and "{" not in part
    }
    assert words <= route_words
    assert shown_path("/api/v1/me/devices/end") == "/api/v1/me/devices/end"


@pytest.mark.parametrize(
    "back",
    [
        "/x\r\nset-cookie: a=b",
        "/\x00",
        "//evil.test",
        "/\\evil.test",
        "https://evil.test",
        "/ü",
        "/" + "x" * 9999,
    ],
)
async def test_back_leads_to_a_page_of_ours_alone(mira: Guest, back: str) -> None:
    """Control signs, other sites, and what no browser would send lead to the start page, and are no 500."""
    await mira.get("/")
    for extra in ({}, {"hx-request": "true"}):
        answer = await mira.http.post(
            "/theme", data={"token": mira.token, "theme": "dark", "back": back}, headers=extra
        )
        assert answer.status_code in (200, 303)
        assert answer.headers.get("location", answer.headers.get("hx-redirect")) == "/"


@pytest.mark.parametrize(
    "name", ["%00", "a%00b.css", "x" * 5000, "%F0%9F%98%80.js", "a/" * 200 + "b", "..%2f..%2fpyproject.toml"]
)
async def test_odd_names_of_files_are_not_found_and_not_kept(mira: Guest, name: str) -> None:
    answer = await mira.http.get(f"/static/x/{name}")
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-store"


async def test_a_slash_too_many_stays_on_this_server(mira: Guest) -> None:
    """The way without it is relative: it does not follow a made-up Host."""
    answer = await mira.http.get("/rules/?a=b", headers={"host": "evil.test"})
    assert (answer.status_code, answer.headers["location"]) == (307, "/rules?a=b")
    assert (await mira.http.get("http://yeti.test//evil.test/")).status_code == 404
    assert (await mira.http.get("/nothing/")).status_code == 404


async def test_head_answers_like_get(mira: Guest) -> None:
    """Everywhere: status and headers of GET, and no body."""
    code = await mira.open_table("Mira")
    pages = [
        "/",
        "/rules",
        "/me",
        f"/t/{code}",
        f"/t/{code}/regions",
        "/nothing",
        "/tables",
        "/t/ABCDEF",
        "/lesson/1",
    ]
    paths = [*pages, "/-/health", "/robots.txt", "/api", "/api/v1/games", "/static/x/css/tokens.css"]
    for path in paths:
        got, head = await mira.http.get(path), await mira.http.head(path)
        assert (head.status_code, head.content) == (got.status_code, b""), path
        for name in ("content-type", "cache-control", "location"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)
        assert ("content-length" in head.headers) == ("content-length" in got.headers), path
    assert (await mira.http.head("/solo")).status_code == 405


async def test_what_programs_look_for_at_the_root(tmp_path: Path, mira: Guest) -> None:
    robots = await mira.http.get("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert "Disallow: /me" in robots.text
    assert "set-cookie" not in robots.headers
    assert (await mira.http.get("/.well-known/security.txt")).status_code == 404
    env = {"DATABASE_URL": f"sqlite:///{tmp_path / 'c.db'}", "SECURITY_CONTACT": "mailto:op@yeti.example"}
    async with running(create_app(Settings.from_environment(env))) as app, browser(app, "yeti.test") as other:
        told = (await other.get("/.well-known/security.txt")).text
    assert "Contact: mailto:op@yeti.example" in told
    assert re.search(r"^Expires: 20\d\d-", told, re.MULTILINE)


async def test_an_invitation_invites_without_names(mira: Guest, ruben: Guest) -> None:
    """What a messenger shows of a link: the game, a picture at a whole address, and nobody's name."""
    code = await mira.open_table("Xanthippe")
    page = (await ruben.get(f"/t/{code}")).text
    told = dict(re.findall(r'<meta (?:name|property)="?([a-z:]+)"? content="([^"]*)">', page))
    assert "invited" in told["description"] == told["og:description"]
    assert told["og:url"] == f"http://yeti.test/t/{code}"
    assert told["og:image"].startswith("http://yeti.test/static/")
    assert (await ruben.http.get(told["og:image"])).headers["content-type"] == "image/png"
    assert "Xanthippe" not in "".join(told.values())
    assert "noindex" in told["robots"]


async def test_codes_and_names_are_not_translated(mira: Guest) -> None:
    """A browser that translates the page must not turn a name or a code into a word."""
    code = await mira.open_table("Rose")
    for path, shown in ((f"/t/{code}", "Rose"), (f"/t/{code}", f"{code[:3]} {code[3:]}"), ("/me", "Rose")):
        page = (await mira.get(path)).text
        assert re.search(
            rf'translate="?no"?[^>]*>(?:<span class="?sr"?>[^<]*</span><span[^>]*>)?{shown}<', page
        ), path


async def test_a_proxy_that_is_not_trusted_is_told_of_once(mira: Guest) -> None:
    """Otherwise everybody is one address, and nobody knows why they are refused."""
    with capture_logs() as logs:
        for _ in range(3):
            await mira.http.get("/", headers={"x-forwarded-for": "203.0.113.9"})
        await mira.http.get("/", headers={"x-forwarded-for": "127.0.0.1"})
    told = [entry for entry in logs if entry["event"] == "a proxy that is not trusted"]
    assert len(told) == 1
    assert "TRUSTED_PROXIES" in told[0]["hint"]
