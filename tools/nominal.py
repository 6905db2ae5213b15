"""How long a round's story takes at normal speed: nominal times of 1,000 random rounds of each kind.

`python -m tools.nominal`. The games are played by dice of their own, so the same rounds are timed at every commit.
"""

import statistics
import sys
from collections.abc import Iterator

from app.games.avalanche import events as e
from app.games.avalanche.motion import motion_ms
from app.web.games.avalanche.samples.tables import SamplePlay, game

kinds: dict[str, tuple[int, tuple[str, ...]]] = {
    "five skiers": (5, ()),
    "four skiers": (4, ()),
    "three skiers": (3, ()),
    "two players": (2, ()),
    "solo": (1, ()),
    "three heats, four skiers": (4, ("racing",)),
}


def rounds(players: int, options: tuple[str, ...], wanted: int) -> Iterator[int]:
    """Nominal ms of so many rounds: all that is shown from one reveal to the next."""
    for number in range(wanted):
        play = SamplePlay(players, options, f"nominal {number}")
        told = 0
        while game.waiting_on(play.state):
            play.step()
            events = play.story[-1].events
            if any(isinstance(event, e.CardsRevealed) for event in events) and told:
                yield told
                told = 0
            told += motion_ms(events)
        yield told


def main() -> int:
    wanted = 1000
    print(f"{'':26}{'median':>8}{'9 of 10':>9}{'longest':>9}   seconds, {wanted} rounds each")
    for name, (players, options) in kinds.items():
        found = []
        for ms in rounds(players, options, wanted):
            found.append(ms / 1000)
            if len(found) == wanted:
                break
        ninth = statistics.quantiles(found, n=10)[-1]
        print(f"{name:26}{statistics.median(found):8.1f}{ninth:9.1f}{max(found):9.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
