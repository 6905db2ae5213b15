"""The climb on the command line: scenarios, records, random games."""

from collections.abc import Mapping, Sequence

from app.games.kernel.contract import Json
from app.games.kernel.programs import held
from app.games.yeti_mountain.position import GAME, position_of
from app.games.yeti_mountain.record import replay
from app.games.yeti_mountain.scenario import FORMAT, read_scenario, run
from app.games.yeti_mountain.simulation import simulate


class YetiMountainPrograms:
    key = GAME
    scenario_format = FORMAT
    levels: tuple[str, ...] = ("random",)

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
        level: str,  # noqa: ARG002 - there is one level
    ) -> Json:
        tally = simulate(players, games, options, seed)
        return {
            "options": list(tally.options),
            "rounds_mean": round(tally.rounds / games, 4),
            "wins_by_seat": tally.wins,
            "nobody_won": 0,
            "nightfall": tally.nights,
            "choices": tally.choices,
        }
