"""Tables in every phase, played by dice and stored through the use cases, so that a server shows them at once.

The dice follow from fixed words: the same rules give the same tables, so pictures can be compared.
"""

import base64
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Self

from app.games.avalanche.actions import Select, TakeBack
from app.games.avalanche.events import Phase
from app.games.avalanche.views import PublicView, SkierState
from app.games.registry import games
from app.players.guests import GuestService
from app.players.model import Player
from app.realtime.bus import LocalBus
from app.realtime.hub import Hub
from app.settings import Settings
from app.storage.engine import open_engine
from app.storage.guest_repository import SqlGuestRepository
from app.storage.migrate import migrate
from app.storage.table_repository import SqlTableRepository
from app.tables.lobby import opening
from app.tables.seeds import commitment_of, seed_of
from app.tables.service import TableService

game = games["avalanche"]
names = ("Mira", "Ruben", "Ines", "Okonkwo", "Hildegard")
tries = 300
steps_at_most = 2000

Done = Callable[[PublicView], bool]


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody whose browser we are. `token`: what the session's cookie holds."""

    token: str
    player: Player


@dataclass(frozen=True, slots=True)
class Prepared:
    """A table as it stands. `company`: who sits there, in seat order."""

    name: str
    code: str
    company: tuple[Guest, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A race to be played until the public view pleases `done`. `lock`: this seat then selects as well."""

    players: int
    done: Done
    options: tuple[str, ...] = ()
    lock: int | None = None


def select(rounds: int) -> Done:
    """The beginning of a round, this one or a later one, with everybody still racing."""
    return lambda v: (
        v.phase is Phase.SELECT
        and v.round >= rounds
        and not v.locked
        and all(s.state is SkierState.RACING for s in v.skiers)
    )


def awaited(phase: Phase, seat: int = 0, rounds: int = 1) -> Done:
    return lambda v: v.phase is phase and seat in v.awaited and v.round >= rounds


def over(test: Done = lambda _: True) -> Done:
    return lambda v: v.phase is Phase.OVER and test(v)


def beaten(*, buried: bool) -> Done:
    """Another seat than the first wins; the first is under the snow, or comes in next of at least three."""

    def done(view: PublicView) -> bool:
        own, others = view.skiers[0], view.skiers[1:]
        if not view.winners or view.winners == (0,):
            return False
        if buried:
            return own.state is SkierState.BURIED
        racing = [s.at for s in others if s.state is SkierState.RACING]
        return own.state is SkierState.RACING and bool(racing) and own.at > max(racing)

    return done


wanted = {
    "start": Wanted(4, select(1)),
    "select": Wanted(5, select(3)),
    "locked": Wanted(5, select(3), lock=0),
    "yeti": Wanted(5, awaited(Phase.YETI, 0, 3)),
    "yeti-other": Wanted(4, awaited(Phase.YETI, 1, 2)),
    "two": Wanted(2, select(3)),
    "two-locked": Wanted(2, select(3), lock=0),
    "discard": Wanted(2, awaited(Phase.DISCARD)),
    "mulligan": Wanted(1, awaited(Phase.MULLIGAN)),
    "solo": Wanted(1, select(3)),
    "solo-yeti": Wanted(1, awaited(Phase.YETI)),
    "solo-discard": Wanted(1, awaited(Phase.DISCARD)),
    "draft": Wanted(4, awaited(Phase.DRAFT), ("drafting",)),
    "racing": Wanted(3, lambda v: v.heat == 2 and v.round == 2 and v.phase is Phase.SELECT, ("racing",)),
    "controlled": Wanted(3, select(3), ("controlled_speed",)),
    "won": Wanted(4, over(lambda v: v.winners == (0,))),
    "nobody": Wanted(4, over(lambda v: v.winners == ())),
    "second": Wanted(5, over(beaten(buried=False))),
    "buried": Wanted(5, over(beaten(buried=True))),
    "two-over": Wanted(2, over(lambda v: v.winners == (0,))),
    "solo-won": Wanted(1, over(lambda v: v.winners == (0,))),
    "solo-lost": Wanted(1, over(lambda v: v.winners == ())),
    "racing-over": Wanted(3, over(), ("racing",)),
}


@dataclass(frozen=True, slots=True)
class Script:
    """How a table comes to be as wanted: its secret, and who does what."""

    secret: bytes
    acts: tuple[tuple[int, Any], ...]


def dice(number: int, turn: int, sides: int) -> int:
    return int.from_bytes(sha256(f"prepared {number} {turn}".encode()).digest()[:6]) % sides


def scripted(want: Wanted) -> Script:
    """The first of some games that comes to such a state. Raises LookupError if none does."""
    for number in range(tries):
        secret = sha256(f"prepared {number}".encode()).digest()
        state = game.start(want.options, want.players, seed_of(secret)).state
        acts: list[tuple[int, Any]] = []
        for turn in range(steps_at_most):
            seats = game.waiting_on(state)
            if want.done(game.view(state, None)):
                if want.lock is not None:
                    choices = [a for a in game.legal_actions(state, want.lock) if isinstance(a, Select)]
                    acts.append((want.lock, choices[0]))
                return Script(secret, tuple(acts))
            if not seats:
                break
            legal = [a for a in game.legal_actions(state, seats[0]) if not isinstance(a, TakeBack)]
            acts.append((seats[0], legal[dice(number, turn, len(legal))]))
            state = game.apply(state, *acts[-1]).state
    raise LookupError(want)


class PreparedTables:
    """The use cases on a server's database, in this process. `async with PreparedTables(url) as tables`."""

    def __init__(self, database_url: str) -> None:
        self.settings = Settings.from_environment({"DATABASE_URL": database_url})

    async def __aenter__(self) -> Self:
        await migrate(self.settings.database_url)
        self.engine = open_engine(self.settings.database_url)
        hub = Hub()
        self.repository = SqlTableRepository(self.engine)
        self.tables = TableService(self.repository, LocalBus(hub), hub, games, self.settings)
        self.guests = GuestService(SqlGuestRepository(self.engine))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.tables.settle()
        await self.engine.dispose()

    async def guest(self, name: str, browser: str = "") -> Guest:
        """The person of this name in this browser; the same words give the same one."""
        digest = sha256(f"guest {name} {browser}".encode()).digest()
        token = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        return Guest(token, await self.guests.welcome(token, name))

    async def lobby(
        self, name: str, players: int, secret: bytes, options: tuple[str, ...] = (), browsers: str = ""
    ) -> Prepared:
        """A table whose chance follows from `secret`, with so many people seated; the first is the host.
        Tables with the same `browsers` have the same people; without, each name has its own.
        """
        company = tuple([await self.guest(one, browsers or name) for one in names[:players]])
        stored_table = opening.fresh(game, company[0].player, self.tables.executor.clock())
        table = replace(stored_table.table, commitment=commitment_of(secret))
        await self.repository.insert(replace(stored_table, table=table, secret=secret), opening.deck_of(game))
        for one in company[1:]:
            await self.tables.join(table.code, one.player.id)
        for option in options:
            await self.tables.set_option(table.code, company[0].player.id, option, True)
        return Prepared(name, table.code, company)

    async def play(self, name: str, browsers: str = "") -> Prepared:
        """The table of this name in `wanted`; `browsers` as for `lobby`."""
        want = wanted[name]
        script = scripted(want)
        prepared = await self.lobby(name, want.players, script.secret, want.options, browsers)
        host = prepared.company[0].player.id
        await self.tables.start(prepared.code, host, even_unready=True)
        for seat, action in script.acts:
            await self.act(prepared, seat, action)
        return prepared

    async def state(self, prepared: Prepared) -> Any:
        return (await self.tables.find(prepared.code)).state

    async def act(self, prepared: Prepared, seat: int, action: Any) -> None:
        decision = game.decision(await self.state(prepared))
        player = prepared.company[seat].player.id
        raw = game.encode_action(action)
        await self.tables.act(prepared.code, player, decision=decision, key=None, action=raw)
