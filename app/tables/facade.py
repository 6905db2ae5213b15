"""The one door to tables for the front desk and the workers.

Tables are named by their code, people by their id. Every method that changes something saves it, then
announces the new version; a refusal (`errors.py`) has changed nothing. What comes back is the table as
saved.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.clock import now_ms
from app.games.kernel.contract import Game, Json
from app.players.model import Player
from app.settings import Settings
from app.tables import absence, acting, joining, lobby, opening, rematching, timely
from app.tables.desk import Desk
from app.tables.errors import Malformed, NoSuchTable, NotAllowed
from app.tables.hosting import Hosting
from app.tables.hosts import heir_of
from app.tables.model import Answer, EventsOf, Snapshot, Status, Table
from app.tables.ports import Bus, Clock, Cupboard, Drawer, Presence
from app.tables.proving import Proof, proof_of
from app.tables.record import record_of
from app.tables.replaying import Replay, Replays

key_form = re.compile(r"[A-Za-z0-9_.:-]{1,100}")

listed_ms = 180_000
"""Whoever is at a table is noted every minute; a lobby without anybody is soon off the home page."""


class Tables:
    """`hosting`: what a host settles beside seats and options, and the clock."""

    def __init__(
        self,
        cupboard: Cupboard,
        bus: Bus,
        presence: Presence,
        games: Mapping[str, Game],
        settings: Settings,
        *,
        clock: Clock = now_ms,
    ) -> None:
        notice_ms = settings.notice_ms if settings.calls_people else None
        self.desk = Desk(cupboard, bus, games, clock, settings.bot_delay_ms, notice_ms=notice_ms)
        self.presence = presence
        self.settings = settings
        self.replays = Replays(cupboard)
        self.hosting = Hosting(self.desk, presence, settings)

    # Reading

    async def find(self, code: str) -> Snapshot:
        """The open table of this code, else the latest finished one. Case, spaces and hyphens do not count.
        Raises NoSuchTable(code).
        """
        return await self.snapshot(await self.desk.id_of(code))

    async def snapshot(self, table_id: str) -> Snapshot:
        """By id, closed tables included. Raises NoSuchTable."""
        return await self.desk.snapshot(table_id)

    async def versions(self, table_ids: Sequence[str]) -> Mapping[str, tuple[int, int]]:
        """Id -> (version, chat version) as stored: finds out what a lost announcement had said."""
        return await self.desk.cupboard.versions(table_ids)

    async def tables_of(self, player: str, most: int = 10) -> list[Table]:
        """Tables the person sits at, open ones first, newest first; at most `most`."""
        return list(await self.desk.cupboard.tables_of(player, most))

    async def may_look(self, table: Table, player: str | None) -> bool:
        """Whether this person may see the table: who has a seat; anybody while seats are being taken; others
        only if the host lets them look on and has not taken them off. Looking on never gives a seat.
        """
        return table.status is Status.LOBBY or await self.may_hear(table, player)

    async def may_hear(self, table: Table, player: str | None) -> bool:
        """Whether this person may read what is said at the table, at any time: who has a seat, and who looks on."""
        if table.seat_of(player) is not None:
            return True
        if not table.spectators:
            return False
        return player is None or not await self.desk.cupboard.banned(table.id, player)

    def allowed_by_now(self, table: Table) -> tuple[str, ...]:
        """What the passing of time allows at the table, see `timely`."""

        def since(player: str) -> int | None:
            return self.presence.absent_since(table.id, player)

        return timely.allowed(table, since, self.desk.clock(), self.settings.absence_ms)

    async def listed(self) -> list[Table]:
        """Lobbies on the home page: listed by their hosts, open to newcomers, with people lately; at most
        fifty, newest first.
        """
        return list(await self.desk.cupboard.listed(self.desk.clock() - listed_ms, 50))

    async def events_since(self, table_id: str, version: int) -> list[EventsOf]:
        """Public events of the versions above `version`, oldest first; versions without any left out."""
        game = self.desk.games[(await self.snapshot(table_id)).table.game]
        return [
            EventsOf(
                e.version,
                e.decision,
                e.seat,
                e.actor,
                tuple(game.decode_event(raw) for raw in e.events),
                e.at,
            )
            for e in await self.desk.cupboard.log(table_id, version)
            if e.events
        ]

    async def log(self, table_id: str) -> list[EventsOf]:
        """The public events of the whole game."""
        return await self.events_since(table_id, 0)

    async def record(self, name: str) -> Json:
        """All of a game that is over, by the table's id or code. Raises NoSuchTable, Unfit(not_over)."""
        table_id = name if len(name) == 32 else await self.desk.id_of(name)
        drawer = await self._drawer(table_id)
        game = self.desk.games[drawer.table.game]
        return record_of(drawer, game, await self.desk.cupboard.log(table_id))

    async def replay(self, table_id: str) -> Replay:
        """A race that is over, round by round, everything open. Raises NoSuchTable (also for one that is not over),
        Unfit(no_replay).
        """
        drawer = await self._drawer(table_id)
        return await self.replays.of(drawer, self.desk.games[drawer.table.game])

    async def proof(self, table_id: str) -> Proof:
        """What proves a finished game's chance. Raises NoSuchTable, also for a game that is not over."""
        return proof_of(await self._drawer(table_id))

    async def healthy(self) -> bool:
        """Whether the database answers."""
        return await self.desk.cupboard.healthy()

    # Before the start

    async def open(self, player: str, game: str, *, solo: bool = False) -> Table:
        """A new private table; the opener is host and sits on seat 0. `solo`: it starts at once with that
        one seat.
        """
        person = await self._person(player)
        table = await self.desk.whole(opening.open_table(self.desk, self.desk.games[game], person, solo=solo))
        self.presence.seen(table.id, player)
        return table

    async def join(self, code: str, player: str) -> Table:
        """Takes the next free seat; who has one keeps it. Raises Unfit: already_started, table_full,
        closed_to_newcomers; NotAllowed(removed) for who was taken off it.
        """
        person = await self._person(player)
        table = await joining.join(self.desk, await self.desk.id_of(code), person)
        self.presence.seen(table.id, player)
        return table

    async def leave(self, code: str, player: str) -> Table:
        """In the lobby the seat is free again (the host's role passes on; without people the table closes);
        in a running game a bot plays on, see `absence.leave_game`. Somebody without a seat changes nothing.
        """

        def leave(table: Table, game: Game) -> Table:
            if table.seat_of(player) is None or table.status is Status.OVER:
                return table
            if table.status is Status.PLAYING:
                return absence.leave_for_good(table, game, player, heir_of(table))
            return lobby.leave(table, player)

        return await self._change(code, player, leave)

    async def set_ready(self, code: str, player: str, ready: bool) -> Table:
        return await self._change(code, player, lambda table, _: lobby.set_ready(table, player, ready))

    async def set_option(self, code: str, player: str, key: str, on: bool) -> Table:
        """Host. Everybody else's ready falls back. Raises NotHost, Unfit(no_such_option)."""
        return await self._change(
            code, player, lambda table, game: lobby.set_option(table, game, player, key, on)
        )

    async def set_hats(self, code: str, player: str, hats: Sequence[int]) -> Table:
        """Numbers 0..4; two of them while the table has two seats, else one. Raises Unfit: hats_unfit,
        hat_taken.
        """
        return await self._change(code, player, lambda table, _: lobby.set_hats(table, player, hats))

    async def add_bot(self, code: str, player: str, level: str | None = None) -> Table:
        """Host. Raises NotHost, Unfit: table_full, no_such_level."""
        return await self._change(code, player, lambda table, game: lobby.add_bot(table, game, player, level))

    async def remove_seat(self, code: str, player: str, index: int) -> Table:
        """Host; bots and people alike, not the host. A person stays out. Raises NotHost, Unfit: no_such_seat,
        own_seat.
        """
        return await joining.remove(self.desk, await self.desk.id_of(code), player, index)

    async def start(self, code: str, player: str, *, even_unready: bool = False) -> Table:
        """Host. Raises NotReady(names) to be confirmed by `even_unready`; Unfit: too_few_seats,
        too_many_seats, option_seats (option, seats), or the game's own reason.
        """
        table_id = await self.desk.id_of(code)
        return await opening.start_table(self.desk, table_id, player, even_unready=even_unready)

    # In the game

    async def act(self, code: str, player: str, *, decision: int, key: str | None, action: Any) -> Answer:
        """One choice of the player's seat for the decision it names.

        `key`: idempotency key, 1..100 of A-Z a-z 0-9 _ . : - ; `action`: the game's JSON. A repeat (same
        key, or the same choice again) gets its first answer, even after the reveal. Raises NotSeated,
        StaleDecision, Malformed, Illegal, Unfit: not_started, bot_acts, bot_decided, key_used.
        """
        if key is not None and not key_form.fullmatch(key):
            raise Malformed("bad_key")
        return await acting.act(self.desk, await self.desk.id_of(code), player, decision, key=key, raw=action)

    async def hand_over(self, code: str, player: str, index: int) -> Table:
        """Host: a bot sits in for a person who has been absent long enough. Raises NotHost, Unfit:
        still_here, bot_seat, no_such_seat, not_started, game_over.
        """

        def hand_over(table: Table, game: Game) -> Table:
            absent = absence.absent_seat(table, player, index).player or ""
            since = self.presence.absent_since(table.id, absent)
            now, least = self.desk.clock(), self.settings.absence_ms
            return absence.hand_over(table, game, player, index, since=since, now=now, least=least)

        return await self._change(code, player, hand_over)

    async def agree_to_bot(self, code: str, player: str) -> Table:
        """The player lets a bot sit in, at once; the seat stays the player's."""
        return await self._change(code, player, lambda table, game: absence.agree_to_bot(table, game, player))

    async def take_back(self, code: str, player: str) -> Table:
        """The player acts for the own seat again."""
        return await self._change(code, player, lambda table, _: absence.take_back(table, player))

    async def rematch(self, code: str, player: str) -> Table:
        """A vote for another game: the one table that follows, whoever asks first: same chairs, hats, options
        and bots. Chairs of those who have not asked yet are held for 30 s. One seat alone starts at once.
        Raises NotSeated, Unfit(not_over).
        """
        person, table_id = await self._person(player), await self.desk.id_of(code)
        table = await self.desk.whole(rematching.rematch(self.desk, table_id, person))
        self.presence.seen(table.id, player)
        return table

    async def settle(self) -> None:
        """Waits until everything begun is saved and told; for a shutdown."""
        await self.desk.settle()

    async def _drawer(self, table_id: str) -> Drawer:
        drawer = await self.desk.cupboard.read(table_id)
        if drawer is None:
            raise NoSuchTable(table_id)
        return drawer

    async def _person(self, player: str) -> Player:
        """Raises NotAllowed(unknown_player) for somebody who never gave a name."""
        person = await self.desk.cupboard.player(player)
        if person is None:
            raise NotAllowed("unknown_player")
        return person

    async def _change(self, code: str, player: str, make: Callable[[Table, Game], Table]) -> Table:
        return await self.desk.change_table(code, make, by=player)
