"""A race against the yeti is told as what it is: nobody shares a limit, a hit costs a card."""

import re

import pytest

from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import yeti_choice
from app.games.avalanche.views import PrivateView
from app.web.games.avalanche.samples.tables import SamplePlay, fresh_round, game, phase
from app.web.games.avalanche.table.screen import screen


def regions_of(play: SamplePlay) -> dict[str, str]:
    sample = play.sample("solo", 0)
    return screen.regions_shared(
        sample.table, sample.view, sample.story, sample.present, "en"
    ) | screen.regions_private(sample.table, sample.view, "en")


def races() -> list[SamplePlay]:
    """Solo races, each where the yeti's lane is to be chosen."""
    found = []
    for number in range(60):
        try:
            found.append(SamplePlay(1, (), f"told {number}").until(phase(Phase.YETI)))
        except LookupError:
            continue
    return found


def test_a_hit_costs_a_card_and_no_rockets() -> None:
    """AV-78, AV-79: neither the choice, nor the cabin, nor the skier speaks of rockets that are out."""
    for play in races()[:20]:
        told = regions_of(play)
        assert "rockets" not in told["act"]
        assert "Hits you: " in told["act"]
        assert "rocket-out" not in told["pieces"] + told["roster"]


@pytest.mark.parametrize(("cards", "words"), [(0, "you lose"), (1, "your last card"), (3, "of your choice")])
def test_the_price_of_a_hit_is_what_the_rules_take(cards: int, words: str) -> None:
    """AV-78: a card of one's choice, the last one without asking, and without a card the race."""
    play = races()[0]
    play.state.hands[0] = play.state.hands[0][:1] * cards
    assert words in regions_of(play)["act"]


def test_the_lane_chosen_for_the_reader_hits_nobody_while_another_is_free() -> None:
    """The first route of the list is what is sent without script, and what the script begins with."""
    free = 0
    for play in races():
        view = game.view(play.state, 0)
        assert isinstance(view, PrivateView)
        standing = dict(yeti_choice(view).skiers)
        offered = [v.split() for v in re.findall(r'<option value="([^"]*)"', regions_of(play)["act"])]
        hits = [any(node in standing for node in walk) for walk in offered]
        if any(hits) and not all(hits):
            free += 1
            assert not hits[0]
            assert hits == sorted(hits)
    assert free, "no race in which it mattered"


def test_there_is_no_sign_where_nothing_limits_anybody() -> None:
    """AV-71: round 1 says that any speed is fine, later rounds show the last speed (AV-93); none is ever red."""
    first = regions_of(SamplePlay(1, (), "told 1").until(phase(Phase.MULLIGAN)))["limit"]
    assert 'class="sign' not in first
    assert "Any speed is fine in round 1" in first
    assert first.count('class="ok"') == 10
    later = regions_of(SamplePlay(1, (), "told 1").until(fresh_round(2)))["limit"]
    assert 'class="sign ysign"' in later
    sample = SamplePlay(1, (), "told 1").until(fresh_round(2)).sample("solo", 0)
    beats = screen.beats(sample.story, sample.table, "en", sample.view)
    gauges = [beat["gauge"] for beat in beats if "gauge" in beat]
    assert gauges
    assert all("is-free" in gauge for gauge in gauges)
