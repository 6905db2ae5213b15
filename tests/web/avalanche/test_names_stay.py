"""What people are called is never translated by a browser: each name in a sentence is marked as it is."""

import re

import pytest
from markupsafe import Markup

from app.web.front.text import Asked
from app.web.games.avalanche.samples.tables import Sample, SamplePlay, game, samples
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.text.page import text_screen
from app.web.games.avalanche.words.voice import cast_of, voice_of
from app.web.http.request_user import RequestUser
from app.web.templating import environment, named
from tests.web.bare_names import Bare
from tests.web.test_languages import front


def test_names_in_a_sentence_are_marked_and_nothing_else_is() -> None:
    """Longest first, whole words only, and whatever a name holds is text."""
    said = named("Al and Al Capone ski. Also <b>Al’s</b> hat.", ["Al", "Al Capone", ""])
    al = '<span translate="no">Al</span>'
    whole = '<span translate="no">Al Capone</span>'
    assert said == f"{al} and {whole} ski. Also &lt;b&gt;{al}’s&lt;/b&gt; hat."
    assert named("<i> skis.", ["<i>"]) == '<span translate="no">&lt;i&gt;</span> skis.'
    assert named("Nobody", []) == "Nobody"


@pytest.mark.parametrize("template", ["_log", "log"])
def test_no_name_of_the_log_is_left_to_be_translated(template: str) -> None:
    """The log beside the table and the log of the whole race."""
    play = SamplePlay(3, (), "names")
    for _ in range(12):
        play.step()
    table, view = play.table(), game.view(play.state, 0)
    if template == "_log":
        html = screen.regions_shared(table, view, play.story, frozenset({0, 1, 2}), "en")["log"]
    else:
        name, context = screen.log(table, view, play.story, "en")
        html = environment("en").get_template(name).render(**context, theme="light", csrf="", place="table")
    told = re.findall(r"<p>(.*?)</p>|<li class=\"(?:rd|aside)\">(.*?)</li>", html)
    bare = [re.sub(r'<span translate="no">.*?</span>', "", "".join(one)) for one in told]
    assert bare
    names = cast_of(table, voice_of("en")).names
    assert not [line for line in bare for name in names if name in line]
    assert html.count('translate="no"') > 5


def test_a_name_is_marked_in_a_sentence_that_is_html_already() -> None:
    """Templates speak in HTML: what a name holds is escaped there once, and is marked as a whole."""
    said = Markup("{} skis, {} waits.").format("O’Neil & Co", "D'Arcy")
    assert named(said, ["O’Neil & Co", "D'Arcy"]) == (
        '<span translate="no">O’Neil &amp; Co</span> skis, <span translate="no">D&#39;Arcy</span> waits.'
    )


every_sample = {sample.name: sample for sample in samples()}


def names_at(sample: Sample) -> list[str]:
    asking = [seat.claim.name for seat in sample.table.seats if seat.claim]
    return [*(seat.name for seat in sample.table.seats), *asking]


@pytest.mark.parametrize("name", every_sample)
def test_no_name_in_a_race_is_left_to_be_translated(name: str) -> None:
    """The table's page with all its regions, the poster at the end, the text view, the log."""
    sample = every_sample[name]
    story = screen.recent(sample.story)
    regions = screen.regions_shared(
        sample.table, sample.view, story, sample.present, "en", race=sample.story
    ) | screen.regions_private(sample.table, sample.view, "en", race=sample.story)
    asked = Asked("table:0:host", host=True, whole_log=True)
    reader = RequestUser("session", None, "en", None)
    text = text_screen.page(
        sample.table, sample.view, sample.story, sample.present, reader=reader, asked=asked
    )
    pages = {**regions, "text": text}
    found = {part: Bare(html, names_at(sample)).found for part, html in pages.items()}
    assert not {part: bare for part, bare in found.items() if bare}


def test_no_name_in_a_lobby_is_left_to_be_translated() -> None:
    shown = {name: html for name, html in front("en") if name.startswith("lobby")}
    found = {
        name: Bare(html, ["Mira", "Ruben", "Ines", "Bot Alma", "Bot Urs"]).found
        for name, html in shown.items()
    }
    assert len(shown) > 10
    assert not {name: bare for name, bare in found.items() if bare}
