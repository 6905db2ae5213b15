"""Legal actions may be a generator, and one without an end: only so many are taken from it."""

from collections.abc import Iterator
from typing import Any

from app.games.kernel.listing import has_choice, legal_list, most_listed
from tests.fake_trade import Offer, Trade


class Counted(Trade):
    """Counts how many actions were asked for."""

    def __init__(self) -> None:
        self.taken = 0

    def legal_actions(self, state: Any, seat: int) -> Iterator[Any]:
        for action in super().legal_actions(state, seat):
            self.taken += 1
            assert self.taken <= most_listed
            yield action


def test_nobody_takes_more_than_the_bound() -> None:
    game = Counted()
    state = game.start((), 2, bytes(32)).state
    assert len(legal_list(game, state, 0)) == game.taken == most_listed
    assert legal_list(game, state, 1) == []


def test_whether_there_is_a_choice_costs_one() -> None:
    game = Counted()
    state = game.start((), 2, bytes(32)).state
    assert has_choice(game, state, 0)
    assert game.taken == 1
    assert not has_choice(game, state, 1)


def test_a_short_list_is_taken_as_it_is() -> None:
    """In the game's own order, without a copy: a game of cards lists its hands thousands of times a second."""

    class Short(Trade):
        actions = [Offer(3), Offer(1)]  # noqa: RUF012  # of this test alone

        def legal_actions(self, _state: Any, _seat: int) -> Any:
            return self.actions

    game = Short()
    assert legal_list(game, None, 0) is game.actions
    assert legal_list(game, None, 0, 1) == [Offer(3)]
