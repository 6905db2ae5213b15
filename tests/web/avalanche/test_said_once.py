"""What a choice is called and where a play leads is written in one place, for the picture and the text view."""

import re
from pathlib import Path

import pytest

from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import forecasts
from app.games.avalanche.views import Forecast, PrivateView
from app.web.front.text import Asked
from app.web.games.avalanche.mountain.layout import layout_of
from app.web.games.avalanche.pieces.ground import Ground
from app.web.games.avalanche.samples.tables import SamplePlay, awaited, found, fresh_round, game, phase
from app.web.games.avalanche.table.plays import PlayEnd, PlayWords
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.text.page import text
from app.web.games.avalanche.words.voice import cast_of, voice_of
from tools.catalog import extracted

front = ("app/web/games/avalanche/", "templates/avalanche/")
homes = ("app/web/games/avalanche/words/choices.py", "app/web/games/avalanche/table/plays.py")


@pytest.mark.parametrize("home", homes)
def test_no_other_module_or_template_of_the_front_has_these_words(home: str) -> None:
    """A title that is written twice is changed once."""
    own = [m.locations for m in extracted() if any(path == home for path, _ in m.locations)]
    assert len(own) > 10
    twice = [places for places in own if len([path for path, _ in places if path.startswith(front)]) > 1]
    assert not twice


def test_scripts_bring_no_sentence_of_their_own_about_a_play() -> None:
    """They show what came with the hand."""
    for script in sorted(Path("static/js/avalanche").glob("*.js")):
        code = re.sub(r"//[^\n]*", "", script.read_text())
        assert not re.search(r"[\"'`][^\"'`\n]*\b(jump over|ski to|Lock in|Discard|Take a card)\b", code), (
            script
        )


def both(play: SamplePlay, seat: int = 0) -> tuple[str, str, str]:
    """The picture's choice; legend and heading of the text view."""
    view = game.view(play.state, seat)
    table = play.table()
    page = text(
        table, view, screen.recent(play.story), frozenset({seat}), language="en", asked=Asked("table")
    )
    assert page.choice is not None
    return screen.act_region(table, view, "en"), page.choice.legend, page.heading


@pytest.mark.parametrize(
    ("play", "title", "button"),
    [
        (found(2, (), awaited(Phase.DISCARD, 0)), "Discard {n} card", "Discard {n} card"),
        (found(4, ("drafting",), awaited(Phase.DRAFT, 0)), "Take a card", "Take it"),
        (found(4, (), awaited(Phase.YETI, 0, 3)), "Move the yeti", "Send the yeti"),
        (found(5, (), fresh_round(3)), "Choose your speed", "Lock in"),
    ],
)
def test_picture_and_text_view_ask_with_the_same_words(play: SamplePlay, title: str, button: str) -> None:
    """Where the picture has no title, its button is the same."""
    owed = next(iter(play.state.owed), 0)
    region, legend, heading = both(play)
    title, button = title.format(n=owed), button.format(n=owed)
    assert legend.startswith(title)
    assert title.lower() in heading
    assert f"{button}" in region


def looks() -> list[tuple[Forecast, PlayWords]]:
    """Plays of random races, with the mountain they are made on."""
    gathered = []
    for players, options in ((1, ()), (2, ()), (4, ("controlled_speed",)), (5, ())):
        for number in range(4):
            play = SamplePlay(players, options, f"plays {number}")
            while game.waiting_on(play.state):
                seat = game.waiting_on(play.state)[0]
                view = game.view(play.state, seat)
                assert isinstance(view, PrivateView)
                if phase(Phase.SELECT)(view.public):
                    layout = layout_of(view.public.deck_hash, view.public.mountain)
                    ground = Ground(layout, cast_of(play.table(), voice_of("en")))
                    gathered += [(look, PlayWords(look, ground)) for look in forecasts(view)]
                play.step()
    return gathered


def test_both_tell_the_same_end_of_every_play() -> None:
    """Over the line, next empty space or the space counted: what the hand says the text view says (AV-16, AV-25)."""
    seen = set()
    for look, words in looks():
        over, taken = "the line" in words.ski(), "next empty" in words.ski()
        if not look.controlled_crash:
            assert (over, taken) == (over_line(words.ski_note()), "next empty" in words.ski_note())
        seen.add(words.ski_end)
        if look.over is None:
            continue
        assert over_line(words.jump()) == over_line(words.jump_note()), look
        assert ("next empty" in words.jump()) == ("next empty" in words.jump_note()), look
        assert words.ski_note().startswith("Without a jump")
        seen.add(words.jump_end)
    assert seen == set(PlayEnd)


def over_line(sentence: str) -> bool:
    return "the line" in sentence
