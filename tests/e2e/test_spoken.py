"""What a screen reader is told at the table: nothing is lost, the new round comes last, the focus stays."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Players
from tests.e2e.playing import choose_cards, owes, until
from tests.e2e.test_story import all_in, at_a_table, reveal

pytestmark = pytest.mark.browser

listen = """() => {
  window.heard = [];
  const note = changes => {
    for (const change of changes)
      for (const node of change.addedNodes) if (node.textContent) window.heard.push(node.textContent);
  };
  new MutationObserver(note).observe(document.querySelector("#say"), { childList: true, subtree: true });
}"""


def test_what_is_said_at_once_is_said_whole(players: Players) -> None:
    """Two sentences of one moment stand side by side: a voice reads what stands there, not what stood there before."""
    page = at_a_table(players)
    page.evaluate(
        """async () => {
          const loaded = performance.getEntriesByType("resource").map(one => one.name);
          const { say } = await import(loaded.find(one => /js\\/say/.test(one)));
          say("One.");
          say("Two.");
          say("Three.");
        }"""
    )
    for sentence in ("One.", "Two.", "Three."):
        expect(page.locator("#say")).to_contain_text(sentence)


def test_after_the_story_the_new_round_and_its_limit_are_said(players: Players) -> None:
    """Round, whose move it is and the limit, after the last beat; before it nothing of the new round."""
    page = at_a_table(players)
    page.evaluate(listen)
    reveal(page)
    all_in(page)
    page.evaluate("() => document.querySelector('[data-do=skip]')?.click()")
    until(page, lambda: owes(page))
    if page.locator("#act.is-select").count():
        number = page.locator("#state").get_attribute("data-round")
        page.wait_for_function(
            "number => window.heard.some(one => one.includes(`Round ${number}. Your move.`))", arg=number
        )
    heard = page.evaluate("() => window.heard")
    turn = next(index for index, one in enumerate(heard) if "Your move" in one)
    cards = next(index for index, one in enumerate(heard) if "Cards revealed" in one)
    assert cards < turn, heard


def test_the_focus_stays_when_a_card_is_played_under_it(players: Players) -> None:
    """Whoever locks in from a card, by Enter, is led to the story, not to the top of the page."""
    page = at_a_table(players, slowed=20)
    choose_cards(page)
    page.locator("#hand .pick:checked").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-moving]")
    page.wait_for_function("() => !document.querySelector('#hand .pick:not(:disabled)')")
    page.wait_for_function("() => document.activeElement.closest('#motion, #hand, #act')")
    assert page.evaluate("() => !document.activeElement.disabled")
