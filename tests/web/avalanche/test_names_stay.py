"""What people are called is never translated by a browser: each name in a sentence is marked as it is."""

import re

import pytest

from app.web.games.avalanche.samples.tables import SamplePlay, game
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.words.voice import cast_of, voice_of
from app.web.templating import environment, named


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
