"""The text view in a real browser, by keyboard alone: focus, what is announced, and what a checker finds."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Players

pytestmark = pytest.mark.browser


def tab_to(page: Page, what: str) -> None:
    """Presses Tab until the focus is on something that matches the selector."""
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
    raise AssertionError(f"the Tab key never comes to {what}")


def state_of(page: Page) -> tuple[str, str]:
    reading = page.locator("#reading")
    return reading.get_attribute("data-kind") or "", reading.get_attribute("data-decision") or ""


def start_solo(page: Page) -> None:
    page.goto("/")
    tab_to(page, "#name")
    page.keyboard.press("Control+a")
    page.keyboard.type("Mira")
    tab_to(page, "[formaction='/solo']")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    page.goto(page.url + "/text")


def choose(page: Page, turn: int) -> None:
    """Makes the choice the page asks for, by Tab, arrows, Space and Enter."""
    kind, _ = state_of(page)
    if kind not in ("mulligan", "take_back"):
        boxes = page.locator("#choice fieldset").first.locator("input:not([type=hidden])")
        radios = boxes.first.get_attribute("type") == "radio"
        tab_to(page, "#choice input")
        if radios:
            page.keyboard.press("Space")
            for _ in range(turn % 3):
                page.keyboard.press("ArrowDown")
        else:
            owed = int(re.sub(r"\D", "", page.locator("#choice button").first.inner_text()))
            for place in range(owed):
                page.keyboard.press("Space")
                if place + 1 < owed:
                    page.keyboard.press("Tab")
    tab_to(page, "#choice button")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_function("() => ['new', 'refusal-text'].includes(document.activeElement.id)")


def play_to_the_end(page: Page) -> list[str]:
    met = []
    for turn in range(300):
        kind, _ = state_of(page)
        met.append(kind)
        if kind == "over":
            return met
        if kind in ("wait", "watch", "take_back", "bot"):
            page.wait_for_function("was => document.querySelector('#reading').dataset.kind !== was", arg=kind)
            continue
        choose(page, turn)
    raise AssertionError(met)


def test_a_solo_race_by_keyboard_in_the_text_view(players: Players) -> None:
    """From the front page to the result without a pointer; every form is reached by Tab (AV-75, AV-80)."""
    page = players.arrive()
    start_solo(page)
    assert state_of(page)[0] == "mulligan"
    met = play_to_the_end(page)
    assert "select" in met
    expect(page.get_by_role("heading", name="Result", exact=True)).to_be_visible()
    own = page.locator("#own-end").inner_text()
    expect(page.locator("#say")).to_contain_text(own)
    heard = page.locator("#say").inner_text()
    said = [one for one in re.split(r"(?<=\.) ", heard) if one]
    assert len(said) == len(set(said)), heard
    tab_to(page, "#choice button")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/t/\w{6}/text$"))
    assert state_of(page)[0] == "mulligan"


def test_after_a_choice_the_focus_is_on_what_happened_and_the_next_choice_one_stop_away(
    players: Players,
) -> None:
    """Whoever locks in last hears the cards and the own ride before the next question, and tabs straight to it."""
    page = players.arrive()
    start_solo(page)
    choose(page, 0)
    choose(page, 0)
    expect(page.locator("#new")).to_be_focused()
    spoken = page.locator("#say")
    expect(spoken).to_contain_text("Cards revealed")
    heard = spoken.inner_text()
    assert heard.index("Cards revealed") < heard.index("Mira") < heard.index(page.locator("h1").inner_text())
    assert heard.count("Round") == page.locator("h1").inner_text().count("Round")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#choice') !== null")


def test_the_clock_counts_in_words_and_warns(players: Players) -> None:
    """At sixty, thirty and ten seconds the voice says so, once each, to whoever must choose (WCAG 2.2.1)."""
    page = players.arrive()
    start_solo(page)
    # The page's own time stands, so that a slow machine passes over nothing.
    page.evaluate(
        """async () => {
          const loaded = performance.getEntriesByType("resource").map(one => one.name);
          const { ahead } = await import(loaded.find(one => /js\\/hour/.test(one)));
          const [now, steady] = [Date.now(), performance.now()];
          window.gone = 0;
          Date.now = () => now + window.gone;
          performance.now = () => steady + window.gone;
          document.querySelector("#facts").insertAdjacentHTML("afterend",
            `<p id="clock" data-deadline="${now + ahead() + 30000}" data-seconds="120"
                data-warning="# left to choose."><b data-left></b></p>`);
        }"""
    )
    expect(page.locator("#say")).to_contain_text("30 seconds left to choose.")
    page.evaluate("() => { window.gone = 2000; }")
    expect(page.locator("[data-left]")).to_contain_text("28 seconds")
    page.evaluate("() => { window.gone = 20500; }")
    expect(page.locator("#say")).to_contain_text("10 seconds left to choose.")
    expect(page.locator("#clock")).to_have_class(re.compile("late"))


@pytest.mark.long
def test_chat_comes_and_goes_while_a_choice_stays_half_made(players: Players) -> None:
    """Sending a line neither reloads the page nor takes away what is chosen; what others say is spoken."""
    page = players.arrive()
    start_solo(page)
    choose(page, 0)
    card = page.locator("#choice input[type=radio]").nth(1)
    card.check()
    page.locator("#say-it").fill("Anybody here?")
    page.locator("#say-it").press("Enter")
    expect(page.locator("#chat-told")).to_contain_text("Mira: Anybody here?")
    expect(page.locator("#say-it")).to_have_value("")
    expect(card).to_be_checked()
    page.get_by_role("button", name="Hop").click()
    expect(page.locator("#chat-told")).to_contain_text("Mira: Hop")
    page.locator("#say-it").fill("x" * 20)
    page.evaluate("() => { document.getElementById('say-it').maxLength = 900; }")
    page.locator("#say-it").fill("x" * 600)
    page.locator("#say-it").press("Enter")
    expect(page.locator("#refusal-chat")).to_contain_text(re.compile(r"\w"))
    expect(page.locator("#say-it")).to_have_value("x" * 600)
    expect(card).to_be_checked()


@pytest.mark.long
def test_a_refusal_has_the_focus_and_the_choice_is_kept(players: Players) -> None:
    """Sent without a card: the reason is at the top, read out and focused; the wish not to jump is still there."""
    page = players.arrive()
    start_solo(page)
    choose(page, 0)
    jump = page.get_by_role("checkbox", name=re.compile("Rocket jump"))
    jump.focus()
    page.keyboard.press("Space")
    tab_to(page, "#choice button")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("Pick a card first.")
    expect(alert).to_be_focused()
    expect(page.get_by_role("checkbox", name=re.compile("Rocket jump"))).not_to_be_checked()
    choose(page, 0)
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.long
def test_news_come_to_who_waits_and_never_under_the_hands_of_who_chooses(players: Players) -> None:
    """Two people: the one who is in is told when the round is done; the one who chooses keeps the page as it was."""
    mira, ruben = players.arrive(), players.arrive()
    mira.goto("/")
    mira.locator("#name").fill("Mira")
    mira.locator("[formaction='/tables']").click()
    mira.wait_for_url(re.compile(r"/t/\w{6}$"))
    table = mira.url
    ruben.goto(table + "/text")
    ruben.get_by_label("name").first.fill("Ruben")
    ruben.locator("form[action$='/join'] button").click()
    ruben.wait_for_url(table + "/text")
    mira.goto(table + "/text")
    ruben.locator("#ready").click()
    expect(mira.locator("#start")).to_contain_text("Start the race")
    mira.locator("#start").click()
    for page in (mira, ruben):
        expect(page.locator("#reading")).to_have_attribute("data-kind", "select")
        assert page.url == table + "/text"

    ruben.locator("#choice input[type=radio]").first.focus()
    ruben.keyboard.press("Space")
    choices = mira.locator("#choice fieldset")
    for place in range(choices.count()):
        choices.nth(place).locator("input[type=radio]").nth(place).check()
    mira.locator("#choice button").click()
    expect(mira.locator("#reading")).to_have_attribute("data-kind", "take_back")
    ruben.wait_for_timeout(600)
    expect(ruben.locator("#choice input[type=radio]").first).to_be_checked()
    expect(ruben.locator("#choice input[type=radio]").first).to_be_focused()

    second = ruben.locator("#choice fieldset").nth(1).locator("input[type=radio]").nth(1)
    second.check()
    ruben.locator("#choice button").click()
    expect(mira.locator("#say")).to_contain_text("Cards revealed:")
    expect(mira.locator("#reading")).not_to_have_attribute("data-kind", "take_back")
    assert mira.locator("h1").count() == 1


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_checker_finds_nothing(players: Players, theme: str) -> None:
    """On the choice, the refusal, the phone and the rulings, in both themes."""
    page = players.arrive(color_scheme=theme)
    start_solo(page)
    assert violations(page) == []
    choose(page, 0)
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    page.goto("/rules/avalanche/rulings#AV-12")
    assert violations(page) == []
