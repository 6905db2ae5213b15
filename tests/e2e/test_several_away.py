"""Several players are away: one line says so and opens; the mountain keeps its room, on a phone too."""

import pytest
from playwright.sync_api import Page, expect

from app.web.games.avalanche.samples.tables import SamplePlay
from tests.e2e.conftest import Players
from tests.e2e.fed import Fed

pytestmark = pytest.mark.browser


class Deserted(Fed):
    """Everybody but the reader has closed the page; the fifth seat is a bot's, which is never away."""

    @property
    def _everybody(self) -> frozenset[int]:
        return frozenset({0})


def mountain_share(page: Page) -> float:
    """How much of the screen's height shows the mountain, from the top of its picture to what lies over its foot."""
    share: float = page.evaluate(
        """() => {
          const board = document.querySelector("#board").getBoundingClientRect();
          const over = [...document.querySelectorAll(".shown, .dock")].map(one => one.getBoundingClientRect())
            .filter(box => box.height && box.top < innerHeight).map(box => box.top);
          return (Math.min(board.bottom, innerHeight, ...over) - Math.max(0, board.top)) / innerHeight;
        }"""
    )
    return share


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (1440, 900)])
def test_three_who_are_away_are_one_line_that_opens(players: Players, width: int, height: int) -> None:
    """What its reader has opened stays open when news come, and all can be settled there."""
    fed = Deserted(players.arrive(width=width, height=height), SamplePlay(5, (), "several away"), 0)
    page = fed.page
    summary = page.locator("#asks summary")
    expect(summary).to_be_hidden()  # nothing can be done about it yet
    page.evaluate("document.querySelector('main').dataset.may = 'bot-1 bot-2 bot-3'")
    expect(summary).to_have_text("3 players are away.")
    expect(page.locator("#asks .ask:visible")).to_have_count(0)
    assert summary.evaluate("one => one.getBoundingClientRect().height") >= 44
    if width < 700:
        assert mountain_share(page) > 0.3
    summary.click()
    expect(page.locator("#asks .ask:visible")).to_have_count(3)
    next(fed.versions())
    expect(page.locator("#asks .ask:visible")).to_have_count(3)
