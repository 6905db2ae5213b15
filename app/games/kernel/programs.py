"""What the command line asks of a game: its scenarios, its records, games by the hundred. Not here: printing, files."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from app.games.kernel.contract import Json
from app.games.kernel.interchange import Failed


class ScenarioFile(Protocol):
    """A scenario, whatever its game."""

    @property
    def name(self) -> str: ...


NamedScenario = TypeVar("NamedScenario", bound=ScenarioFile)


def held(scenario: NamedScenario, run: Callable[[NamedScenario], object]) -> tuple[str, str]:
    """Plays a scenario: its name, and what did not hold ("" if all did). Raises BadPosition."""
    try:
        run(scenario)
    except Failed as failure:
        return scenario.name, str(failure)
    return scenario.name, ""


class GamePrograms(Protocol):
    """One game's own programs. `key` is the game's; the formats begin its files ("format": ...)."""

    key: str
    scenario_format: str
    levels: tuple[str, ...]
    """Who may choose in `simulate`; the first one by default."""

    def play_scenario(self, text: str) -> tuple[str, str]:
        """Plays a scenario: its name, and what did not hold ("" if all did). Raises BadPosition."""
        ...

    def replay(self, record: Mapping[str, object]) -> Json:
        """Plays a record again: `winners`, `reason` and the `final` position. Raises BadPosition."""
        ...

    def simulate(self, players: int, games: int, options: Sequence[str], seed: bytes, level: str) -> Json:
        """Plays games and reports `options, rounds_mean, wins_by_seat, nobody_won, choices` and figures of its own.
        Raises BadSetup.
        """
        ...
