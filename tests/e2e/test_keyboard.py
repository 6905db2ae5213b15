"""Whole races with the keyboard alone: no mouse, no touch, nothing typed but the keys of the table's sheet."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Players
from tests.e2e.playing import decision_of, kind_of, see_result, turns_at_most, wait_for_news
from tests.e2e.prepared import Gallery, gallery
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser


def reach(page: Page, name: str) -> None:
    """Presses Tab until a button of this name has the focus, then Enter."""
    wanted = re.compile(name, re.IGNORECASE)
    for _ in range(60):
        page.keyboard.press("Tab")
        words = page.evaluate(
            "() => { const e = document.activeElement; return e.matches('button, a') ? e.textContent : ''; }"
        )
        if wanted.search(str(words)):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no such button is reached by Tab: {name}")


def decide(page: Page, keys: list[str]) -> None:
    """Presses the keys of a choice and Enter; waits until the server has answered."""
    before = [decision_of(page), kind_of(page)]
    for key in keys:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.wait_for_function(
        "([decision, kind]) => { const act = document.querySelector('#act');"
        " return act.dataset.decision !== decision || !act.classList.contains('is-' + kind)"
        " || document.querySelector('[data-moving]'); }",
        arg=before,
    )


def race(page: Page) -> set[str]:
    """To the end, story by story skipped. Gives the kinds of choices that were asked for."""
    keys = {"select": ["1"], "yeti": ["ArrowRight"], "mulligan": [], "draft": []}
    kinds: set[str] = set()
    for _ in range(turns_at_most):
        wait_for_news([page])
        kind = kind_of(page)
        if kind == "over":
            return kinds
        kinds.add(kind)
        owed = int(page.locator("#go").get_attribute("data-owed") or 0)
        decide(page, keys.get(kind, [str(n) for n in range(1, owed + 1)]))
        page.keyboard.press("s")
    raise AssertionError("the race does not end")


def test_a_solo_race_by_keyboard_alone(players: Players) -> None:
    """From the front page to the result; Enter keeps the first hand, sends a card and the yeti (AV-75, AV-80)."""
    page = players.arrive()
    page.goto("/")
    reach(page, "solo")
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    assert {"mulligan", "select"} <= race(page)
    see_result(page)


@pytest.mark.long
def test_a_race_against_two_bots_by_keyboard_alone(players: Players) -> None:
    """The table is opened, filled and started by Tab and Enter; the arrows walk the yeti (AV-42)."""
    page = players.arrive()
    page.goto("/")
    reach(page, "create a table")
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    for count in (2, 3):
        reach(page, "add.*bot")
        expect(page.locator("#lobby-seats")).to_contain_text(
            re.compile(f"(Bot .*){{{count - 1}}}", re.DOTALL)
        )
    reach(page, "start the race|start")
    page.wait_for_selector(".has-script #hand .tcard")
    assert "select" in race(page)
    see_result(page)


def test_the_hand_is_one_stop_of_the_tab_key_and_arrows_move_in_it(players: Players) -> None:
    """Roving focus; J turns the wish to jump, U takes the choice back (AV-104)."""
    page = players.arrive()
    page.goto("/")
    reach(page, "solo")
    page.wait_for_selector(".has-script #hand .tcard")
    decide(page, [])
    expect(page.locator("#hand.is-select")).to_be_visible()
    expect(page.locator('#hand .pick[tabindex="0"]')).to_have_count(1)
    page.locator("#hand .pick").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator("#hand .tcard").nth(1).locator("input:checked")).to_have_count(1)
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('#hand') !== null")


def test_single_keys_can_be_switched_off(players: Players) -> None:
    """The sheet comes by its key and by its button; without single keys a digit chooses nothing (WCAG 2.1.4)."""
    page = players.arrive()
    page.goto("/")
    reach(page, "solo")
    page.wait_for_selector(".has-script #hand .tcard")
    decide(page, [])
    expect(page.locator("#hand.is-select")).to_be_visible()
    page.keyboard.press("?")
    sheet = page.locator("#settings")
    expect(sheet).to_be_visible()
    sheet.get_by_text("Single keys").click()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.keyboard.press("1")
    page.keyboard.press("?")
    expect(page.locator("#hand input:checked")).to_have_count(0)
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Keys and settings").click()
    sheet.get_by_text("Single keys").click()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator("#hand input:checked")).to_have_count(1)
    # On a French keyboard the same key writes another sign.
    azerty = "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, code, bubbles: true}))"
    page.evaluate(azerty, ["&", "Digit1"])
    expect(page.locator("#hand input:checked")).to_have_count(0)
    page.evaluate(azerty, ["é", "Digit2"])
    expect(page.locator("#hand .tcard").nth(1).locator("input:checked")).to_have_count(1)


@pytest.mark.parametrize("size", [(1440, 900), pytest.param((390, 844), marks=pytest.mark.long)])
def test_all_four_arrows_walk_the_yeti_and_say_where_he_is(
    browser: Browser, gallery: Gallery, size: tuple[int, int]
) -> None:
    """Right and down go downhill, left and up uphill, on every window; Home takes all back (AV-42). At a fork a
    key pressed again never swings between the lanes: it goes on, as far as he may.
    """
    scene = gallery.visit("table-yeti")
    page = context_for(browser, gallery.address, scene, Browsing(*size)).new_page()
    page.goto(scene.path)
    chosen = page.locator('#aim [aria-pressed="true"]')
    told = page.locator("#pv")
    expect(page.locator("#stay")).to_be_hidden()
    expect(page.locator("#go")).to_have_text("Leave the yeti here")
    for ahead, back in (("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp")):
        expect(chosen).to_have_count(0)
        page.keyboard.press(ahead)
        expect(chosen).to_have_count(1)
        expect(chosen).to_have_accessible_name(re.compile("1 space downhill to card"))
        expect(told).to_contain_text(str(chosen.get_attribute("data-where")))
        page.keyboard.press(back)
    expect(chosen).to_have_count(0)
    expect(page.get_by_text(re.compile("Arrow keys:"))).to_have_count(1)
    reach = page.evaluate("JSON.parse(document.querySelector('#aim').dataset.graph).reach")
    for key in ("ArrowRight", "ArrowDown"):
        for _ in range(2 * reach):
            page.keyboard.press(key)
        expect(chosen).to_have_count(reach)
        page.keyboard.press("Home")
    page.context.close()
