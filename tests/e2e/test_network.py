"""What networks do to a page: lines that go dead without closing, break in the worst moment, servers that close
with any code. Real Chromium, a real server, and a proxy between them (`tools/proxy.py`); no page is reloaded by hand.

`--asleep 30|60|120` makes the dead line as long as in the field.
"""

import re
import sys
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Players, patience_ms
from tests.e2e.playing import choose_cards, hurry, kind_of, moves, owes, send, take_turn, until, version_of
from tools.proxy import Tunnel, tunnel

pytestmark = pytest.mark.browser
long = pytest.mark.long

banner = re.compile("connection lost", re.IGNORECASE)
unmoved = "() => window.neverReloaded === true"


@pytest.fixture
def line(server: str) -> Iterator[Tunnel]:
    """The line between a page and the server."""
    port = urlsplit(server).port
    assert port
    with tunnel(port) as made:
        yield made


def two_tabs(players: Players, line: Tunnel, *, seconds: str = "120") -> tuple[Page, Page]:
    """One person's race against two bots, in a tab with a line of its own, and in one that goes by the proxy. Cookies
    know no ports, so both are the same seat.
    """
    direct = players.arrive()
    direct.goto("/")
    direct.get_by_role("button", name=re.compile("create a table", re.IGNORECASE)).click()
    direct.wait_for_url(re.compile(r"/t/\w{6}$"))
    post(direct, "clock", seconds=seconds)
    for _ in range(2):
        post(direct, "bots")
    post(direct, "start", confirm="yes")
    direct.wait_for_selector(".has-script #hand .tcard")
    far = direct.context.new_page()
    far.set_default_timeout(patience_ms)
    far.goto(line.address + urlsplit(direct.url).path)
    far.wait_for_selector(".has-script #hand .tcard")
    far.evaluate("() => { window.neverReloaded = true; }")
    expect(far.locator("#conn")).to_be_hidden()
    return direct, far


def post(page: Page, command: str, **fields: str) -> None:
    """What a form of the page would send, without the page's own way of showing it."""
    token = page.locator('input[name="token"]').first.get_attribute("value")
    url = page.evaluate("() => location.origin + '/t/' + document.querySelector('[data-code]').dataset.code")
    answer = page.context.request.post(
        f"{url}/{command}",
        form={"token": token or ""} | fields,
        headers={"origin": url.partition("/t/")[0]},
        max_redirects=0,
    )
    assert answer.status in (200, 303), answer.text()


def truth(page: Page) -> dict[str, str | None]:
    """What a page holds to be true."""
    found: dict[str, str | None] = page.evaluate(
        """() => ({
          version: document.querySelector("#main").dataset.version,
          decision: document.querySelector("#state").dataset.decision,
          act: document.querySelector("#act").className,
          hand: [...document.querySelectorAll("#hand .tcard")].map(card => card.dataset.card).join(" "),
          pieces: [...document.querySelectorAll("#pieces .sk")]
            .map(one => one.id + " " + (one.className.match(/(at|line)-\\S+/) || [""])[0]).join(" "),
          deadline: document.querySelector("#clock").dataset.deadline || null,
        })"""
    )
    return found


def agree(far: Page, direct: Page) -> float:
    """Waits until the far page shows what the other one does; seconds it took. Nobody waits for a story."""
    began = time.monotonic()

    def alike() -> bool:
        for page in (far, direct):
            hurry(page)
        return not moves(far) and not moves(direct) and truth(far) == truth(direct)

    until(far, alike, lambda: (truth(far), truth(direct)))
    return time.monotonic() - began


def something_happens(page: Page) -> None:
    """A turn; where the race asks for none any more (it is over, or the skier is under the snow), the host's word."""
    first = version_of(page)

    def comes() -> bool:
        hurry(page)
        return owes(page) or kind_of(page) == "over" or version_of(page) != first

    until(page, comes, lambda: "the race stands still")
    if owes(page):
        take_turn(page)
        return
    for word in ("yes", "no"):
        before = version_of(page)
        post(page, "spectators", on=word)
        until(page, lambda before=before: version_of(page) != before)


def play_rounds(page: Page, count: int) -> None:
    """So many decisions, or to the end of the race."""
    for _ in range(count):
        first = page.locator("#state").get_attribute("data-decision")

        def decided(first: str | None = first) -> bool:
            hurry(page)
            if owes(page):
                take_turn(page)
            over = kind_of(page) == "over"
            return over or page.locator("#state").get_attribute("data-decision") != first

        until(page, decided, lambda: "the race stands still")


@pytest.mark.parametrize("how", [pytest.param("hold", marks=long), "swallow"])
def test_the_phone_slept(players: Players, line: Tunnel, how: str, pytestconfig: pytest.Config) -> None:
    """The line is dead for a while, not closed, and three rounds are played. A banner says so meanwhile; with the
    network's return the page comes to show what is true, the countdown included, without a reload. "hold": what
    was kept back arrives late; "swallow": the old connections stay dead for ever.
    """
    direct, far = two_tabs(players, line)
    line.do(how)
    dead = time.monotonic()
    expect(far.locator("#conn")).to_have_text(banner)
    said_after = time.monotonic() - dead
    play_rounds(direct, 3)
    while time.monotonic() - dead < pytestconfig.getoption("--asleep"):
        assert banner.search(far.locator("#conn").inner_text())
        hurry(direct)
        if owes(direct):
            take_turn(direct)
        direct.wait_for_timeout(200)
    assert version_of(far) != version_of(direct)
    line.do("release")
    took = agree(far, direct)
    expect(far.locator("#conn")).not_to_have_text(banner)
    assert far.evaluate(unmoved)
    dead_s = time.monotonic() - dead
    sys.stderr.write(f"{how} {dead_s:.0f} s: banner after {said_after:.1f} s, truth after {took:.2f} s\n")
    if kind_of(far) != "over":
        play_rounds(far, 1)


no_sockets = """() => {
  window.WebSocket = class extends EventTarget { readyState = 0; close() {} };
}"""


def test_what_a_fetch_brings_after_a_lost_line_is_offered_not_told(players: Players, line: Tunnel) -> None:
    """One round was missed while the line was dead. Where the fetch that finds the network back is before the socket,
    the truth is there at once all the same: nobody has seen that round, so it is offered to be watched.
    """
    direct, far = two_tabs(players, line, seconds="0")
    far.evaluate("() => localStorage.setItem('yeti-speed', '30')")
    far.evaluate(no_sockets)
    line.do("swallow")
    expect(far.locator("#conn")).to_have_text(banner)
    play_rounds(direct, 1)
    line.do("release")
    until(far, lambda: truth(far) == truth(direct), lambda: (truth(far), truth(direct)))
    assert not moves(far)
    expect(far.locator("#missed")).to_contain_text("You missed round 1.")


@pytest.mark.parametrize(
    ("ms", "how"),
    [
        pytest.param(ms, how, marks=() if (ms, how) == (120, "cut") else long)
        for how in ("swallow", "cut")
        for ms in (0, 20, 60, 120, 200)
    ],
)
def test_it_looked_sent_but_was_not(players: Players, line: Tunnel, ms: int, how: str) -> None:
    """The line goes within 200 ms of the click: never is "locked" on the page and absent on the server, neither then
    nor when the network is back; and what the page then says can be done.
    """
    direct, far = two_tabs(players, line, seconds="0")
    address = urlsplit(direct.url)
    until(far, lambda: owes(far))
    choose_cards(far)
    decision = far.locator("#state").get_attribute("data-decision")
    far.evaluate("() => document.querySelector('#go').click()")
    far.wait_for_timeout(ms)
    line.do(how)
    if how == "cut":
        line.do("swallow")
    lost = time.monotonic()
    while time.monotonic() - lost < 7:
        if kind_of(far) == "locked":
            stored = httpx.get(
                f"http://{address.netloc}{address.path}/regions",
                cookies={c["name"]: c["value"] for c in direct.context.cookies()},
            ).json()
            act = next(r["html"] for r in stored["regions"] if r["id"] == "act")
            assert "is-locked" in act or f'data-decision="{decision}"' not in act
        far.wait_for_timeout(250)
    line.do("release")
    agree(far, direct)
    assert far.evaluate(unmoved)
    if decision == far.locator("#state").get_attribute("data-decision") and owes(far):
        if not far.locator("#hand input:checked").count():
            choose_cards(far)
        send(far)
        agree(far, direct)


@pytest.mark.parametrize(
    "codes", [(1012,), pytest.param((1000, 1001, 1006, 1008, 1011, 1012, 1013), marks=long)]
)
def test_pages_come_back_whatever_the_close_code(
    players: Players, line: Tunnel, codes: tuple[int, ...]
) -> None:
    """The page listens again by itself, and learns what it missed."""
    direct, far = two_tabs(players, line, seconds="0")
    for code in codes:
        if code == 1006:
            line.do("cut")  # no closing frame at all
        else:
            assert line.do("close_sockets", code) == 1, code
        expect(far.locator("#conn")).to_have_attribute("data-kind", re.compile("lost|back"))
        something_happens(direct)
        agree(far, direct)
        expect(far.locator("#conn")).to_have_attribute("data-kind", "back")
        expect(far.locator("#conn")).to_be_hidden()
        far.evaluate("() => { delete document.querySelector('#conn').dataset.kind; }")
        assert far.evaluate(unmoved), code


@pytest.mark.parametrize(
    ("code", "words"),
    [
        pytest.param(4401, "no longer yours", marks=long),
        pytest.param(4403, "another address", marks=long),
        pytest.param(4404, "closed", marks=long),
    ],
)
def test_a_last_word_is_a_last_word(players: Players, line: Tunnel, code: int, words: str) -> None:
    """4401, 4403 and 4404 mean: do not come back. The page says why, and asks no more."""
    _, far = two_tabs(players, line, seconds="0")
    assert line.do("close_sockets", code) == 1
    expect(far.locator("#conn")).to_contain_text(words)
    far.wait_for_timeout(2500)
    assert line.do("close_sockets", 1000) == 0
    expect(far.locator("#conn")).to_contain_text(words)


@long
def test_where_no_socket_gets_through_the_page_lives_on_by_fetching(players: Players) -> None:
    """A proxy without WebSockets: the bar says so instead of "Connection lost", and news comes all the same."""
    page = players.arrive()
    page.route_web_socket(re.compile("/socket"), lambda socket: socket.close(code=1011))
    page.goto("/")
    page.get_by_role("button", name=re.compile("create a table", re.IGNORECASE)).click()
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    expect(page.locator("#conn")).to_have_attribute("data-kind", "slow")
    expect(page.locator("#conn")).to_contain_text("no live line")
    assert page.evaluate("!document.querySelector('[data-table]').hasAttribute('data-lost')")
    other = players.arrive()
    other.goto(page.url)
    other.get_by_label("Your name").fill("Ruben")
    other.get_by_role("button", name="Take a seat").click()
    expect(page.locator("#lobby-seats")).to_contain_text("Ruben")


@long
def test_the_sun_survives_jumps_of_the_readers_clock(players: Players) -> None:
    """A clock that is set while the page is open, by an hour or back by a day: what is left of the decision stays."""
    page = players.arrive()
    page.goto("/")
    page.get_by_role("button", name=re.compile("create a table", re.IGNORECASE)).click()
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    post(page, "clock", seconds="120")
    post(page, "bots")
    post(page, "start", confirm="yes")
    sun = page.locator("#clock b")
    expect(sun).to_have_text(re.compile(r"^[12]:"))
    for jump in (3_600_000, -86_400_000):
        page.evaluate(
            """async by => {
                const plain = Date.now;
                Date.now = () => plain() + by;
                await new Promise(done => setTimeout(done, 1500)); // three looks at the clock
            }""",
            jump,
        )
        expect(sun).to_have_text(re.compile(r"^(1:|0:[2-5])"))
