"""The gate through which all news come: what was told is not told again, and a fault in a beat ends in the truth."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Players
from tests.e2e.playing import until
from tests.e2e.test_story import at_a_table

pytestmark = pytest.mark.browser

at_the_gate = """async ([step, beats, where]) => {
  const loaded = performance.getEntriesByType("resource").map(one => one.name);
  const { moment, receive } = await import(loaded.find(one => /js\\/moment/.test(one)));
  const root = document.querySelector("[data-table]");
  window.captions ??= [];
  window.seer ??= new MutationObserver(() => window.captions.push(document.querySelector("#cap").textContent));
  window.seer.observe(document.querySelector("#cap"), { childList: true, characterData: true, subtree: true });
  const version = moment.received + step;
  receive({
    table: root.dataset.table, version, presence_version: moment.presence, chat_version: 0,
    regions: [{ id: "where", html: `<div class="where" id="where">${where}</div>` }],
    events: beats.map(beat => ({ ...beat, version })),
  });
  return {
    moving: root.hasAttribute("data-moving"),
    where: document.querySelector("#where").textContent,
    ahead: version - Number(root.dataset.version),
  };
}"""
"""Gives what the page shows at once, before anything can go on by itself."""


gauge = '<div class="gauge"><b class="tot"></b></div>'


def bring(page: Page, step: int, where: str, *sentences: str, **more: object) -> dict[str, Any]:
    """News of a version so much higher, with a beat for each sentence."""
    beats = [{"kind": "blocked", "ms": 300, "sentence": s, **more} for s in sentences]
    shown: dict[str, Any] = page.evaluate(at_the_gate, [step, beats, where])
    return shown


def test_the_same_version_tells_its_story_once(players: Players) -> None:
    """A fetch may bring what the socket has brought: while a story is told it is held, not lost, and not told twice."""
    page = at_a_table(players)
    shown = bring(page, 1, "Round 77", "One happens.", "Two happens.", ms=1500)
    assert shown["moving"]
    assert "77" not in shown["where"]
    bring(page, 0, "Round 77", "One happens.", "Two happens.")
    expect(page.locator("#where")).to_have_text("Round 77")
    expect(page.locator("[data-moving]")).to_have_count(0)
    assert not bring(page, 0, "Round 77", "One happens.", "Two happens.")["moving"]
    page.wait_for_timeout(400)
    assert not page.locator("[data-moving]").count()
    assert page.evaluate("window.captions") == ["One happens.", "Two happens."]


def test_what_is_shown_and_what_it_is_called_change_together(players: Players) -> None:
    """News without a story: whoever sees the new regions sees the new version."""
    page = at_a_table(players)
    shown = bring(page, 1, "Round 76")
    assert (shown["where"], shown["ahead"]) == ("Round 76", 0)


def test_a_fault_in_a_beat_ends_in_the_truth_and_the_next_story_plays(players: Players) -> None:
    """A beat that names what the mountain does not have is a fault of ours: said once to the console, nowhere else."""
    page = at_a_table(players)
    bring(page, 1, "Round 78", "The avalanche goes too far.", kind="avalanche", start=900, end=999)
    expect(page.locator("#where")).to_have_text("Round 78")
    expect(page.locator("[data-moving]")).to_have_count(0)
    until(page, lambda: players.faults)
    assert len(players.faults) == 1
    players.faults.clear()
    bring(page, 1, "Round 79", "Then this happens.")
    expect(page.locator("#where")).to_have_text("Round 79")
    assert page.evaluate("window.captions.at(-1)") == "Then this happens."


thirty = """async rounds => {
  const bring = AT_THE_GATE;
  for (const one of rounds) await bring(one);
}"""


def test_thirty_rounds_at_once_leave_one_to_be_told(players: Players) -> None:
    """Never more than one round waits: older ones go by, and the page is soon at the last (counted in beats told)."""
    page = at_a_table(players)
    rounds = [
        [
            1,
            [
                {
                    "kind": "reveal",
                    "ms": 200,
                    "sentence": f"Cards {n}.",
                    "plays": [],
                    "row": "",
                    "gauge": gauge,
                },
                {"kind": "blocked", "ms": 1000, "sentence": f"Beat {n}."},
            ],
            f"Round {n}",
        ]
        for n in range(30)
    ]
    page.evaluate(thirty.replace("AT_THE_GATE", at_the_gate), rounds)
    expect(page.locator("#where")).to_have_text("Round 29")
    told = page.evaluate("window.captions")
    assert "Beat 29." in told
    assert len(told) == len(set(told))
    assert len([one for one in told if one.startswith("Beat")]) < 12, told


two_rounds = """async gauge => {
  const loaded = performance.getEntriesByType("resource").map(one => one.name);
  const { moment, receive } = await import(loaded.find(one => /js\\/moment/.test(one)));
  for (const round of [41, 42]) {
    const version = moment.received + 1;
    const state = document.querySelector("#state").cloneNode(false);
    state.dataset.round = round;
    const events = [
      { kind: "reveal", ms: 200, sentence: "Cards.", plays: [], row: "", gauge, version },
      { kind: "blocked", ms: 1_000_000, sentence: `Beat of ${round}.`, version },
    ];
    receive({
      table: document.querySelector("[data-table]").dataset.table, version, presence_version: moment.presence,
      chat_version: 0, regions: [{ id: "state", html: state.outerHTML }], events,
    });
  }
}"""


def test_the_round_that_is_watched_is_named_anew_when_the_next_cuts_in(players: Players) -> None:
    """The first is cut short, and the page stands where it ended; there the second begins, and is so called."""
    page = at_a_table(players)
    page.evaluate(two_rounds, gauge)
    expect(page.locator("#watch > span")).to_have_text("Watching round 41")
    expect(page.locator("#cap")).to_have_text("Beat of 42.")
    expect(page.locator("#watch > span")).to_have_text("Watching round 41")
