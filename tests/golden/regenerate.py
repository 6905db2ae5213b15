"""Finds a game for each ending by playing seed after seed, and writes records and transcript.

The same on every machine: seeds and choices come from SHA-256 of a text each.
"""

import json
import sys
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from app.games.avalanche.actions import Action
from app.games.avalanche.bots import snowplough
from app.games.avalanche.choices import encode_choice
from app.games.avalanche.deck import standard
from app.games.avalanche.events import Phase
from app.games.avalanche.fold import blank
from app.games.avalanche.game import Avalanche
from app.games.avalanche.heats import new_game
from app.games.avalanche.legal import legal_actions
from app.games.avalanche.position import position_of
from app.games.avalanche.record import record_of, replay
from app.games.avalanche.rounds import take
from app.games.avalanche.state import RaceState
from app.games.avalanche.variant import variant_of
from app.games.avalanche.views import PublicView
from app.games.kernel.shapes import plain
from app.games.kernel.stream import Draws

HERE = Path(__file__).parent
TRANSCRIPT = HERE / "transcript-3.txt"

SOLO = ("line", "buried", "yeti", "no_card")
OTHERS = ("line", "buried", "last_skier", "points", "shared")
ENDINGS = [(1, end) for end in SOLO] + [(players, end) for players in (2, 3, 4, 5) for end in OTHERS]
MIXED = {1: (), 2: (), 3: ("drafting",), 4: ("controlled_speed",), 5: ("controlled_speed", "drafting")}
"""So that the golden games meet the options too."""

Actions = list[tuple[int, Action]]


def seed(*parts: object) -> bytes:
    return sha256(" ".join(map(str, parts)).encode()).digest()


def options_for(players: int, ending: str) -> tuple[str, ...]:
    extra = {"points": ("racing",), "shared": ("racing",), "last_skier": ("last_skier_wins",)}.get(ending, ())
    return tuple(sorted((*MIXED[players], *extra)))


def ending_of(s: RaceState) -> str:
    assert s.winners is not None
    return "shared" if s.reason == "points" and len(s.winners) > 1 else s.reason or ""


def play_on(s: RaceState, draws: Draws, actions: Actions, *, heat: bool = False) -> None:
    """To the end of the game, or of the heat."""
    started = s.heat
    while s.awaited and not (heat and s.heat != started):
        seat = s.awaited[draws(len(s.awaited))]
        action = snowplough(legal_actions(s, seat), draws)
        actions.append((seat, action))
        take(s, seat, action, None)


def shared_race(players: int, options: tuple[str, ...]) -> tuple[bytes, Actions]:
    """Nine heats, each played again and again until the lead is shared after it."""
    first = seed("golden", players, "shared")
    s = new_game(standard, variant_of(players, options), first, None)
    actions: Actions = []
    for heat in range(1, 10):
        for attempt in range(10_000):
            trial, tried = s.clone(), list(actions)
            play_on(trial, Draws(seed("heat", players, heat, attempt)), tried, heat=True)
            if trial.points.count(max(trial.points)) > 1:
                break
        s, actions = trial, tried
    assert ending_of(s) == "shared"
    return first, actions


def find(players: int, ending: str) -> dict[str, Any]:
    options = options_for(players, ending)
    if ending == "shared":
        first, actions = shared_race(players, options)
    else:
        for number in range(100_000):
            first = seed("golden", players, ending, number)
            s = new_game(standard, variant_of(players, options), first, None)
            actions = []
            play_on(s, Draws(seed("choices", players, ending, number)), actions)
            if ending_of(s) == ending:
                break
    record = record_of(options, players, first, actions)
    return {"ending": ending, "record": record, "end": position_of(replay(record))}


def file_of(players: int, ending: str) -> Path:
    return HERE / f"{players}-{ending}.json"


def write(golden: dict[str, Any]) -> str:
    """One line a choice, so that differences can be read."""
    record = dict(golden["record"])
    choices = ",\n  ".join(json.dumps(choice) for choice in record.pop("choices"))
    rest = {"ending": golden["ending"], "record": record, "end": golden["end"]}
    return json.dumps(rest)[:-1] + f', "choices": [\n  {choices}\n]}}\n'


def read(text: str) -> dict[str, Any]:
    raw: dict[str, Any] = json.loads(text)
    raw["record"]["choices"] = raw.pop("choices")
    return raw


def changes(before: PublicView, after: PublicView) -> list[str]:
    """Every field of the public view that is not what it was."""
    lines = []
    for field in fields(PublicView):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if field.name == "skiers":
            lines += [
                f"    skier {k}: {json.dumps(plain(new[k]))}" for k in range(len(new)) if old[k] != new[k]
            ]
        elif old != new:
            lines.append(f"    {field.name}: {json.dumps(plain(new))}")
    return lines


def transcript(golden: dict[str, Any]) -> str:
    """A game as everybody saw it: each choice, its events, what changed on the table, and every private view."""
    record = golden["record"]
    game = Avalanche()
    transition = game.start(record["options"], record["players"], bytes.fromhex(record["seed"]))
    seen = blank(transition.state.variant, record["deck_hash"])
    lines = [f"{record['players']} players, options {record['options']}, seed {record['seed']}", ""]
    steps: list[Any] = [None, *record["choices"]]
    s = transition.state
    for step in steps:
        if step is not None:
            seat, action = decoded(s, step)
            transition = game.apply(s, seat, action)
            s = transition.state
            lines.append(f"decision {step['decision']}: {json.dumps(encode_choice(seat, action))}")
        else:
            lines.append("start")
        lines += [f"  {event!r}" for event in transition.events]
        view = game.view(s, None)
        assert isinstance(view, PublicView)
        lines += ["  everybody sees:", *changes(seen, view)] if seen != view else []
        seen = view
        for player in range(record["players"]):
            private = game.view(s, player)
            assert not isinstance(private, PublicView)
            chosen = "" if private.selection is None else f", selected {json.dumps(plain(private.selection))}"
            lines.append(f"  seat {player} sees besides: hand {' '.join(private.hand) or '-'}{chosen}")
        lines.append("")
    assert s.phase is Phase.OVER
    return "\n".join(lines)


def decoded(s: RaceState, step: dict[str, Any]) -> tuple[int, Action]:
    from app.games.avalanche.choices import decode_choice

    choice = {key: value for key, value in step.items() if key != "decision"}
    return decode_choice(choice, "choice", s.deck, s.variant)


def main() -> None:
    for players, ending in ENDINGS:
        file_of(players, ending).write_text(write(find(players, ending)), encoding="utf-8")
        sys.stdout.write(f"{players} {ending}\n")
    told = read(file_of(3, "line").read_text(encoding="utf-8"))
    TRANSCRIPT.write_text(transcript(told), encoding="utf-8")


if __name__ == "__main__":
    main()
