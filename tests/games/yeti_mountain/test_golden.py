"""Recorded games of the climb: one for each way to end. A change that alters them changes finished results and needs a
new rules version (`python -m tests.games.yeti_mountain.test_golden` writes them anew).
"""

import copy
import json
from pathlib import Path

import pytest

from app.games.kernel.interchange import BadPosition
from app.games.kernel.stream import Draws
from app.games.yeti_mountain.choices import decode_choice
from app.games.yeti_mountain.climb import new_game, take
from app.games.yeti_mountain.kit import standard
from app.games.yeti_mountain.legal import legal_actions
from app.games.yeti_mountain.record import positions_of, record_of, replay
from tests.games.yeti_mountain.play import at_random, eager, game, seed_of

HERE = Path(__file__).parent / "golden"
FILES = sorted(HERE.glob("*.json"))
WANTED = {"2-summit", "3-summit", "4-summit", "3-nightfall"}


def regenerate() -> None:
    missing = set(WANTED)
    for number in range(400):
        for players in (2, 3, 4):
            chooser = at_random if number == 0 and players == 3 else eager
            seed = seed_of("golden", players, number)
            options = (
                (("short_climb",), (), ("call_across",))[number % 3] if chooser is eager else ("short_climb",)
            )
            draws = Draws(seed_of("choices", seed))
            state = new_game(standard, players, options, seed, None)
            actions = []
            while (seat := state.awaited) is not None:
                action = chooser(state, legal_actions(state), draws)
                actions.append((seat, action))
                take(state, action, None)
            name = f"{players}-{state.reason}"
            if name in missing:
                missing.discard(name)
                record = record_of(options, players, seed, actions, standard)
                (HERE / f"{name}.json").write_text(json.dumps(record, separators=(",", ":")) + "\n")
            if not missing:
                return
    raise SystemExit(f"not found: {missing}")


def test_every_way_to_end_is_here():
    assert {path.stem for path in FILES} == WANTED


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path):
    """YM-17, YM-42."""
    record = json.loads(path.read_text())
    last = replay(record)
    assert f"{last.players}-{last.reason}" == path.stem
    actions = []
    for entry in record["choices"]:
        choice = {key: value for key, value in entry.items() if key != "decision"}
        actions.append(decode_choice(choice, "", standard, last.players))
    seed = bytes.fromhex(record["seed"])
    positions, end = positions_of(record["options"], last.players, seed, actions, standard)
    assert end.winners == last.winners
    assert all(game.opened(position, standard.hash).turn == position["turn"] for _, position in positions)
    assert record_of(record["options"], last.players, seed, actions, standard) == record


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.update(seed="00" * 32),
        lambda r: r["choices"].pop(),
        lambda r: r["choices"][0].update(decision=2),
        lambda r: r["outcome"].update(reason="nightfall"),
        lambda r: r.update(deck_hash="0"),
        lambda r: r["start"].update(removed=1),
    ],
)
def test_a_changed_record_is_refused(change):
    record = copy.deepcopy(json.loads((HERE / "2-summit.json").read_text()))
    change(record)
    with pytest.raises(BadPosition):
        replay(record)


if __name__ == "__main__":
    regenerate()
