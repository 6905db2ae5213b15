"""A second game beside Avalanche in a real browser: from the home page to the rematch."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import Players, pictures
from tools.serving import serving

pytestmark = pytest.mark.browser


@pytest.fixture
def two_games(browser: Browser, tmp_path: Path) -> Iterator[Players]:
    with serving(tmp_path, program="tests.two_games", BOT_DELAY_MS="50", ABSENCE_MS="1000") as address:
        found = Players(browser, address)
        yield found
        assert not found.close()


def test_a_small_game_from_the_list_of_games_to_the_rematch(two_games: Players) -> None:
    """Its own home, lobby, clock, table, end and replay; bots choose, a rematch starts."""
    page = two_games.arrive(width=390, height=844)
    page.goto("/")
    page.screenshot(path=pictures / "games-phone.png")
    page.get_by_role("link", name=re.compile("Numbers")).click()
    page.get_by_role("button", name="Create a table").click()
    expect(page.locator("#lobby-options")).to_contain_text("Five rounds.")
    page.get_by_role("button", name="Fill with bots").click()
    expect(page.locator(".seat.is-bot")).to_have_count(4)
    page.screenshot(path=pictures / "numbers-lobby.png")
    page.get_by_role("radio", name="60 s").click()
    expect(page.get_by_role("radio", name="60 s")).to_have_attribute("aria-checked", "true")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="2 min")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="2 min")).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#act")).to_contain_text("Pick a number.")
    expect(page.locator("#clock [data-left]")).to_contain_text("seconds")
    page.get_by_role("textbox", name="Your message").fill("hello")
    page.keyboard.press("Enter")
    expect(page.locator("#chat-lines")).to_contain_text("hello")
    page.screenshot(path=pictures / "numbers-table.png")
    for decision in (1, 2):
        expect(page.locator("#act")).to_have_attribute("data-decision", str(decision))
        page.get_by_role("button", name="3", exact=True).click()
        expect(page.locator("#state")).to_have_attribute("data-decision", str(decision + 1))
    expect(page.locator("#board h2")).to_contain_text(" won")
    expect(page.locator("#log")).to_contain_text("Revealed: 3")
    page.screenshot(path=pictures / "numbers-over.png")
    before = page.url
    page.get_by_role("link", name="Watch it again").click()
    expect(page.locator("#steps li")).to_have_count(0)
    page.get_by_role("link", name="Step forward").click()
    expect(page.locator("#steps [aria-current=step]")).to_contain_text("is in.")
    page.screenshot(path=pictures / "numbers-replay.png")
    page.goto(before)
    page.locator("#rematch #go").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("#act")).to_contain_text("Pick a number.")
    wide = two_games.arrive()
    wide.goto("/")
    wide.screenshot(path=pictures / "games-desk.png")
    wide.goto("/games/numbers")
    wide.screenshot(path=pictures / "numbers-home.png")
