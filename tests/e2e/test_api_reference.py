"""The reference of the API in a real browser, under the site's own content policy."""

import pytest
from playwright.sync_api import expect

from app.web.api import router as api
from app.web.fronts import fronts
from tests.e2e.conftest import Players, pictures

pytestmark = pytest.mark.browser


def test_every_call_is_drawn_and_can_be_tried(players: Players) -> None:
    """What the content policy blocks would be an error in the console, which ends the test (`Players.close`)."""
    page = players.arrive()
    page.goto("/api/reference")
    document = api.openapi_of(tuple((key, front.api) for key, front in fronts.items()))
    drawn = sum(len(one["tags"]) for path in document["paths"].values() for one in path.values())
    expect(page.locator("#reference .opblock-tag-section")).to_have_count(len(document["tags"]))
    for tag in page.locator("#reference .opblock-tag").all():
        tag.click()
    expect(page.locator("#reference .opblock")).to_have_count(drawn)
    page.screenshot(path=pictures / "api.png", full_page=True)
    games = page.locator("#reference .opblock").filter(has_text="/api/v1/games").first
    games.locator(".opblock-summary-control").click()
    games.get_by_role("button", name="Try it out").click()
    games.get_by_role("button", name="Execute").click()
    expect(games.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    expect(games.locator(".live-responses-table")).to_contain_text("avalanche")
