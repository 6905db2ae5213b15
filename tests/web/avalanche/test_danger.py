"""The margin in words and numbers: what a reader is told about the next advance is what the rules do."""

import json
import re
from html import unescape

import pytest

from app.games.avalanche.forecast import forecasts, margin
from app.games.avalanche.views import PrivateView
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.pieces.ground import Ground
from app.web.games.avalanche.samples.tables import SamplePlay, all_racing, fresh_round, game
from app.web.games.avalanche.table.hand import outlook
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.words.voice import cast_of, voice_of
from tests.games.avalanche.board import board
from tests.games.avalanche.board import game as board_game


def private(play: SamplePlay) -> PrivateView:
    view = game.view(play.state, 0)
    assert isinstance(view, PrivateView)
    return view


def told(play: SamplePlay) -> dict[str, str]:
    sample = play.sample("danger", 0)
    shared = screen.regions_shared(sample.table, sample.view, sample.story, sample.present, "en")
    return shared | screen.regions_private(sample.table, sample.view, "en")


def rounds(players: int) -> list[SamplePlay]:
    """Rounds of some races, wherever the first seat still has to choose."""
    found = []
    for number in range(12):
        for wanted in (2, 3, 4, 5):
            done = all_racing(wanted) if players == 2 else fresh_round(wanted)
            try:
                play = SamplePlay(players, (), f"danger {number}").until(done)
            except LookupError:
                continue
            if 0 in game.waiting_on(play.state):
                found.append(play)
    return found


@pytest.mark.parametrize("players", [1, 2, 4])
def test_heading_cabins_and_mark_agree_with_the_margin(players: int) -> None:
    """AV-53: danger is said, and snow lies on the cabin, exactly where the next advance comes without a jump."""
    states = set()
    for play in rounds(players):
        view, regions = private(play), told(play)
        own = [margin(view.public, n, s.at) for n, s in enumerate(view.public.skiers) if s.player == 0]
        worst = min((one for one in own if one), key=lambda one: one.safe)
        state = "danger" if worst.safe <= 0 else "calm" if worst.safe > worst.jumpers else "watch"
        states.add(state)
        assert f'class="margin is-{state}"' in regions["act"]
        assert ('class="above hot"' in regions["above"]) is (state == "danger")
        cabins = re.findall(
            r'<li class="cabin [^>]*id="seat-(\d)"[^>]*>(.*?)</li>', regions["roster"], re.DOTALL
        )
        for skier, cabin in cabins:
            there = margin(view.public, int(skier), view.public.skiers[int(skier)].at)
            racing = "is-buried" not in cabin and there is not None
            if racing and view.public.skiers[int(skier)].state.value == "racing":
                assert there
                assert ('class="snowcap"' in cabin) is there.caught()
    assert "calm" in states or "watch" in states


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_landing_carries_the_margin_the_rules_give(players: int) -> None:
    """AV-38, AV-77: with a jump and without, for one card and two; its words are those of that number."""
    seen = 0
    for play in rounds(players)[:16]:
        view = private(play)
        hand = told(play)["hand"]
        looks = json.loads(unescape(re.search(r"data-outlook='([^']*)'", hand)[1]))  # type: ignore[index]
        words = json.loads(unescape(re.search(r"data-margins='([^']*)'", hand)[1]))  # type: ignore[index]
        for look, real in zip(looks, forecasts(view), strict=True):
            for name, end, jump in (("ski", real.ski_free, False), ("hop", real.jump_free, True)):
                if end is None:
                    continue
                there = margin(view.public, real.skier, end, cards=len(real.cards), jump=jump)
                assert look[name][2:] == ([] if there is None else [there.safe])
                if there is None:
                    continue
                lines = words[str(real.skier)]
                line = lines[max(0, min(there.safe, len(lines) - 1))]
                assert len(lines) == max(3, there.jumpers + 2)
                assert ("catches you there" in line) is there.caught()
                assert ("caught if" in line) is (there.fatal is not None and not there.caught())
                seen += 1
    assert seen > 50


def test_a_landing_is_told_as_counted_first_and_as_free_after_it() -> None:
    """AV-16, AV-25: the script draws the way to the space that is counted, then on to the next empty one."""
    view = board_game.view(board(hands=[["s3b"], ["t1b"], ["d1b"]], at=[5, 8, 11]), 0)
    (look,) = forecasts(view)
    cards, layout = cards_of(view.public.deck_hash), layout_of(view.public.deck_hash, view.public.mountain)
    cast = cast_of(SamplePlay(3, (), "landing").table(), voice_of("en"))
    told_to_the_script = outlook(look, Ground(layout, cast), cards, view.public)
    assert (told_to_the_script["ski"][:2], told_to_the_script["hop"][:2]) == ([8, 9], [11, 12])
