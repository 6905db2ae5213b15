"""Recorded games of the dice race: one for each way to end. A change that alters them changes finished results and
needs a new rules version (`python -m tests.games.yeti.test_golden` writes them anew).
"""

import copy
import json
from pathlib import Path

import pytest

from app.games.kernel.interchange import BadPosition
from app.games.kernel.stream import Draws
from app.games.yeti.actions import KeepDice, MendTray, TurnSnow
from app.games.yeti.events import TurnPhase
from app.games.yeti.parts import standard
from app.games.yeti.placement import decode_choice
from app.games.yeti.record import positions_of, record_of, replay
from app.games.yeti.simulation import random_choice, simple_choice
from app.games.yeti.turn import legal_actions, new_game, take
from tests.games.yeti.play import OPTIONS, game, seed_of

HERE = Path(__file__).parent / "golden"
FILES = sorted(HERE.glob("*.json"))
WANTED = {f"{players}-points" for players in (2, 3, 4, 5)} | {
    "2-equipment",
    "2-shared",
    "2-rounds",
    "4-equipment",
}


def played(players, options, seed, chooser):
    """Actions and last state of a game."""
    draws = Draws(seed_of("choices", seed))
    state = new_game(standard, players, options, seed, None)
    actions = []
    while state.phase is not TurnPhase.OVER:
        action = chooser(state, legal_actions(state), draws)
        actions.append((state.turn, action))
        take(state, action, None)
    return actions, state


def loiter(_s, legal, _draws):
    """Keeps no footprint it need not keep, buys nothing, climbs nowhere: a game nobody brings to an end (YT-45)."""
    if isinstance(legal[0], KeepDice):
        return min(legal, key=lambda action: ("footprint" in action.kinds, action.kinds == (), action.kinds))
    return legal[-1] if isinstance(legal[0], MendTray | TurnSnow) else legal[0]


def regenerate() -> None:
    missing = set(WANTED)
    for number in range(4000):
        for players in (2, 3, 4, 5):
            chooser = (simple_choice, random_choice, loiter)[number % 3]
            seed = seed_of("golden", players, number)
            options = OPTIONS[number % 4]
            actions, state = played(players, options, seed, chooser)
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
    """YT-25, YT-45, YT-46."""
    record = json.loads(path.read_text())
    last = replay(record)
    assert f"{last.players}-{last.reason}" == path.stem
    actions = []
    for entry in record["choices"]:
        choice = {key: value for key, value in entry.items() if key != "decision"}
        actions.append(decode_choice(choice, "", standard, last.players))
    positions, end = positions_of(
        record["options"], last.players, bytes.fromhex(record["seed"]), actions, standard
    )
    assert end.winners == last.winners
    assert all(game.opened(position, standard.hash).turn == position["turn"] for _, position in positions)
    assert (
        record_of(record["options"], last.players, bytes.fromhex(record["seed"]), actions, standard) == record
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.update(seed="00" * 32),
        lambda r: r["choices"].pop(),
        lambda r: r["choices"][0].update(decision=2),
        lambda r: r["outcome"].update(reason="shared"),
        lambda r: r.update(deck_hash="0"),
        lambda r: r["start"].update(yeti=49),
    ],
)
def test_a_changed_record_is_refused(change):
    record = copy.deepcopy(json.loads((HERE / "2-points.json").read_text()))
    change(record)
    with pytest.raises(BadPosition):
        replay(record)


if __name__ == "__main__":
    regenerate()
