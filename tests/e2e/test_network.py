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

from tests.e2e.conftest import Players
from tests.e2e.playing import choose_cards, kind_of, owes, send, take_turn
from tools.proxy import Tunnel, tunnel

pytestmark = pytest.mark.browser
long = pytest.mark.long

banner = re.compile("connection lost", re.IGNORECASE)
back_within_ms = 3000
"""From the return of the network to the whole truth on the page."""

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
    far.set_default_timeout(15_000)
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


def agree(far: Page, direct: Page, within_ms: int) -> float:
    """Waits until the far page shows what the other one does; seconds it took. On a machine that is so busy that a page
    beside the server waits for an answer, that time does not count.
    """
    began = time.monotonic()
    slow = direct.evaluate(
        "async () => { const at = performance.now(); await fetch(location.pathname + '/regions');"
        " return (performance.now() - at) / 1000; }"
    )
    while truth(far) != truth(direct):
        assert time.monotonic() - began < within_ms / 1000 + 4 * slow, (truth(far), truth(direct))
        far.wait_for_timeout(50)
    return time.monotonic() - began


def something_happens(page: Page) -> None:
    """A turn; where the race asks for none any more (it is over, or the skier is under the snow), the host's word."""
    until = time.monotonic() + 20
    first = page.locator("#main").get_attribute("data-version")
    while not owes(page):
        if kind_of(page) == "over" or time.monotonic() > until:
            before = page.locator("#main").get_attribute("data-version")
            assert kind_of(page) == "over" or before != first, "the race stands still"
            for word in ("yes", "no"):
                post(page, "spectators", on=word)
            page.wait_for_function(
                "before => document.querySelector('#main').dataset.version !== before", arg=before
            )
            return
        page.wait_for_timeout(50)
    take_turn(page)


def play_rounds(page: Page, count: int) -> None:
    for _ in range(count):
        first = page.locator("#state").get_attribute("data-decision")
        while kind_of(page) != "over" and page.locator("#state").get_attribute("data-decision") == first:
            if owes(page):
                take_turn(page)
            page.wait_for_timeout(50)


@pytest.mark.parametrize("how", [pytest.param("hold", marks=long), "swallow"])
def test_the_phone_slept(players: Players, line: Tunnel, how: str, pytestconfig: pytest.Config) -> None:
    """The line is dead for a while, not closed, and three rounds are played. A banner says so meanwhile; within three
    seconds of the network's return the page shows what is true, the countdown included, without a reload. "hold": what
    was kept back arrives late; "swallow": the old connections stay dead for ever.
    """
    direct, far = two_tabs(players, line)
    line.do(how)
    dead = time.monotonic()
    expect(far.locator("#conn")).to_have_text(banner, timeout=8000)
    said_after = time.monotonic() - dead
    play_rounds(direct, 3)
    while time.monotonic() - dead < pytestconfig.getoption("--asleep"):
        assert banner.search(far.locator("#conn").inner_text())
        if owes(direct):
            take_turn(direct)
        direct.wait_for_timeout(200)
    assert truth(far)["version"] != truth(direct)["version"]
    line.do("release")
    took = agree(far, direct, back_within_ms)
    expect(far.locator("#conn")).not_to_have_text(banner, timeout=back_within_ms)
    assert far.evaluate(unmoved)
    assert truth(far)["deadline"] == truth(direct)["deadline"]
    dead_s = time.monotonic() - dead
    sys.stderr.write(f"{how} {dead_s:.0f} s: banner after {said_after:.1f} s, truth after {took:.2f} s\n")
    if kind_of(far) != "over":
        play_rounds(far, 1)


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
    while not owes(far):
        far.wait_for_timeout(50)
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
    agree(far, direct, back_within_ms + 2000)
    assert far.evaluate(unmoved)
    if decision == far.locator("#state").get_attribute("data-decision") and owes(far):
        if not far.locator("#hand input:checked").count():
            choose_cards(far)
        send(far)
        agree(far, direct, back_within_ms)


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
        expect(far.locator("#conn")).to_have_attribute("data-kind", re.compile("lost|back"), timeout=3000)
        something_happens(direct)
        agree(far, direct, back_within_ms)
        expect(far.locator("#conn")).to_have_attribute("data-kind", "back", timeout=3000)
        expect(far.locator("#conn")).to_be_hidden(timeout=8000)
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
