"""Regions that are kept are those a new rendering would give, and no more of them are kept than fit."""

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from app.games.avalanche.game import Avalanche
from app.tables.model import Actor
from app.web import frame
from app.web.games.avalanche.front import front
from app.web.games.avalanche.samples.tables import SamplePlay, all_racing, found
from app.web.games.avalanche.story.decided import without_last_locks
from app.web.games.avalanche.table import hand, shared
from app.web.games.avalanche.words.phrases import phrases
from app.web.rendered import RenderedRegions
from app.web.templating import environment

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


def test_what_a_context_is_made_of_is_compared_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "rendered", RenderedRegions())
    made: list[bool] = []

    def make(on: bool) -> Switch:
        made.append(on)
        return Switch(on)

    class Environment:
        def get_template(self, _name: str) -> Any:
            return SimpleNamespace(render=lambda context: str(context["on"]))

    monkeypatch.setattr(frame, "environment", lambda *_: Environment())
    drawn = [frame.region("x", frame.Unmade(make, (on,)), "en") for on in (True, True, False, True)]
    assert drawn == ["True", "True", "False", "True"]
    assert made == [True, False]
    assert frame.region("x", Switch(False), "en") == "False"


def test_a_lock_tells_no_log_again_and_makes_one_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "rendered", RenderedRegions())
    made: list[str] = []

    def noted(owner: Any, name: str) -> None:
        honest = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *parts: made.append(name) or honest(*parts))

    play = found(4, (), all_racing(2))
    noted(shared, "told_log")
    noted(hand, "played")
    for seat in range(4):
        table, story = play.table(), list(screen.recent(play.story))
        screen.regions_shared(table, game.view(play.state, None), story, frozenset(), "en")
        for reader in (0, 1, 2, 3):
            screen.regions_private(table, game.view(play.state, reader), "en")
        assert sorted(made) == (["played"] if seat else ["played"] * 4 + ["told_log"])
        made.clear()
        if seat < 3:
            play.step()


def test_a_lock_draws_one_cabin() -> None:
    play = found(4, (), all_racing(2))
    roster = environment("en", phrases).get_template("avalanche/_cabin.html")
    drawn = []
    for seat in range(4):
        before = roster.module.cabin.cache_info().misses  # type: ignore[attr-defined]
        public = game.view(play.state, None)
        screen.regions_shared(
            play.table(), public, list(screen.recent(play.story)), frozenset(range(4)), "en"
        )
        drawn.append(roster.module.cabin.cache_info().misses - before)  # type: ignore[attr-defined]
        if seat < 3:
            play.step()
    assert max(drawn[1:]) == 1


def test_what_the_clock_locked_in_is_told() -> None:
    play = found(4, (), all_racing(2))
    told = len(play.story)
    play.step()
    play.step()
    by_clock = [*play.story[:-2], replace(play.story[-2], actor=Actor.CLOCK), play.story[-1]]
    assert without_last_locks(play.story) == tuple(play.story[:told])
    assert without_last_locks(by_clock) == tuple(by_clock[:-1])


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
