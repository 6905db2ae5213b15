"""Whoever still chooses is not drawn anew when somebody else locks in: it would come out the same, byte by byte."""

import pytest

from app.games.avalanche.actions import TakeBack
from app.web.games.avalanche.samples.tables import SamplePlay, game
from app.web.games.avalanche.table.screen import screen

kinds = (
    (2, ()), (3, ()), (5, ()), (2, ("racing",)), (4, ("last_skier_wins",)), (5, ("controlled_speed", "drafting")),
)  # fmt: skip


def drawn(play: SamplePlay, seat: int) -> dict[str, str]:
    return screen.regions_private(play.table(), game.view(play.state, seat), "en")


@pytest.mark.parametrize(("players", "options"), kinds)
def test_what_a_choice_does_not_concern_is_drawn_as_before(players: int, options: tuple[str, ...]) -> None:
    """In whole random races, selections taken back among them. Whose pages wait are told whom they wait for."""
    play, spared = SamplePlay(players, options, f"unconcerned {players}"), 0
    while game.waiting_on(play.state):
        before, earlier = play.state, {seat: drawn(play, seat) for seat in range(players)}
        locked = [seat for seat in range(players) if game.is_legal(play.state, seat, TakeBack())]
        if locked and not play.draw(3):
            play.act(locked[0], TakeBack())
        else:
            play.step()
        seat, action = play.actions[-1]
        concerns = game.apply(before, seat, action).concerns
        if concerns is None:
            continue
        assert seat in concerns or isinstance(action, TakeBack)
        for other in set(range(players)) - set(concerns) - {seat}:
            spared += 1
            assert drawn(play, other) == earlier[other]
    assert spared > 5
