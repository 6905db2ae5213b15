"""Colours of the reader's own: what is chosen, on or off is still told from what is not, without the page's colours."""

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.prepared import Gallery, gallery
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser


def opened(browser: Browser, gallery: Gallery, name: str) -> Page:
    scene = gallery.visit(name)
    colours = {"forced_colors": "active"}
    page = context_for(browser, gallery.address, scene, Browsing(1440, 900), colours).new_page()
    page.goto(scene.path)
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    return page


paint = """([selector, part]) => getComputedStyle(document.querySelector(selector), part).backgroundColor"""


def painted(page: Page, selector: str, part: str | None = None) -> bool:
    """Whether it has a ground of another colour than the page's."""
    found = page.evaluate(paint, [selector, part])
    return found not in ("rgba(0, 0, 0, 0)", page.evaluate(paint, ["body", None]), "rgb(255, 255, 255)")


def test_in_the_lobby_what_is_chosen_differs_from_what_is_not(browser: Browser, gallery: Gallery) -> None:
    """Time to choose, leavers' seats, hats; a switch that is off keeps its knob (WCAG 1.4.11)."""
    page = opened(browser, gallery, "lobby-host")
    for kind, state in ((".seg button", "aria-checked"), (".hat", "aria-pressed")):
        assert painted(page, f'{kind}[{state}="true"]'), kind
        assert not painted(page, f'{kind}:not([{state}="true"])'), kind
    assert painted(page, '.opts .switch[aria-checked="false"] .tr', "::before")
    page.context.close()


def test_the_yetis_route_keeps_its_circles(browser: Browser, gallery: Gallery) -> None:
    """Each step of the strip has an edge of the text's colour, spare ones too."""
    page = opened(browser, gallery, "table-yeti")
    page.wait_for_selector("#rstrip .no .ft")
    assert painted(page, '.talkhead .tab[aria-pressed="true"]'), "the open tab is read on a ground of its own"
    edges = page.locator("#rstrip .ft").evaluate_all(
        "all => all.map(one => [getComputedStyle(one).borderTopColor, getComputedStyle(document.body).color])"
    )
    assert edges
    assert all(edge == text for edge, text in edges), edges
    page.context.close()
