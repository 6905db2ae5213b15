"""The panel of the choice when the avalanche is near: its words fit, and it leaves the mountain free."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.prepared import Gallery, gallery
from tools.layout import settle
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser

choosing = """async () => {
  const next = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const act = document.querySelector("#act");
  const cards = [...document.querySelectorAll("#hand .tcard")];
  const slots = [...act.querySelectorAll("[name=slot]")];
  const rocket = Math.max(0, cards.findIndex(card => card.querySelector(".rkf")));
  for (const [index, slot] of (slots.length ? slots : [null]).entries()) {
    slot?.click();
    const picks = cards[slot ? index * 3 : rocket].querySelectorAll(".pick");
    picks[slot ? index : 0].click();
    await next();
  }
  const go = document.querySelector("#go");
  const range = document.createRange();
  range.selectNodeContents(go);
  const [button, words, panel] = [go, range, act].map(one => one.getBoundingClientRect());
  const cap = act.querySelector(":scope > .snowcap")?.getBoundingClientRect();
  const covered = [...document.querySelectorAll("#wide .cn")].filter(number => {
    const box = number.getBoundingClientRect();
    return box.right > panel.left && box.left < panel.right && box.bottom > (cap?.height ? cap.top + 4 : panel.top);
  });
  return {
    words: go.innerText,
    switched: Boolean(act.querySelector(".switch:not([hidden])")),
    room: Math.min(words.left - button.left, button.right - words.right, words.top - button.top,
      button.bottom - words.bottom),
    inside: button.right <= panel.right && button.bottom <= panel.bottom,
    covered: covered.map(number => number.textContent),
  };
}"""


def chosen(
    browser: Browser, gallery: Gallery, at: tuple[str, int], size: Browsing, language: str
) -> dict[str, Any]:
    """What is seen of the choice of a scene's seat once cards are picked."""
    scene, seat = at
    there = gallery.visit(scene)
    assert there.table
    context = context_for(browser, gallery.address, replace(there, guest=there.table.company[seat]), size)
    context.add_cookies([{"name": "language", "value": language, "url": gallery.address}])
    page: Page = context.new_page()
    page.goto(there.path)
    page.wait_for_selector("#margin .mbar")
    settle(page)
    found: dict[str, Any] = page.evaluate(choosing)
    context.close()
    return found


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "de"])
@pytest.mark.parametrize(
    "size",
    [
        Browsing(1440, 900),
        pytest.param(Browsing(1280, 800), marks=pytest.mark.long),
        Browsing(320, 640, touch=True),
        pytest.param(Browsing(390, 844, touch=True), marks=pytest.mark.long),
        pytest.param(Browsing(768, 1024, touch=True), marks=pytest.mark.long),
    ],
    ids=lambda size: f"{size.width}x{size.height}",
)
def test_the_button_holds_its_words_and_the_panel_covers_no_card(
    browser: Browser, gallery: Gallery, size: Browsing, language: str
) -> None:
    """With the jump switch beside it, without one, and for two skiers; the numbers of all cards are seen."""
    switched = set()
    for at in (("table-select", 1), ("table-select", 3), ("table-two", 0), ("table-two", 1)):
        found = chosen(browser, gallery, at, size, language)
        assert found["room"] >= 3, found
        assert found["inside"], found
        assert not found["covered"], found
        switched.add(found["switched"])
    assert switched == {True, False}
