"""Avalanche on the command line: scenarios, records, random games."""

from collections.abc import Mapping, Sequence

from app.games.avalanche.bots import LEVELS
from app.games.avalanche.position import GAME, position_of
from app.games.avalanche.record import replay
from app.games.avalanche.scenario import FORMAT, read_scenario, run
from app.games.avalanche.simulation import simulate
from app.games.kernel.contract import Json
from app.games.kernel.programs import held


class AvalanchePrograms:
    key = GAME
    scenario_format = FORMAT
    levels: tuple[str, ...] = LEVELS[:1]

    def play_scenario(self, text: str) -> tuple[str, str]:
        return held(read_scenario(text), run)

    def replay(self, record: Mapping[str, object]) -> Json:
        last = replay(record)
        return {"winners": list(last.winners or ()), "reason": last.reason, "final": position_of(last)}

    def simulate(
        self,
        players: int,
        games: int,
        options: Sequence[str],
        seed: bytes,
        level: str,  # noqa: ARG002  # random games alone; the ladder plays levels
    ) -> Json:
        tally = simulate(players, games, options, seed)
        return {
            "options": list(tally.options),
            "rounds_mean": round(tally.rounds / games, 4),
            "wins_by_seat": tally.wins,
            "nobody_won": tally.nobody,
            "buried_mean": round(tally.buried / games, 4),
            "choices": tally.choices,
        }
