"""The one law holds wherever a race leads: the page shows one moment, tells every beat once, and refuses nothing that
it offered. Hidden tabs, two tabs of one person, drafts, heats, a rematch, two skiers of one player.

Every frame of every page is looked at (`law`). What ends by a touch is slowed down until nothing else can have ended
it.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Players
from tests.e2e.playing import (
    choose_cards,
    decision_of,
    hurry,
    kind_of,
    moves,
    received,
    see_result,
    see_truth,
    send,
    slow_down,
    take_turn,
    turns_at_most,
    until,
    version_of,
    wait_for_news,
)
from tests.e2e.test_story import all_in, hide, the_bots_yeti

pytestmark = pytest.mark.browser

law = """addEventListener("DOMContentLoaded", () => {
  const $ = selector => document.querySelector(selector);
  const root = $("main.table");
  if (!root) return;
  window.law = { wrong: new Set(), told: [] };
  const { wrong, told } = window.law;
  const look = () => {
    const [moment, act, hand] = ["state", "act", "hand"].map(id => $(`#${id}`)?.dataset.decision);
    const moving = root.hasAttribute("data-moving");
    if (act !== moment) wrong.add(`the choice is of ${act}, the page of ${moment}`);
    if (!moving && hand !== moment) wrong.add(`the hand is of ${hand}, the page of ${moment}`);
    const [, round] = /ound (\\d+)/.exec($("#where").textContent) ?? [];
    if (root.dataset.phase !== "over" && round !== $("#state").dataset.round) wrong.add(`round ${round} is written`);
    if (moving && document.title.startsWith("(!)")) wrong.add("the title knows whose move it will be");
    if (moving && $("#finish[data-outcome]")?.checkVisibility()) wrong.add("the end is shown in a story");
    if (!$("#places").href.includes($("#mountain").dataset.key)) wrong.add("places of another mountain");
    requestAnimationFrame(look);
  };
  look();
  new MutationObserver(() => {
    const { heat, round } = $("#state").dataset;
    const text = $("#cap").textContent.trim();
    if (text && told.at(-1)?.text === text && told.at(-1).round === round) return;
    if (told.some(one => one.text === text && one.round === round && one.heat === heat)) wrong.add(`twice: ${text}`);
    if (text) told.push({ heat, round, text });
  }).observe($("#cap"), { childList: true, characterData: true, subtree: true });
});"""

fetched = """async () => {
  const loaded = performance.getEntriesByType("resource").map(one => one.name);
  const { receive } = await import(loaded.find(one => /js\\/moment/.test(one)));
  const before = window.law.told.length;
  const answer = await fetch(`${location.pathname}/regions`);
  receive(await answer.json());
  return [document.querySelector("[data-moving]") !== null, window.law.told.length - before];
}"""
"""Whether news that are known tell anything: a story begun, captions."""


def race(players: Players, bots: int, *options: str, slowed: int = 1, dice: str = "") -> Page:
    """A table of one person and bots, its race begun, under the law."""
    page = players.arrive(dice=dice)
    if slowed > 1:
        slow_down(page, slowed)
    page.context.add_init_script(law)
    page.goto("/")
    page.get_by_role("button", name=re.compile("create a table", re.IGNORECASE)).click()
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    for count in range(bots):
        page.get_by_role("button", name=re.compile("add.*bot", re.IGNORECASE)).first.click()
        expect(page.locator("#lobby-seats .seat:not(.empty)")).to_have_count(count + 2)
    for option in options:
        page.locator(f"#option-{option}").click()
        expect(page.locator(f"#option-{option}")).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name=re.compile("start", re.IGNORECASE)).click()
    page.wait_for_selector(".has-script #hand .tcard")
    return page


def lawful(*pages: Page) -> None:
    for page in pages:
        assert page.evaluate("[...window.law.wrong]") == []
        assert not page.locator("[id^=refusal-] > *").count()


def in_a_story(page: Page) -> str | None:
    """Locks in; the story is told and the next choice waits. Gives the decision whose page it still is."""
    wait_for_news([page])
    before = decision_of(page)
    choose_cards(page)
    send(page)
    expect(page.locator("[data-moving]")).to_have_count(1)
    all_in(page)
    return before


def test_two_tabs_of_one_person_one_of_them_hidden(players: Players) -> None:
    """Each tells its own story at its own moment; what one answers the other neither refuses nor tells twice."""
    page = race(players, 2, slowed=30, dice=the_bots_yeti)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".has-script #hand .tcard")
    before = in_a_story(page)
    expect(other.locator("[data-moving]")).to_have_count(1)
    assert decision_of(other) == before
    other.evaluate(hide, True)
    expect(other.locator("[data-moving]")).to_have_count(0)
    assert decision_of(other) != before
    assert (decision_of(page), moves(page)) == (before, True)
    other.evaluate(hide, False)
    choose_cards(other)
    send(other)
    until(page, lambda: received(page) >= version_of(other) and received(page) > version_of(page))
    page.locator("#hand .tcard").first.click()
    for one in (page, other):
        see_truth(one)
    until(page, lambda: version_of(page) == version_of(other))
    assert decision_of(page) == decision_of(other)
    lawful(page, other)


def test_a_draft_is_asked_for_when_the_story_is_over(players: Players) -> None:
    """Whose turn it is and which cards lie open follows from how the round ends; until then both are as before."""
    page = race(players, 2, "drafting", slowed=30, dice=the_bots_yeti)
    shown = "all => all.map(card => card.id)"
    wait_for_news([page])
    if kind_of(page) == "draft":
        take_turn(page)
        wait_for_news([page])
    while kind_of(page) != "draft":
        open_cards = page.locator("#display .tcard").evaluate_all(shown)
        before = in_a_story(page)
        assert page.locator("#display .tcard").evaluate_all(shown) == open_cards
        assert not page.locator("#act.is-draft").count()
        assert decision_of(page) == before
        hurry(page)
        see_truth(page)
        if kind_of(page) not in {"draft", "select"}:
            take_turn(page)
            wait_for_news([page])
    page.locator("#display .tcard").first.click()
    expect(page.locator("#display input:checked")).to_have_count(1)
    send(page)
    wait_for_news([page])
    lawful(page)


def test_a_new_heat_begins_on_its_own_mountain_and_the_old_one_is_not_told_again(players: Players) -> None:
    """Whatever comes of a version that is known, by whichever way, tells nothing."""
    page = race(players, 2, "racing", dice="short heats")
    for _turn in range(turns_at_most):
        wait_for_news([page])
        if page.locator("#state").get_attribute("data-heat") == "2":
            break
        take_turn(page)
    assert page.evaluate(fetched) == [False, 0]
    in_a_story(page)
    assert page.evaluate(
        "window.law.told.every(one => one.heat === '1') || window.law.told.at(-1).heat === '2'"
    )
    see_truth(page)
    lawful(page)


@pytest.mark.long
def test_a_rematch_begins_without_anything_of_the_race_before(players: Players) -> None:
    """One person and the yeti: the end, the next table, its first round."""
    page = players.arrive(dice="short solo")
    page.context.add_init_script(law)
    page.goto("/")
    page.get_by_role("button", name=re.compile("solo", re.IGNORECASE)).click()
    page.wait_for_selector(".has-script #hand .tcard")
    for _turn in range(turns_at_most):
        wait_for_news([page])
        if kind_of(page) == "over":
            break
        take_turn(page)
    see_result(page)
    lawful(page)
    page.locator("#rematch #go").click()
    page.wait_for_selector("#act.is-mulligan")
    assert not moves(page)
    assert page.evaluate("window.law.told") == []
    assert page.evaluate(fetched) == [False, 0]
    expect(page.locator("#finish")).to_be_hidden()
    expect(page.locator("#say")).not_to_contain_text("yeti wins")
    for _ in range(2):
        take_turn(page)
        wait_for_news([page])
    lawful(page)


def test_a_card_touched_in_a_story_is_for_the_first_of_two_skiers(players: Players) -> None:
    """No form stands there yet that would say for which; the first one is asked for first. The end of the story
    moves no card from under the finger.
    """
    page = race(players, 1, slowed=30, dice="4")
    in_a_story(page)
    expect(page.locator("#watch b")).to_be_visible()
    card = page.locator("#hand .tcard").nth(2)
    page.evaluate("document.querySelector('#act').className = 'act is-locked'")  # another was the last
    place = card.evaluate("one => one.offsetParent.offsetLeft + one.offsetLeft")
    card.click()
    expect(page.locator("#hand input:checked")).to_have_count(1)
    assert card.evaluate("one => one.offsetParent.offsetLeft + one.offsetLeft") == place
    first = page.locator("#slot-0").get_attribute("value")
    expect(card.locator("input:checked")).to_have_attribute("data-skier", first or "")
    lawful(page)
