"""The log: the last two rounds at the table, the whole race on a page of its own, rulings behind every line."""

import re

import pytest

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PublicView
from app.web.games.avalanche.samples.tables import SamplePlay, game
from app.web.games.avalanche.story.beats import tell
from app.web.games.avalanche.story.log import log
from app.web.games.avalanche.story.rulings import titles
from app.web.games.avalanche.table.screen import screen
from tests.web.conftest import Guest


def whole(players: int, options: tuple[str, ...] = (), seed: str = "log") -> SamplePlay:
    return SamplePlay(players, options, seed).until(lambda view: view.phase is Phase.OVER)


def public(play: SamplePlay) -> PublicView:
    view = game.view(play.state, None)
    assert isinstance(view, PublicView)
    return view


@pytest.mark.parametrize(("players", "options"), [(1, ()), (2, ()), (4, ("drafting",)), (3, ("racing",))])
def test_every_line_but_a_heading_names_a_ruling_that_can_be_read(
    players: int, options: tuple[str, ...]
) -> None:
    """Two at most, each of them on the page of rulings."""
    play = whole(players, options)
    known = titles("en")
    lines = log(tell(play.story, play.table(), public(play), "en"))
    for line in lines:
        assert line.kind == "round" or line.rulings, line
        assert set(line.rulings) <= set(known)
        assert len(line.rulings) <= 2


def test_what_motion_gets_holds_no_rulings() -> None:
    """They belong to the log alone: the news of a round stay light."""
    play = whole(3)
    for beat in screen.beats(play.story, play.table(), "en", public(play)):
        assert "rulings" not in beat


def test_a_push_tells_motion_where_the_leap_begins() -> None:
    """A skier on a taken space is pushed on from there (AV-12)."""
    pushed = []
    for seed in "abcdef":
        play = whole(5, seed=seed)
        beats = screen.beats(play.story, play.table(), "en", public(play))
        pushed += [beat for beat in beats if "hop" in beat]
    assert pushed
    assert all(beat["start"] <= beat["hop"] < beat["end"] for beat in pushed)


def test_a_new_mountain_is_a_line_of_the_round_that_begins_on_it() -> None:
    """The heading of the round comes first, in every heat (AV-87)."""
    play = whole(3, ("racing",))
    kinds = [line.kind for line in log(tell(play.story, play.table(), public(play), "en"))]
    assert kinds[0] == "round"
    at = [index for index, kind in enumerate(kinds) if kind == "heat"]
    assert len(at) >= 3
    assert all(kinds[index - 1] == "round" for index in at)


@pytest.mark.anyio
async def test_the_whole_race_is_told_on_a_page_of_its_own(mira: Guest) -> None:
    """From the first line on, with links to the rulings and back to the table; a wrong code is a clear page."""
    answer = await mira.post("/solo", name="Mira")
    address = answer.headers["location"]
    page = await mira.get(f"{address}/log")
    assert page.status_code == 200
    assert "The mountain is laid out." in page.text
    assert re.search(r'href="/rules/avalanche/rulings#AV-\d+"', page.text)
    assert f'href="{address}"' in page.text
    assert (await mira.get("/t/ZZZZZZ/log")).status_code == 404


@pytest.mark.anyio
async def test_the_log_of_a_private_race_is_not_for_everybody(mira: Guest, ruben: Guest) -> None:
    """Who may not look on gets a word instead (spectators by the host's leave)."""
    address = (await mira.post("/solo", name="Mira")).headers["location"]
    page = await ruben.get(f"{address}/log")
    assert page.status_code == 403
    assert "laid out" not in page.text
