"""Tables in every state the screen can show, played from fixed seeds. For render tests and for looking at the
screen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from app.games.avalanche.actions import Select, TakeBack
from app.games.avalanche.events import Phase
from app.games.avalanche.game import Avalanche
from app.games.avalanche.views import PublicView, SkierState
from app.tables.model import Acts, Claim, EventsOf, SeatRow, Status, Table, TableNote
from app.tables.settings import TableSettings
from app.web.front.pages import Sample

game = Avalanche()
NAMES = ("Mira", "Ruben", "Ines", "Okonkwo", "Bot Hilda")


@dataclass
class SamplePlay:
    """A game being played by dice of its own; `story` as the table would have stored it."""

    players: int
    options: tuple[str, ...]
    seed: str
    version: int = 1

    def __post_init__(self) -> None:
        started = game.start(self.options, self.players, sha256(self.seed.encode()).digest())
        self.state = started.state
        self.story = [EventsOf(1, 0, None, "human", started.events)]
        self.actions: list[tuple[int, Any]] = []
        self.dice = 0

    def draw(self, n: int) -> int:
        self.dice += 1
        return int.from_bytes(sha256(f"{self.seed} {self.dice}".encode()).digest()[:6]) % n

    def act(self, seat: int, action: Any) -> None:
        decision = game.decision(self.state)
        step = game.apply(self.state, seat, action)
        self.actions.append((seat, action))
        self.state = step.state
        self.version += 1
        self.story.append(EventsOf(self.version, decision, seat, "human", step.events))

    def step(self) -> None:
        """One awaited seat acts."""
        seat = game.waiting_on(self.state)[0]
        legal = [a for a in game.legal_actions(self.state, seat) if not isinstance(a, TakeBack)]
        self.act(seat, legal[self.draw(len(legal))])

    def until(self, done: Callable[[PublicView], bool], limit: int = 2000) -> "SamplePlay":
        """Plays on until the public view pleases `done`. Raises LookupError if it never does."""
        for _ in range(limit):
            view = game.view(self.state, None)
            assert isinstance(view, PublicView)
            if done(view):
                return self
            if not game.waiting_on(self.state):
                break
            self.step()
        raise LookupError(self.seed)

    def table(self) -> Table:
        over = game.outcome(self.state) is not None
        double = self.players == 2
        seats = tuple(
            SeatRow(
                index, None if name.startswith("Bot") else f"player-{index}", name,
                Acts.BOT if name.startswith("Bot") else Acts.HUMAN, "snowplough" if name.startswith("Bot") else None,
                (2 * index, 2 * index + 1) if double else (index,), ready=True,
            )
            for index, name in enumerate(NAMES[: self.players])
        )  # fmt: skip
        return Table(
            id="0" * 32, code="KRT7Q4", game="avalanche", rules_version=1, deck_hash=game.deck_hash(),
            options=self.options, status=Status.OVER if over else Status.PLAYING,
            host="player-0", version=self.version, chat_version=0, seats=seats, commitment="0" * 64,
        )  # fmt: skip

    def sample(self, name: str, seat: int | None) -> Sample:
        return Sample(
            name,
            self.table(),
            game.view(self.state, seat),
            tuple(self.story),
            frozenset(range(self.players)) - {2},
        )


def phase(wanted: Phase, rounds: int = 1) -> Callable[[PublicView], bool]:
    return lambda view: view.phase is wanted and view.round >= rounds


def awaited(wanted: Phase, seat: int, rounds: int = 1) -> Callable[[PublicView], bool]:
    return lambda view: view.phase is wanted and view.round >= rounds and seat in view.awaited


def fresh_round(rounds: int) -> Callable[[PublicView], bool]:
    return lambda view: view.phase is Phase.SELECT and view.round >= rounds and not view.locked


def all_racing(rounds: int) -> Callable[[PublicView], bool]:
    return lambda view: fresh_round(rounds)(view) and all(s.state is SkierState.RACING for s in view.skiers)


def lost(*, buried: bool) -> Callable[[PublicView], bool]:
    """Somebody else wins; the first seat is under the snow, or comes down at least second."""

    def done(view: PublicView) -> bool:
        if not view.winners or view.winners == (0,):
            return False
        own, others = view.skiers[0], view.skiers[1:]
        if buried:
            return own.state is SkierState.BURIED
        racing = [s.at for s in others if s.state is SkierState.RACING]
        return own.state is SkierState.RACING and len(racing) >= 2 and own.at > max(racing)

    return done


def found(players: int, options: tuple[str, ...], done: Callable[[PublicView], bool]) -> SamplePlay:
    """The first of some seeds that comes to such a state."""
    for number in range(200):
        try:
            return SamplePlay(players, options, f"sample {number}").until(done)
        except LookupError:
            continue
    raise LookupError(f"{players} {options}")


def locked(play: SamplePlay, seat: int) -> SamplePlay:
    legal = [a for a in game.legal_actions(play.state, seat) if isinstance(a, Select)]
    play.act(seat, legal[0])
    return play


def settling(sample: Sample, **own: Any) -> Sample:
    """The same table with everything people may have to settle at once; `own`: what is changed of the first seat."""
    first, second, third, *others = sample.table.seats
    third = replace(third, proposed_by=second.player, claim=Claim("dora", "Dora"))
    noted = (TableNote(0, first.player, first.name, "paused"),)
    seats = (replace(first, **own), second, third, *others)
    table = replace(sample.table, seats=seats, notes=noted, paused_at=1, settings=TableSettings(clock=60))
    return replace(sample, table=table)


def samples() -> Iterator[Sample]:
    """Every phase, every number of players, every option that changes the screen, seated and watching."""
    yield found(4, (), fresh_round(1)).sample("start", 0)
    yield found(5, (), fresh_round(3)).sample("select", 0)
    yield locked(found(5, (), fresh_round(3)), 0).sample("locked", 0)
    yield found(5, (), fresh_round(3)).sample("watching", None)
    watched = found(5, (), fresh_round(3))
    yield settling(watched.sample("settling", 0))
    yield settling(watched.sample("bot-sits-in", 0), acts=Acts.BOT, bot_level="snowplough")
    yield settling(watched.sample("left", 0), acts=Acts.BOT, bot_level="snowplough", dropped=True)
    yield found(5, (), awaited(Phase.YETI, 0, 3)).sample("yeti", 0)
    yield found(5, (), awaited(Phase.YETI, 1, 3)).sample("yeti-other", 0)
    yield found(2, (), all_racing(3)).sample("two", 0)
    yield locked(found(2, (), all_racing(3)), 0).sample("two-locked", 0)
    yield found(2, (), awaited(Phase.DISCARD, 0)).sample("discard", 0)
    yield found(1, (), phase(Phase.MULLIGAN)).sample("mulligan", 0)
    yield found(1, (), fresh_round(3)).sample("solo", 0)
    yield found(1, (), phase(Phase.YETI)).sample("solo-yeti", 0)
    yield found(1, (), phase(Phase.DISCARD)).sample("solo-discard", 0)
    yield found(4, ("drafting",), awaited(Phase.DRAFT, 0)).sample("draft", 0)
    yield found(3, ("racing",), lambda v: v.heat == 2 and v.round == 2 and v.phase is Phase.SELECT).sample(
        "racing", 0
    )
    yield found(3, ("controlled_speed",), fresh_round(3)).sample("controlled", 0)
    yield found(4, (), lambda v: v.winners == (0,)).sample("won", 0)
    yield found(4, (), lambda v: v.winners == ()).sample("nobody", 0)
    yield found(5, (), lost(buried=False)).sample("second", 0)
    yield found(5, (), lost(buried=True)).sample("buried", 0)
    yield found(5, (), lost(buried=True)).sample("watching-over", None)
    yield found(2, (), lambda v: v.winners == (0,)).sample("two-over", 0)
    yield found(4, ("last_skier_wins",), lambda v: v.reason == "last_skier").sample("last-skier", 1)
    yield found(1, (), lambda v: v.winners == (0,)).sample("solo-won", 0)
    yield found(1, (), lambda v: v.reason == "buried").sample("solo-buried", 0)
    yield found(1, (), lambda v: v.reason == "yeti").sample("solo-lost", 0)
    yield found(3, ("racing",), lambda v: v.phase is Phase.OVER).sample("racing-over", 1)
