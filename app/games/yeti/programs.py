"""The dice game on the command line: scenarios, records, games by the hundred."""

from collections.abc import Mapping, Sequence

from app.games.kernel.contract import Json
from app.games.kernel.programs import held
from app.games.yeti.position import GAME, position_of
from app.games.yeti.record import replay
from app.games.yeti.scenario import FORMAT, read_scenario, run
from app.games.yeti.simulation import random_choice, simple_choice, simulate

choosers = {"random": random_choice, "simple": simple_choice}


class YetiPrograms:
    key = GAME
    scenario_format = FORMAT
    levels: tuple[str, ...] = tuple(choosers)

    def play_scenario(self, text: str) -> tuple[str, str]:
        return held(read_scenario(text), run)

    def replay(self, record: Mapping[str, object]) -> Json:
        last = replay(record)
        return {"winners": list(last.winners or ()), "reason": last.reason, "final": position_of(last)}

    def simulate(self, players: int, games: int, options: Sequence[str], seed: bytes, level: str) -> Json:
        tally = simulate(players, games, options, seed, choosers[level])
        return {
            "options": list(tally.options),
            "rounds_mean": round(tally.rounds / games, 4),
            "wins_by_seat": tally.wins,
            "nobody_won": 0,
            "turns": tally.turns,
            "choices": tally.choices,
        }
