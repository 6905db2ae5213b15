"""Races that are over, as the replay takes them: the samples' own, for looking at its regions."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from app.games.avalanche.events import Phase
from app.tables.after.replay import Replay, ReplayRoundView
from app.web.games.avalanche.replay.page import replay_screen
from app.web.games.avalanche.samples.tables import SamplePlay, found, game


def replay_of(play: SamplePlay) -> Replay:
    """What a table that played this would show."""
    seed = sha256(play.seed.encode()).digest()
    table = replace(play.table(), id=sha256(f"{play.seed} {play.players}".encode()).hexdigest()[:32])
    positions, _ = game.positions(play.options, play.players, seed, play.actions, table.deck_hash)
    # The story holds what was dealt first, so what follows n choices begins at n + 1.
    starts = [count + 1 for count, _ in positions]
    ends = [*starts[1:], len(play.story)]
    return Replay(
        table,
        tuple(play.story[: starts[0]]),
        tuple(
            ReplayRoundView(game.opened(position, table.deck_hash), tuple(play.story[start:end]))
            for (_, position), start, end in zip(positions, starts, ends, strict=True)
        ),
    )


def replays() -> Iterator[tuple[str, Replay]]:
    """By name: one for each number of people that has a look of its own, and the end nobody lives to see."""
    yield "won", replay_of(found(4, (), lambda v: v.winners == (0,)))
    yield "nobody", replay_of(found(5, (), lambda v: v.winners == ()))
    yield "two", replay_of(found(2, (), lambda v: v.phase is Phase.OVER))
    yield "solo", replay_of(found(1, (), lambda v: v.phase is Phase.OVER))
    yield "racing", replay_of(found(3, ("racing", "drafting"), lambda v: v.phase is Phase.OVER))


def replay_looks(language: str) -> Iterator[tuple[str, str, str]]:
    """(region, sample, HTML): the beginning, the middle and the end of the first round, of one between, of the last."""
    for name, replay in replays():
        film = replay_screen.film(replay, language)
        for number in sorted({1, (len(film.lengths) + 1) // 2, len(film.lengths)}):
            length = film.lengths[number - 1]
            for step in sorted({0, length // 2, length - 1}):
                for region, html in replay_screen.regions(film, number, step, language).items():
                    yield region, f"{name} {number}.{step}", html
