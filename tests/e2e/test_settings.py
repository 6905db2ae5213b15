"""The sheet of keys and settings: one's own seat, sounds, the speed of the story, notices."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Players
from tests.e2e.playing import decision_of, kind_of, moves, take_turn, until, wait_for_news
from tests.e2e.test_story import at_a_table, reveal, two_people

pytestmark = pytest.mark.browser


def test_a_bot_plays_ones_own_seat_until_it_is_taken_back(players: Players) -> None:
    """Given away in the sheet, taken back by one click; the cabin says so to everybody."""
    mira, ruben = two_people(players)
    mira.get_by_role("button", name="Keys and settings").click()
    mira.get_by_role("button", name="Let a bot play for me").click()
    expect(mira.locator("#act.is-bot")).to_be_visible()
    expect(ruben.locator("#seat-0.sits-in")).to_be_visible()
    mira.get_by_role("button", name="Take your seat back").click()
    expect(mira.locator("#act.is-bot")).to_be_hidden()
    expect(ruben.locator("#seat-0.sits-in")).to_be_hidden()


def test_sounds_are_off_until_asked_for_and_stay_as_chosen(players: Players) -> None:
    """Nothing that makes sounds is even made before; the switch in the top line is remembered."""
    page = players.arrive()
    page.add_init_script(
        "window.made = 0; const Made = window.AudioContext;"
        " window.AudioContext = class extends Made { constructor() { super(); window.made++; } };"
    )
    page.goto("/")
    page.get_by_role("button", name=re.compile("solo", re.IGNORECASE)).click()
    page.wait_for_selector(".has-script #hand .tcard")
    switch = page.locator(".top .sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.made") == 0
    switch.click()
    page.wait_for_function("() => window.made === 1")
    page.reload()
    page.wait_for_selector(".has-script")
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_without_motion_the_next_choice_is_there_at_once(players: Players) -> None:
    """Speed "off" shows the new state and no story."""
    page = at_a_table(players)
    page.get_by_role("button", name="Keys and settings").click()
    page.locator('#settings [data-wish="speed"]').select_option("0")
    page.keyboard.press("Escape")
    before = decision_of(page)
    reveal(page)
    until(page, lambda: decision_of(page) != before)
    assert not moves(page)
    assert page.locator("#motion").is_hidden()
    assert page.locator("#missed").is_hidden()


@pytest.mark.long
def test_notices_that_the_browser_forbids_are_not_promised(players: Players) -> None:
    """Asked for by the switch alone; where they are denied the switch goes back and says why."""
    page = at_a_table(players, bots=1)
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Keys and settings").click()
    page.locator("#settings").locator(".switch", has_text="Notifications").click()
    expect(page.locator("#notices-denied")).to_be_visible()
    expect(page.locator('#settings [data-wish="notices"]')).not_to_be_checked()


def to_the_third_round(page: Page) -> None:
    page.evaluate("localStorage.setItem('yeti-speed', '0')")
    page.reload()
    page.wait_for_selector(".has-script #hand .tcard")
    expect(page.locator("#earlier")).to_be_hidden()
    for _ in range(12):
        wait_for_news([page])
        assert kind_of(page) != "over"
        if page.locator("#state").get_attribute("data-round") == "3":
            break
        take_turn(page)


@pytest.mark.long
def test_earlier_rounds_come_into_the_log_on_wish(players: Players) -> None:
    """From the third round on; the first line is then that of round 1."""
    page = at_a_table(players)
    to_the_third_round(page)
    page.locator("#earlier").click()
    expect(page.locator("#log li").first).to_have_text("Round 1")
    assert page.locator("#log li.old").count() > 3


@pytest.mark.long
def test_the_sheet_the_chat_and_the_log_are_fit_for_everybody(players: Players) -> None:
    """Checked by axe with each of them open, in both themes, on a desk and on a phone."""
    page = at_a_table(players, bots=1)
    for size in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for theme in ("light", "dark"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            page.keyboard.press("?")
            expect(page.locator("#settings")).to_be_visible()
            assert violations(page) == []
            page.keyboard.press("Escape")
            page.keyboard.press("c")
            expect(page.locator("#chat-lines")).to_be_attached()
            expect(page.locator("#say-it")).to_be_visible()
            assert violations(page) == []
            page.locator("#log").evaluate("() => document.activeElement.blur()")
            page.keyboard.press("Escape")
    address = page.url.partition("#")[0]
    page.goto(f"{address}/log")
    assert violations(page) == []


@pytest.mark.long
def test_the_sun_counts_down_and_the_host_can_stop_it(players: Players) -> None:
    """With a clock of two minutes; a pause is shown to everybody, and the host lets the race go on: nobody else is
    shown that button before time allows it.
    """
    mira, ruben = two_people(players, seconds=120)
    sun = mira.locator("#clock b")
    expect(sun).to_have_text(re.compile(r"^(2:00|1:\d\d)$"))
    first = sun.inner_text()
    expect(sun).not_to_have_text(first)
    mira.get_by_role("button", name="Keys and settings").click()
    mira.get_by_role("button", name="Pause the race").click()
    for page in (mira, ruben):
        expect(page.locator(".ask.is-pause")).to_be_visible()
        expect(page.locator("#clock")).to_contain_text("paused")
    expect(ruben.locator(".ask.is-pause")).to_contain_text("has paused the race.")
    expect(ruben.get_by_role("button", name="Resume the race")).to_be_hidden()
    mira.get_by_role("button", name="Resume the race").click()
    expect(ruben.locator(".ask.is-pause")).to_be_hidden()
    expect(sun).to_have_text(re.compile(r"^\d:\d\d$"))
