"""A front has words for all that its game offers: in a lobby nothing stays without a name, in any language."""

import pytest

from app.games.registry import games
from app.web.front.game import GameFront
from app.web.fronts import fronts
from app.web.templating import languages
from tests.fake_choosy import choosy_front
from tests.numbers_front import numbers_front

every = [*fronts.values(), numbers_front, choosy_front]


@pytest.mark.parametrize("language", languages)
@pytest.mark.parametrize("front", every, ids=lambda front: front.game.key)
def test_options_values_and_bots_have_words(front: GameFront, language: str) -> None:
    game, options = front.game, front.words.options(language)
    for option in game.options:
        assert option.key in options, f"no words for the option {option.key}"
        # The word of a value may be missing where the value is a word itself: it is shown then.
        assert set(options[option.key].values) <= set(option.values), option.key
    groups = {option.group for option in game.options}
    assert set(options) <= {option.key for option in game.options} | groups
    assert set(game.bot_levels) <= set(front.words.bots(language))
    for seats in range(game.min_seats, game.max_seats + 1):
        assert front.words.variant(seats, language)
        assert len(front.words.figures(seats, language)) == game.figures(seats)


def test_what_tables_are_opened_for_has_a_front() -> None:
    assert set(games) == set(fronts)
