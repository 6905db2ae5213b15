"""What a game has besides the contract is found out once for its class, and rightly."""

from typing import Protocol, runtime_checkable

import pytest

from app.games.kernel import contract, extensions
from app.games.kernel.kept_answers import KeptAnswers
from app.games.registry import games
from app.web.front.table import HeardFront
from app.web.fronts import fronts

asked_for = [
    contract.Moving,
    contract.Replayable,
    extensions.PerSeat,
    extensions.Timed,
    extensions.Defaulting,
]
asked_for += [extensions.Dropping, extensions.Paced, HeardFront]


@pytest.mark.parametrize("protocol", asked_for, ids=lambda protocol: protocol.__name__)
def test_the_answer_is_pythons_own_each_time(protocol: type) -> None:
    members = [name for name in vars(protocol) if not name.startswith("_")]
    for one in (*games.values(), *(front.table for front in fronts.values()), 3, None, object()):
        is_one = all(hasattr(one, name) for name in members)
        assert [isinstance(one, protocol) for _ in range(2)] == [is_one, is_one]


def test_a_class_is_looked_at_once() -> None:
    @runtime_checkable
    class Loud(Protocol, metaclass=KeptAnswers):
        def shout(self) -> str: ...

    looks: list[str] = []

    class Person:
        def __getattr__(self, name: str) -> object:
            looks.append(name)
            return str

    assert all(isinstance(Person(), Loud) for _ in range(3))
    assert looks.count("shout") <= 2
    assert not isinstance(3, Loud)


def test_some_games_have_more_and_some_have_not() -> None:
    found = [isinstance(game, protocol) for game in games.values() for protocol in asked_for]
    assert True in found
    assert False in found
