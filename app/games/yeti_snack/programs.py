"""The puzzle race on the command line: scenarios and random games. Records come with its place at a table."""

from collections.abc import Mapping, Sequence

from app.games.kernel.contract import Json
from app.games.kernel.interchange import BadPosition
from app.games.kernel.programs import held
from app.games.yeti_snack.position import GAME
from app.games.yeti_snack.scenario import FORMAT, read_scenario, run
from app.games.yeti_snack.simulation import simulate


class YetiSnackPrograms:
    key = GAME
    scenario_format = FORMAT
    levels: tuple[str, ...] = ("random",)

    def play_scenario(self, text: str) -> tuple[str, str]:
        return held(read_scenario(text), run)

    def replay(self, record: Mapping[str, object]) -> Json:
        """Always raises BadPosition: no table of this game writes records yet."""
        raise BadPosition(f"record.game: records of {record.get('game')!r} are not read yet")

    def simulate(
        self,
        players: int,
        games: int,
        options: Sequence[str],
        seed: bytes,
        level: str,  # noqa: ARG002 - there is one level
    ) -> Json:
        tally = simulate(players, games, options, seed)
        return {
            "options": list(tally.options),
            "rounds_mean": round(tally.rounds / games, 4),
            "wins_by_seat": tally.wins,
            "nobody_won": tally.nobody,
            "minutes_mean": round(tally.ms / games / 60_000, 2),
            "choices": tally.choices,
        }
