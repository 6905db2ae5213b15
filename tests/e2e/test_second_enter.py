"""Enter locks in; pressed once more, by a hand that does not trust the first one, it never unlocks."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Players
from tests.e2e.playing import choose_cards, until, wait_for_news
from tests.e2e.test_story import two_people

pytestmark = pytest.mark.browser

sentinel = "/-/ready?sentinel"


def posts_until_now(page: Page, seen: list[str]) -> int:
    """How many choices have been sent: whatever a key has started was asked for before the sentinel is."""
    seen.clear()
    page.evaluate("address => fetch(address).then(() => {})", sentinel)
    until(page, lambda: any(url.endswith(sentinel) for url in seen))
    return sum(url.endswith("/actions") for url in seen)


@pytest.mark.parametrize("where", ["card", "button"])
def test_a_second_enter_never_unlocks(players: Players, where: str) -> None:
    """Wherever the focus was when the first was pressed, and whether the answer has come or not."""
    mira, ruben = two_people(players)
    wait_for_news([mira, ruben])
    sent: list[str] = []
    mira.on("request", lambda request: sent.append(request.url))
    choose_cards(mira)
    mira.locator("#go" if where == "button" else "#hand .pick:checked").first.focus()
    mira.keyboard.press("Enter")
    mira.keyboard.press("Enter")  # the answer may be on its way
    expect(mira.locator("#act.is-locked")).to_be_visible()
    assert sum(url.endswith("/actions") for url in sent) == 1
    expect(ruben.locator("#roster")).to_contain_text("Locked in")
    for _ in range(3):
        mira.keyboard.press("Enter")
        assert posts_until_now(mira, sent) == 0
        expect(mira.locator("#act.is-locked")).to_be_visible()
    mira.locator("#go").focus()
    mira.keyboard.press("Enter")  # meant: the button was reached when it said so
    expect(mira.locator("#act.is-select")).to_be_visible()
