"""Regions that are kept are those a new rendering would give, and no more of them are kept than fit."""

from dataclasses import dataclass
from typing import Any

import pytest

from app.games.avalanche.game import Avalanche
from app.web import frame
from app.web.games.avalanche.front import front
from app.web.games.avalanche.samples.tables import SamplePlay
from app.web.rendered import RenderedRegions

screen = front.table
game = Avalanche()


def test_a_region_is_rendered_once_for_equal_contexts() -> None:
    kept = RenderedRegions()
    drawn = [kept.get(("t", 1), lambda: "<p>1</p>") for _ in range(3)]
    assert drawn == ["<p>1</p>"] * 3
    assert kept.renderings == 1
    assert [kept.get(("t", []), lambda: "<p></p>") for _ in range(2)] == ["<p></p>"] * 2
    assert kept.renderings == 3, "what cannot be compared is rendered every time"


def test_what_was_used_longest_ago_goes() -> None:
    kept = RenderedRegions(most=30)
    for name in "abc":
        kept.get(name, lambda name=name: name * 10)  # type: ignore[misc]
    kept.get("a", lambda: "never")
    kept.get("d", lambda: "d" * 10)
    assert kept.get("a", lambda: "anew") == "a" * 10
    assert kept.get("b", lambda: "anew") == "anew"


@dataclass(frozen=True)
class Switch:
    on: bool


@dataclass(frozen=True)
class Number:
    on: int


def test_contexts_of_two_kinds_are_never_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    """True and 1 are equal to Python and not the same words on a page."""
    monkeypatch.setattr(frame, "rendered", RenderedRegions())
    seen: list[Any] = []

    class Template:
        def render(self, context: Any) -> str:
            seen.append(context)
            return str(context["on"])

    class Environment:
        def get_template(self, _name: str) -> Template:
            return Template()

    monkeypatch.setattr(frame, "environment", lambda *_: Environment())
    assert [frame.region("x", Switch(True), "en"), frame.region("x", Number(1), "en")] == ["True", "1"]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_kept_regions_are_byte_for_byte_what_a_new_rendering_gives(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A random race, every version and every reader: once with everything kept so far, once with nothing."""
    play, kept, renderings = SamplePlay(players, (), "kept"), RenderedRegions(), 0
    everybody = frozenset(range(players))
    while game.outcome(play.state) is None and play.version < 50:
        table, story, pictures = play.table(), list(screen.recent(play.story)), []
        anew = RenderedRegions()
        for store in (kept, anew):
            monkeypatch.setattr(frame, "rendered", store)
            public = game.view(play.state, None)
            shared = screen.regions_shared(table, public, story, everybody, "de")
            views = [game.view(play.state, seat) for seat in (None, *range(players))]
            pictures.append((shared, [screen.regions_private(table, view, "de") for view in views]))
        assert pictures[0] == pictures[1]
        renderings += anew.renderings
        play.step()
    assert kept.renderings < 0.7 * renderings, "much of what is drawn was drawn before"
