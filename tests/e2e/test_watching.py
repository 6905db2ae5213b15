"""The pill over the mountain: which round is watched, whether it is over, and what is shown again on wish."""

import pytest

from app.games.avalanche.events import Phase
from app.games.avalanche.view import public_view
from app.web.games.avalanche.samples.tables import SamplePlay
from tests.e2e.conftest import Players
from tests.e2e.fed import Fed, Version

pytestmark = pytest.mark.browser

pill = """() => {
  const pill = document.querySelector("#watch");
  return pill.hidden ? "" : pill.querySelector("span").textContent;
}"""
watched_again = """async () => {
  const said = [];
  const cap = document.querySelector("#cap");
  const pill = document.querySelector("#watch span");
  const note = new MutationObserver(() => said.push(`${pill.textContent}: ${cap.textContent}`));
  note.observe(cap, { childList: true, characterData: true, subtree: true });
  const over = new Promise(done => document.addEventListener("motion:over", done, { once: true }));
  document.querySelector("#watch [data-again]").click();
  await over;
  note.disconnect();
  return said;
}"""


def told(fed: Fed, rounds: int) -> list[tuple[Version, Phase, int, str]]:
    """Each version that was told, in some rounds: with the phase and round before it and the pill after it."""
    found = []
    start = public_view(fed.play.state)
    phase, number = start.phase, start.round
    for version in fed.versions():
        if version.told:
            found.append((version, phase, number, fed.page.evaluate(pill)))
        phase, number = version.view.phase, version.view.round
        if number > rounds:
            break
    return found


@pytest.mark.parametrize(
    ("count", "dice"), [(1, 0), *(pytest.param(*one, marks=pytest.mark.long) for one in ((2, 0), (3, 1)))]
)
def test_a_round_is_called_over_once_it_is_over(players: Players, count: int, dice: int) -> None:
    """A choice in the middle of a round parts its story; hands that are swapped are no round at all."""
    fed = Fed(players.arrive(), SamplePlay(count, (), f"watching {count} {dice}"), 0)
    seen = set()
    for version, phase, number, said in told(fed, 4):
        over = version.view.phase is Phase.OVER or version.view.round != number
        kind = "before" if phase is Phase.MULLIGAN else "over" if over else "parted"
        expected = {"before": "", "over": f"Round {number} is over", "parted": f"Round {number} so far"}[kind]
        assert said == expected, (version.number, [beat.sentence for beat in version.beats])
        seen.add(kind)
    assert {"over", "parted"} <= seen


def test_a_round_told_in_parts_is_shown_again_from_its_cards_on(players: Players) -> None:
    fed = Fed(players.arrive(), SamplePlay(3, (), "watching 3 1"), 0)
    parts = 0
    for version in fed.versions():
        parts = parts + 1 if version.told else parts
        if version.view.round == 2:
            break
    assert parts > 1
    said = fed.page.evaluate(watched_again)
    assert any(text.startswith("Watching round 1: Total ") for text in said)
    assert fed.page.evaluate(pill) == "Round 1 is over"
