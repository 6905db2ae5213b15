"""Every screen, both themes, phone and desk: no violation that axe knows of, nothing cut, nothing too small.

Scenes are tables in every phase, prepared with fixed dice; motion is reduced, so that what is measured stands still.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.axe import violations
from tests.e2e.prepared import Gallery, gallery
from tools.layout import faults, settle
from tools.prepared import wanted
from tools.scenes import Browsing, Scene, context_for, dress, replays, text_tables, themes

__all__ = ["gallery"]

pytestmark = pytest.mark.browser

front = ("home", "home-again", "home-listed", "home-none-listed", "rules", "rulings", "api", "error")
own = (
    "me", "me-code", "me-refused", "continue", "continue-refused", "no-seat",
    "tables", "tables-empty", "notices", "people",
)  # fmt: skip
lobbies = (
    "lobby-host", "lobby-guest", "lobby-visitor", "lobby-alone", "lobby-pair", "lobby-claim", "lobby-kept",
)  # fmt: skip
tables = tuple(f"table-{name}" for name in wanted)

texts = tuple(f"text-{name}" for name in text_tables)
films = (*(f"replay-{name}" for name in replays), "words", "proof")

Size = tuple[int, int]

executor: Size = (1440, 900)
phone: Size = (390, 844)
narrow: Size = (320, 640)
lying: Size = (844, 390)
tablet: Size = (1024, 768)
zoomed: Size = (720, 450)
"""A desk of 1440x900 at 200 %."""
by_touch = (phone, narrow, lying)


def opened(browser: Browser, gallery: Gallery, scene: Scene, size: Size) -> Page:
    page = context_for(browser, gallery.address, scene, Browsing(*size, touch=size in by_touch)).new_page()
    page.goto(scene.path)
    settle(page)
    return page


def resized(page: Page, size: Size) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settle(page)


often = {
    "home", "lobby-host", "table-two", "table-won", "replay-won",
}  # fmt: skip
"""One of each kind; the others of a kind differ in what stands in the same regions."""


def by_need(names: Iterable[str]) -> list[Any]:
    return [name if name in often else pytest.param(name, marks=pytest.mark.long) for name in names]


@pytest.mark.parametrize("name", by_need(front + own + lobbies + tables + texts + films))
def test_axe_finds_nothing(browser: Browser, gallery: Gallery, name: str) -> None:
    """WCAG 2.2 A and AA and axe's good habits; the dark theme changes colours alone, so there only contrast."""
    scene = gallery.visit(name)
    found: list[str] = []
    page = opened(browser, gallery, scene, executor)
    for size in (executor, phone):
        resized(page, size)
        for theme in themes:
            dress(page, theme)
            rule = None if theme == "light" else "color-contrast"
            found += [f"{size[0]} {theme} {line}" for line in violations(page, rule)]
    page.context.close()
    assert not found, "\n".join(found)


measured = {
    "home": (executor, phone, narrow, lying, tablet, zoomed),
    "rules": (phone, narrow, zoomed),
    "api": (phone, narrow, zoomed),
    "lobby-host": (executor, phone, narrow, lying, tablet, zoomed),
    "lobby-guest": (phone, narrow),
    "lobby-claim": (executor, phone, narrow, lying, tablet),
    "lobby-kept": (executor, phone, narrow, tablet),
    "home-listed": (executor, phone, narrow),
    "me-code": (executor, phone, narrow),
    "me-refused": (phone, narrow),
    "continue-refused": (phone, narrow),
    "no-seat": (executor, phone, narrow),
    "tables": (executor, phone, narrow, zoomed),
    "tables-empty": (phone, narrow),
    "notices": (executor, phone, narrow, zoomed),
    "people": (executor, phone, narrow, zoomed),
    "table-racing-over": (executor, phone, narrow, lying, tablet, zoomed),
    "table-select": (executor, phone, narrow, lying, tablet, zoomed),
    "table-yeti": (executor, phone, narrow, lying, tablet, zoomed),
    "table-yeti-other": (executor, phone),
    "table-two": (executor, phone, narrow, lying, tablet, zoomed),
    "table-draft": (executor, phone, narrow, lying),
    "table-controlled": (executor, phone),
    "table-racing": (executor, phone),
    "table-won": (executor, phone, narrow, lying, tablet, zoomed),
    "table-nobody": (executor, phone),
    "replay-won": (executor, phone, narrow, lying, tablet, zoomed),
    "replay-racing-over": (executor, phone),
    "words": (phone, narrow),
    "proof": (executor, phone, narrow),
    "text-select": (executor, phone, narrow, lying, tablet, zoomed),
    "text-yeti": (phone, narrow, zoomed),
}


@pytest.mark.parametrize("name", by_need(measured))
def test_nothing_is_cut_small_or_sideways(browser: Browser, gallery: Gallery, name: str) -> None:
    """No sideways scrolling, no text cut off or under 12.4 px, no control under 44 px, unnamed or covered.

    A long name may end in dots in its cabin: it is whole in the log and for a screen reader.
    """
    scene = gallery.visit(name)
    found: list[str] = []
    for touch in (False, True):
        sizes = [size for size in measured[name] if (size in by_touch) is touch]
        if not sizes:
            continue
        page = opened(browser, gallery, scene, sizes[0])
        for size in sizes:
            resized(page, size)
            lines = [line for line in faults(page) if not is_name_in_cabin(line)]
            found += [f"{size[0]}x{size[1]} {line}" for line in lines]
        page.context.close()
    assert not found, "\n".join(found)


def is_name_in_cabin(line: str) -> bool:
    return line.startswith("cut: #seat-") and "span.nm" in line


def test_the_measure_sees_what_it_is_for(browser: Browser) -> None:
    """A page with one fault of each kind: the measure names each of them, and nothing else."""
    page = browser.new_page(viewport={"width": 400, "height": 400})
    page.set_content(
        """<!doctype html><style>body{margin:0} button{width:60px;height:60px}</style>
        <button id="good">Good</button>
        <button id="little" style="width:20px">a</button>
        <button id="nameless"></button>
        <div style="position:relative"><button id="under">Under</button>
          <div style="position:absolute;inset:0;background:red">&nbsp;</div></div>
        <p id="fine" style="font-size:9px">fine print</p>
        <p id="long" style="width:60px;overflow:hidden;white-space:nowrap">longer than its box</p>
        <p id="twice">one</p><p id="twice">two</p>
        <div style="width:500px;height:2px"></div>"""
    )
    kinds = {line.split(":")[0] for line in faults(page)}
    assert kinds == {"small", "no name", "covered", "tiny", "cut", "id given 2 times", "sideways"}
    assert not [line for line in faults(page) if "#good" in line]
    page.close()
