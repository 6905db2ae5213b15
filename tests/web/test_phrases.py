"""What a game says in its own way: every text of its phrasebook replaces one that the platform really says."""

from app.web.fronts import fronts
from app.web.templating import Phrasebook, environment, gettext_of
from tools.catalog import extracted, forms


def test_a_phrasebook_replaces_texts_the_platform_says() -> None:
    """A key that no page of the platform has would replace nothing, silently."""
    said = {
        form: [path for path, _ in message.locations] for message in extracted() for form in forms(message.id)
    }
    for front in fronts.values():
        for text in front.words.phrases.texts:
            where = [path for path in said.get(text, ()) if front.game.key not in path]
            assert where, text


def test_both_ways_of_a_text_are_in_every_catalogue() -> None:
    said = {form for message in extracted() for form in forms(message.id)}
    for front in fronts.values():
        for ours, theirs in front.words.phrases.texts.items():
            assert {ours, theirs} <= said


def test_a_text_is_said_as_the_game_says_it_in_the_language_of_the_reader() -> None:
    own = Phrasebook({"Leave the game": "Leave the race"})
    assert gettext_of("en")("Leave the game") == "Leave the game"
    assert gettext_of("en", own)("Leave the game") == "Leave the race"
    assert gettext_of("de", own)("Leave the game") == gettext_of("de")("Leave the race")
    drawn = environment("en", own).from_string('{{ _("Leave the game") }}, {{ _("Join") }}').render()
    assert drawn == "Leave the race, Join"
