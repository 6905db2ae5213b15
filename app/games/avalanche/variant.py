"""Who plays which way: players, their skiers, options. Not here: anything that changes during a game."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from app.games.kernel.contract import BadSetup, Option

MOUNTAIN_CARDS = 12
HAND_CARDS = 4

OPTIONS = (
    Option("racing", frozenset({2, 3, 4, 5})),
    Option("drafting", frozenset({1, 2, 3, 4, 5})),
    Option("controlled_speed", frozenset({1, 2, 3, 4, 5})),
    Option("last_skier_wins", frozenset({2, 3, 4, 5})),
)
"""Solo always has Controlled Speed, set or not, and no racing (AV-102); AV-103 is not offered solo."""


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """`owner`: player of each skier. `skiers_of`: skiers of each player. `length`: cards of a mountain."""

    players: int
    options: tuple[str, ...]
    length: int
    solo: bool
    two: bool
    racing: bool
    drafting: bool
    controlled: bool
    last_skier_wins: bool
    owner: tuple[int, ...]
    skiers_of: tuple[tuple[int, ...], ...]

    @property
    def skiers(self) -> int:
        return len(self.owner)

    @property
    def hand_cards(self) -> int:
        """Cards dealt to each player: two players hold two hands in one."""
        return HAND_CARDS * len(self.skiers_of[0])


def variant_of(players: int, options: Iterable[str], length: int = MOUNTAIN_CARDS) -> Variant:
    """Raises BadSetup: seats, unknown_option, option_does_not_fit."""
    if not 1 <= players <= 5:
        raise BadSetup("seats", seats=players, fewest=1, most=5)
    wanted = set(options)
    known = {option.key: option for option in OPTIONS}
    for key in sorted(wanted):
        if key not in known:
            raise BadSetup("unknown_option", option=key)
        if players not in known[key].seats:
            raise BadSetup("option_does_not_fit", option=key, seats=players)
    if players == 1:
        wanted.add("controlled_speed")
    return _variant(players, tuple(sorted(wanted)), length)


@lru_cache(maxsize=1024)
def _variant(players: int, options: tuple[str, ...], length: int) -> Variant:
    owner = (0, 0, 1, 1) if players == 2 else tuple(range(players))
    return Variant(
        players=players,
        options=options,
        length=length,
        solo=players == 1,
        two=players == 2,
        racing="racing" in options,
        drafting="drafting" in options,
        controlled="controlled_speed" in options,
        last_skier_wins="last_skier_wins" in options,
        owner=owner,
        skiers_of=tuple(tuple(s for s, o in enumerate(owner) if o == p) for p in range(players)),
    )
