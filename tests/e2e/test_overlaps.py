"""What may not lie on one another on the table: the goal, the mountain, tags and ticks; the yeti and the words of the
avalanche; revealed cards and what stands above the mountain.
"""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from app.games.avalanche.views import PublicView
from app.web.games.avalanche.mountain.layout import layout_of
from app.web.games.avalanche.mountain.places import node_class
from app.web.games.avalanche.pieces.board import plate
from app.web.games.avalanche.samples.tables import SamplePlay, game
from tests.e2e.prepared import Gallery, gallery
from tools.layout import settle
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser

desk, phone, tablet = Browsing(), Browsing(390, 844, touch=True), Browsing(768, 1024, touch=True)
small_desk = Browsing(1280, 720)

meeting = """([some, others]) => {
  const boxes = selector => [...document.querySelectorAll(selector)]
    .filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.getBoundingClientRect());
  const [these, those] = [boxes(some), boxes(others)];
  const pairs = these.flatMap(a => those.map(b => [a, b]));
  const met = pairs.filter(([a, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
  return [these.length, those.length, met.length];
}"""
on_the_mountain = """() => {
  const slabs = [...document.querySelectorAll("#wide .card-t :is(path, polygon, rect)")];
  const inside = (x, y) => one => one.isPointInFill(new DOMPoint(x, y).matrixTransform(one.getScreenCTM().inverse()));
  const lies = (x, y) => slabs.some(inside(x, y));
  return [...document.querySelectorAll("#goal > *")].filter(one => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const along = Array.from({ length: 21 }, (_, step) => left + ((right - left) * step) / 20);
    return along.some(x => lies(x, top) || lies(x, bottom));
  }).length;
}"""


words_above = """() => {
  const above = document.querySelector("#above");
  above.hidden = false;
  above.className = "above";
  above.textContent = "Avalanche speed 1: 3 snowbanks behind you";
}"""


def look_at(browser: Browser, gallery: Gallery, name: str, how: Browsing, language: str = "en") -> Page:
    scene = gallery.visit(name)
    context = context_for(browser, gallery.address, scene, how)
    context.add_cookies([{"name": "language", "value": language, "url": gallery.address}])
    page = context.new_page()
    page.goto(scene.path)
    settle(page)
    return page


def met(page: Page, some: str, others: str) -> int:
    """How many pairs of the two kinds lie on one another; both kinds must be there."""
    these, those, pairs = page.evaluate(meeting, [some, others])
    assert these
    assert those
    return int(pairs)


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "how", [desk, pytest.param(small_desk, marks=pytest.mark.long)], ids=["desk", "small"]
)
@pytest.mark.parametrize("name", ["table-mulligan", "table-start"])
def test_the_goal_stands_below_the_mountain(
    browser: Browser, gallery: Gallery, name: str, how: Browsing, language: str
) -> None:
    page = look_at(browser, gallery, name, how, language)
    assert page.evaluate(on_the_mountain) == 0
    assert met(page, "#goal > *", "#hand .tcard, #talk, #above") == 0
    page.context.close()


def test_a_landing_tag_leaves_the_goal_free(browser: Browser, gallery: Gallery) -> None:
    """Whichever card is chosen, and wherever it leads: the farthest goal there is stands there."""
    page = look_at(browser, gallery, "table-start", desk)
    page.evaluate("document.querySelector('#goal h2').textContent = 'Three heats, most points win.'")
    for index in range(4):
        page.locator("#hand .tcard .hit").nth(index).click()
        expect(page.locator(".ghost .tag")).to_have_count(1)
        assert met(page, ".ghost .tag", "#goal > *") == 0
        page.locator("#hand .tcard .hit").nth(index).click()
    page.context.close()


@pytest.mark.parametrize(
    "how", [tablet, pytest.param(phone, marks=pytest.mark.long)], ids=["tablet", "phone"]
)
def test_the_tick_of_a_card_leaves_the_goal_free(browser: Browser, gallery: Gallery, how: Browsing) -> None:
    page = look_at(browser, gallery, "table-start", how)
    page.locator("#hand .tcard .hit").first.click()
    expect(page.locator("#hand .pick:checked")).to_have_count(1)
    settle(page)
    assert met(page, "#hand .tcard:has(.pick:checked) .tick", "#goal > *, .asks") == 0
    page.context.close()


def test_revealed_cards_leave_the_words_above_the_mountain_free(browser: Browser, gallery: Gallery) -> None:
    """On a phone, while somebody else moves the yeti."""
    page = look_at(browser, gallery, "table-yeti-other", phone)
    page.evaluate(words_above)
    assert met(page, ".rvl .flips, .rvl .note", "#above") == 0
    page.context.close()


stand = """([front, node, words]) => {
  document.querySelector("#board").className = `board front-${front} next-${front} most-${front}`;
  document.querySelector("#yeti-at").className = `pc yeti ${node}`;
  document.querySelector("#avalanche").className = `plate ${words}`;
}"""


@pytest.mark.parametrize(
    "how", [desk, pytest.param(small_desk, marks=pytest.mark.long)], ids=["desk", "small"]
)
def test_the_yeti_never_stands_on_the_words_of_the_avalanche(
    browser: Browser, gallery: Gallery, how: Browsing
) -> None:
    """Wherever the front is and wherever he waits for his next walk."""
    page = look_at(browser, gallery, "table-select", how)
    page.evaluate(
        "document.querySelector('#avalanche').hidden = false;"
        "document.querySelector('#pieces').querySelectorAll('.sk').forEach(one => one.remove())"
    )
    view = page_view(page)
    layout = layout_of(view.deck_hash, view.mountain)
    on_one_another = []
    for front in range(1, 9):
        for node in layout.nodes:
            told = plate(replace(view, avalanche_at=front, avalanche_speed=1, yeti=node), layout)
            page.evaluate(stand, [front, node_class(node), told.shift])
            if met(page, "#yeti-at > svg", "#avalanche > *"):
                on_one_another.append((front, node, told.shift))
    assert on_one_another == []
    page.context.close()


def page_view(page: Page) -> PublicView:
    """A view of the very mountain of this page."""
    key = page.locator("#mountain").get_attribute("data-key") or ""
    *cards, deck_hash, _ = key.split("-")
    view = game.view(SamplePlay(4, (), "words").state, None)
    assert isinstance(view, PublicView)
    return replace(view, mountain=tuple(cards), deck_hash=deck_hash)


def test_the_line_of_several_jumps_says_how_many(browser: Browser, gallery: Gallery) -> None:
    """It stands as many snowbanks farther as it says; in a race alone it is the farthest there is."""
    page = look_at(browser, gallery, "table-select", desk)
    words = page.locator("#board").get_attribute("class") or ""
    now = {name: int(bank) for name, bank in re.findall(r"(next|most)-(\d+)", words)}
    expect(page.locator("#pieces .mark2 .dzt")).to_have_text(f"With {now['most'] - now['next']} jumps")
    page.context.close()
    page = look_at(browser, gallery, "table-solo", desk)
    expect(page.locator("#pieces .mark2 .dzt")).to_have_text("At the most")
    page.context.close()
