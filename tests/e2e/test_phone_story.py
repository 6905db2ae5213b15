"""A story on a phone: nothing lies over what it tells, nothing is cut, nothing is told before its card lies open."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Players
from tests.e2e.playing import decision_of, moves, until
from tests.e2e.test_moment import at_the_gate
from tests.e2e.test_story import at_a_table, reveal

pytestmark = pytest.mark.browser

phone = {"width": 390, "height": 844}

# What is wrong with the page, looked at in each frame of the story, and which frames it had.
watcher = """() => {
  const $$ = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  const box = one => one.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const seat = document.querySelector("[data-table]").dataset.seat;
  window.wrong = {};
  window.seen = { down: 0, open: 0, pill: 0 };
  const first = document.querySelector("#hand").dataset.decision;
  // On a slow machine a moment may be over before a frame is drawn of it: what has been there is noted at each change.
  const count = () => {
    if (!document.querySelector("[data-moving]")) return;
    const down = $$(".rvl.down").length;
    window.seen.down += down > 0;
    window.seen.open += !down && $$(".rvl .flips").length > 0;
    window.seen.pill += $$("#watch").length;
  };
  const changes = { attributes: true, childList: true, subtree: true };
  new MutationObserver(count).observe(document.querySelector("[data-table]"), changes);
  const look = () => {
    if (!document.querySelector("[data-moving]")) return;
    const text = selector => document.querySelector(selector).textContent;
    const hanging = $$(".rvl .flips");
    const down = $$(".rvl.down").length;
    const note = (name, is) => { if (is) window.wrong[name] = (window.wrong[name] ?? 0) + 1; };
    for (const place of ["#cap", "#say", "#log"]) {
      note(`told early: ${place}`, down && /Cards revealed/.test(text(place)));
    }
    note("own cabin is choosing", down && $$(`.cabin.is-choosing[data-seat="${seat}"]`).length);
    const hand = document.querySelector("#hand");
    note("played hand is free", hand.dataset.decision === first && $$("#hand .pick:not(:disabled)").length);
    note("name under a card", $$(".cabin.open .nm").some(name => hanging.some(cards => meet(box(name), box(cards)))));
    const cap = document.querySelector("#cap");
    note(`caption cut: ${cap.textContent}`, cap.scrollHeight > cap.clientHeight + 1);
    for (const pill of $$("#watch")) {
      note("pill over cards", $$("#hand .tcard, #display .tcard").some(card => meet(box(pill), box(card))));
    }
    for (const plate of $$("#avalanche")) {
      const bottom = box(document.querySelector(".scroll")).bottom;
      if (box(plate).bottom < 0 || box(plate).top > bottom) continue;
      const cut = part => box(part).left < 0 || part.scrollWidth > part.clientWidth + 1;
      // The number itself grows for a moment; its words do not.
      note("plate cut", $$("#avalanche > span").some(cut));
    }
    note("tag of the decision before", $$(".above").some(tag => Number(getComputedStyle(tag).opacity) > 0));
  };
  const step = () => { look(); requestAnimationFrame(step); };
  step();
}"""


plate_within = """zoomed => {
  document.querySelector("[data-table]").toggleAttribute("data-zoomed", zoomed);
  document.querySelector("#board").removeAttribute("data-cam");
  const plate = document.querySelector("#avalanche");
  plate.hidden = false;
  const edge = document.querySelector(".scroll").getBoundingClientRect().left;
  const within = one => one.getBoundingClientRect().left >= edge && one.scrollWidth <= one.clientWidth + 1;
  return [...plate.children].every(within);
}"""


def on_a_phone(players: Players, bots: int = 3, **size: int) -> Page:
    page = at_a_table(players, bots=bots)
    page.set_viewport_size(phone | size)  # type: ignore[arg-type]
    return page


@pytest.mark.parametrize(
    ("bots", "width", "height"),
    [(3, 390, 844), pytest.param(1, 360, 740, marks=pytest.mark.long)],
    ids=["four", "two"],
)
def test_a_round_told_on_a_phone_covers_and_cuts_nothing(
    players: Players, bots: int, width: int, height: int
) -> None:
    """Cards hang below the names, the pill is on the mountain, captions and the avalanche's plate are whole, the tag
    of the decision before is away; the list of the cards comes when the last of them lies open; and who has locked in
    last looks so while they are turned.
    """
    page = on_a_phone(players, bots, width=width, height=height)
    page.evaluate(watcher)
    before = decision_of(page)
    reveal(page)
    until(page, lambda: decision_of(page) != before and not moves(page))
    seen = page.evaluate("window.seen")
    assert all(seen.values()), seen
    assert page.evaluate("window.wrong") == {}
    for zoomed in (False, True):
        assert page.evaluate(plate_within, zoomed)


def ride(name: str, skier: int, end: int) -> dict[str, Any]:
    sentence = f"{name} skis {end} spaces to card {end}."
    beat = {"kind": "ski", "ms": 300, "sentence": sentence, "small": name, "big": str(end)}
    return beat | {"skier": skier, "start": 0, "end": end}


def test_several_who_ski_have_one_short_sentence_for_the_eye(players: Players) -> None:
    """The caption names them; the ear hears where each of them came to."""
    page = on_a_phone(players, bots=2)
    rides = [ride("Mira", 0, 2), ride("Bot Lotte", 1, 3), ride("Bot $& Wanda", 2, 4)]
    page.evaluate(at_the_gate, [1, rides, "Round 77"])
    expect(page.locator("#where")).to_have_text("Round 77")
    assert page.evaluate("window.captions") == ["Mira, Bot Lotte and Bot $& Wanda ski."]
    expect(page.locator("#say")).to_contain_text(" ".join(beat["sentence"] for beat in rides))


in_sight = """() => {
  const frame = document.querySelector(".scroll").getBoundingClientRect();
  const { y } = document.querySelector("#sk-1").getBoundingClientRect();
  return y > frame.top && y < frame.bottom;
}"""


def test_who_is_buried_follows_those_who_still_race(players: Players) -> None:
    """A beat of nobody on the mountain does not leave a phone at the clouds."""
    page = on_a_phone(players, bots=2)
    page.evaluate(
        """() => {
          document.querySelector("#board").removeAttribute("data-cam");
          document.querySelector("#sk-0").classList.add("buried");
          for (const skier of [1, 2]) document.querySelector(`#sk-${skier}`).style.setProperty("--ty", 900);
          document.querySelector(".scroll").scrollTo(0, 0);
        }"""
    )
    assert not page.evaluate(in_sight)
    beat = {"kind": "draft", "ms": 60_000, "sentence": "Bot Wanda takes diamond 2.", "small": "Bot Wanda"}
    page.evaluate(at_the_gate, [1, [beat], "Round 77"])
    page.wait_for_function(in_sight)
