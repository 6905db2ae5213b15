"""What is said of one play: whole sentences, whatever cards are in it."""

from app.games.avalanche.forecast import forecasts
from app.games.avalanche.views import PrivateView
from app.web.games.avalanche.mountain.layout import layout_of
from app.web.games.avalanche.pieces.ground import Ground
from app.web.games.avalanche.samples.tables import SamplePlay, game
from app.web.games.avalanche.table.plays import PlayWords
from app.web.games.avalanche.words.voice import cast_of, voice_of


def test_who_lands_is_named_in_the_sentence_of_a_pair_as_of_a_card() -> None:
    """From the start line every jump is one of a pair (AV-33)."""
    wild = []
    for number in range(6):
        play = SamplePlay(3, (), f"pairs {number}")
        view = game.view(play.state, 0)
        assert isinstance(view, PrivateView)
        ground = Ground(
            layout_of(view.public.deck_hash, view.public.mountain), cast_of(play.table(), voice_of("en"))
        )
        wild += [PlayWords(look, ground).jump() for look in forecasts(view) if look.wild]
    assert any("and land on card" in said for said in wild)
    for said in wild:
        assert said.startswith("You make a wild jump over card ")
