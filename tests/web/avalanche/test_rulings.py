"""The page of rulings, and which of them stand behind what happened."""

import dataclasses
import re
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games.avalanche import events as e
from app.games.avalanche.events import Event, Phase
from app.games.avalanche.views import PublicView
from app.web.games.avalanche.samples.tables import SamplePlay
from app.web.games.avalanche.story.rulings import page, rulings_of, titles, topics
from app.web.games.avalanche.text.story import chapters
from app.web.http.request_user import RequestUser
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio

somebody = RequestUser("session", None, "en", None)
every_number = {f"AV-{n:02d}" for n in range(1, 107)}


def test_every_ruling_is_there_once_and_has_its_anchor() -> None:
    html = page(somebody)
    anchors = re.findall(r'id="(AV-\d+)"', html)
    assert len(anchors) == len(every_number)
    assert set(anchors) == every_number == set(titles("en"))


def test_every_ruling_says_what_was_in_doubt_and_how_it_is() -> None:
    for topic in topics("en"):
        assert topic.name
        for ruling in topic.rulings:
            assert ruling.title
            assert ruling.text.endswith(".")
            assert not re.search(r"AV-\d", ruling.text)


def test_every_ruling_the_rules_engine_cites_is_on_the_page() -> None:
    """A number in the code that the page does not explain would lead nowhere."""
    root = Path(__file__).parents[3] / "app"
    cited = {n for file in root.rglob("*.py") for n in re.findall(r"AV-\d+", file.read_text())}
    assert cited <= every_number


async def test_the_rules_lead_to_the_rulings_and_back(mira: Guest) -> None:
    assert 'href="/rules/avalanche/rulings"' in (await mira.get("/rules")).text
    answer = await mira.get("/rules/avalanche/rulings")
    assert answer.status_code == 200
    assert 'href="/rules"' in answer.text
    assert not re.search(r"<[^>]+ style=", answer.text)
    assert answer.text.count("<h1") == 1


def test_a_skier_that_is_pushed_on_stands_on_the_ruling_of_taken_spaces() -> None:
    """A taken space: on to the next free one, for a crash as well (AV-12, AV-16)."""
    assert rulings_of(e.SkierMoved(0, 3, 1, 2, 6)) == ("AV-12", "AV-16")
    assert "AV-16" not in rulings_of(e.SkierMoved(0, 3, 1, 0, 4))


@pytest.mark.parametrize(
    ("event", "number"),
    [
        (e.CardsRevealed((), 16, 16), "AV-07"),
        (e.CardsRevealed((), 17, 16), "AV-08"),
        (e.Crashed(0, ("limit",)), "AV-08"),
        (e.Crashed(0, ("controlled",)), "AV-95"),
        (e.Crashed(0, ("limit", "controlled")), "AV-98"),
        (e.RocketJumped(0, 0, 1, 3, "circle", True), "AV-27"),
        (e.RocketJumped(0, 2, 2, 5, "circle", False), "AV-30"),
        (e.JumpRefused(0, "blocked", "circle", 1), "AV-30"),
        (e.JumpRefused(0, "rockets_out", "circle", None), "AV-46"),
        (e.JumpRefused(0, "yeti_symbol", "circle", None), "AV-76"),
        (e.AvalancheQuickened(3, "jump", 0), "AV-38"),
        (e.AvalancheQuickened(3, "cards", 0), "AV-77"),
        (e.YetiMoved(1, "2.1", (), "stay", False), "AV-41"),
        (e.YetiMoved(1, "top", ("1.1",), "down", False), "AV-47"),
        (e.YetiMoved(1, "2.1", ("1.3",), "up", False), "AV-48"),
        (e.YetiMoved(None, "12.1", ("12.2",), "down", True), "AV-73"),
        (e.YetiHit(0, "2.1", True), "AV-43"),
        (e.YetiHit(0, "2.1", False), "AV-78"),
        (e.SkierFinished(0, 1, 3), "AV-84"),
        (e.SkierFinished(0, 1, 0), "AV-20"),
        (e.DeckReshuffled(20, ()), "AV-59"),
        (e.DeckReshuffled(20, ((0, ("d1a",)),)), "AV-100"),
        (e.CardsDiscarded(0, ("d1a",), 1, "half"), "AV-65"),
        (e.GameEnded((), "buried"), "AV-55"),
        (e.GameEnded((0,), "last_skier"), "AV-103"),
    ],
)
def test_an_event_leads_to_its_ruling(event: Event, number: str) -> None:
    assert number in rulings_of(event)


def plain_events() -> Iterator[Event]:
    """One of each kind, its fields filled with nothing in particular."""
    empty: dict[object, object] = {int: 1, str: "", bool: False}
    for kind in typing.get_args(Event):
        hints = typing.get_type_hints(kind)
        fields = {f.name: empty.get(hints[f.name], ()) for f in dataclasses.fields(kind)}
        yield kind(**fields)


def test_every_kind_of_event_is_asked_without_a_fault_and_leads_to_rulings_that_exist() -> None:
    for event in plain_events():
        assert set(rulings_of(event)) <= every_number


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, ()), (2, ()), (5, ()), (4, ("drafting",)), (3, ("racing", "controlled_speed"))],
)
def test_every_line_of_a_log_has_its_ruling(players: int, options: tuple[str, ...]) -> None:
    """Whatever a race can tell, a ruling is one step away; only the revealed cards are their own witness."""
    play = SamplePlay(players, options, "a whole log").until(lambda view: view.phase is Phase.OVER)
    view = play.sample("over", None).view
    assert isinstance(view, PublicView)
    told = chapters(tuple(play.story), play.table(), view, "en")
    assert len(told) > view.round
    for chapter in told:
        for line in chapter.lines:
            assert line.rulings or line.plays, line
