"""Browser windows as small as zooming to 200, 300 and 400 % makes them, and letters as wide as readers may set them."""

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.prepared import Gallery, gallery
from tools.layout import faults, out_of_reach, settle
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser

zoomed = (
    (320, 256), (360, 225), (427, 341), (480, 270), (640, 512), (640, 360), (568, 320), (320, 400),
)  # fmt: skip
"""1280x1024 at 400, 300 and 200 %, 1440x900 at 400 %, 1920x1080 at 400 %, 1280x720 at 200 %, a small phone."""
often = {"table-two de", "replay-won en"}
"""One of each kind; the others differ in what stands in the same columns."""


def looked_at(names: Iterable[str]) -> list[Any]:
    wanted = [f"{name} {language}" for name in names for language in ("en", "de")]
    return [name if name in often else pytest.param(name, marks=pytest.mark.long) for name in wanted]


def opened(browser: Browser, gallery: Gallery, case: str) -> Page:
    """The scene of a case as "table-two de"."""
    name, language = case.split()
    scene = gallery.visit(name)
    context = context_for(browser, gallery.address, scene, Browsing(390, 844))
    context.add_cookies([{"name": "language", "value": language, "url": gallery.address}])
    page = context.new_page()
    page.goto(scene.path)
    assert page.locator("html").get_attribute("lang") == language
    return page


@pytest.mark.parametrize(
    "case",
    looked_at(
        ("table-select", "table-yeti", "table-two", "table-draft", "table-locked", "table-won", "replay-won")
    ),
)
def test_everything_is_reached_by_scrolling_in_one_direction(
    browser: Browser, gallery: Gallery, case: str
) -> None:
    """At 400 % and 200 % no control is cut, covered or off the screen, and nothing scrolls sideways (WCAG 1.4.10)."""
    page = opened(browser, gallery, case)
    found: list[str] = []
    for width, height in zoomed:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        found += [f"{width}x{height} {line}" for line in out_of_reach(page)]
    page.context.close()
    assert not found, "\n".join(found)


telling = """async sentence => {
  const loaded = performance.getEntriesByType("resource").map(one => one.name);
  const { moment, receive } = await import(loaded.find(one => /js\\/moment/.test(one)));
  const beside = id => document.getElementById(id);
  const version = moment.received + 1;
  const hand = beside("hand").cloneNode(true);
  const act = beside("act").cloneNode(true);
  for (const one of [hand, act]) one.dataset.decision = Number(beside("state").dataset.decision) + 1;
  const regions = [hand, act].map(one => ({ id: one.id, html: one.outerHTML }));
  const events = [{ kind: "blocked", ms: 10_000_000, sentence, version }];
  const { table } = document.querySelector("[data-table]").dataset;
  receive({ table, version, presence_version: moment.presence, chat_version: 0, regions, events });
  for (const cabin of document.querySelectorAll("#roster .cabin[data-seat]")) {
    cabin.classList.add("open");
    const cards = '<div class="flips"><div class="flip"></div></div>';
    cabin.insertAdjacentHTML("beforeend", `<div class="rvl rv">${cards}</div>`);
  }
}"""
"""Tells a story without an end; the hand for the next selection lies ready, the cards hang below their cabins."""


@pytest.mark.parametrize(
    "case",
    [
        "table-two de",
        *(pytest.param(f"{name} en", marks=pytest.mark.long) for name in ("table-select", "table-two")),
    ],
)
def test_everything_is_reached_while_a_story_is_told(browser: Browser, gallery: Gallery, case: str) -> None:
    """The sentence, its buttons and the next hand, at 400 % and 200 % (WCAG 1.4.10)."""
    page = opened(browser, gallery, case)
    page.evaluate(
        telling, "Okonkwos Violette Zacken fahren 3 Felder und weiter auf das nächste freie Feld (Karte 7)."
    )
    page.wait_for_selector("[data-moving] #motion.ready")
    found: list[str] = []
    for width, height in zoomed[:7]:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        found += [f"{width}x{height} {line}" for line in out_of_reach(page)]
    page.context.close()
    assert not found, "\n".join(found)


def test_the_measure_sees_what_cannot_be_reached(browser: Browser) -> None:
    """A page with one fault of each kind: the measure names each of them, and nothing else."""
    page = browser.new_page(viewport={"width": 400, "height": 300})
    page.set_content(
        """<!doctype html><style>body{margin:0} button{width:60px;height:60px}</style>
        <button id="good">Good</button>
        <div style="position:relative;height:60px;overflow:hidden">
          <button id="cut" style="position:absolute;left:370px;top:0">Cut</button></div>
        <div style="position:fixed;top:700px"><button id="below">Below</button></div>
        <div style="position:relative"><button id="under">Under</button>
          <div style="position:absolute;inset:0;background:red">&nbsp;</div></div>
        <div style="width:200px;overflow:auto"><div style="width:500px;text-align:right">
          <button id="aside">Aside</button></div></div>
        <div style="height:2000px"></div><button id="deep">Deep</button>"""
    )
    lines = out_of_reach(page)
    page.close()
    assert {line.split("#")[-1].split()[0] for line in lines} == {"cut", "below", "under", "aside"}


spacing = """css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}"""
spaced = """
* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
p { margin-bottom: 2em !important }
"""


def bears_dots(line: str) -> bool:
    """A long name may end in dots in its cabin; signs on the mountain are said beside it as well."""
    return line.startswith(("cut: #seat-", "cut: #avalanche"))


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=() if case == "table-two de" else pytest.mark.long)
        for name in ("table-two", "table-yeti", "table-select", "rules", "words", "api", "proof")
        for case in (f"{name} en", f"{name} de")
    ],
)
def test_wider_letters_cut_nothing(browser: Browser, gallery: Gallery, case: str) -> None:
    """Lines, letters and words as far apart as readers may ask for (WCAG 1.4.12), on phones."""
    page = opened(browser, gallery, case)
    page.evaluate(spacing, spaced)
    found: list[str] = []
    for width, height in ((390, 844), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        cut = [line for line in faults(page) if line.startswith(("cut", "sideways"))]
        found += [f"{width}x{height} {line}" for line in cut if not bears_dots(line)]
    page.context.close()
    assert not found, "\n".join(found)
