"""The use cases of tables, for web and the workers.

Tables are named by their code, people by their id. Every method that changes something saves it, then
announces the new version; a refusal (`errors.py`) has changed nothing. What comes back is the table as
saved.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.clock import now_ms
from app.games.kernel.contract import Game, Json
from app.players.model import Player
from app.settings import Settings
from app.tables.after import rematch
from app.tables.after.proof import Proof, proof_of
from app.tables.after.record import record_of
from app.tables.after.replay import Replay, Replays
from app.tables.clocks import permissions
from app.tables.consequences import TableConsequences
from app.tables.errors import NoSuchTable, NotAllowed
from app.tables.executor import CommandExecutor
from app.tables.host.host import heir_of
from app.tables.host.service import HostService
from app.tables.lobby import joining, opening, seating
from app.tables.model import Answer, EventsOf, Snapshot, Status, Table
from app.tables.play import acting
from app.tables.play.bot_pacing import BotPacing
from app.tables.play.hearing import TableStory
from app.tables.ports import Bus, Clock, Presence, StoredTable, TableRepository
from app.tables.seats import absence

listed_ms = 180_000
"""Whoever is at a table is noted every minute; a lobby without anybody is soon off the home page."""


class TableService:
    """`hosting`: what a host settles beside seats and options, and the clock."""

    def __init__(
        self,
        repository: TableRepository,
        bus: Bus,
        presence: Presence,
        games: Mapping[str, Game],
        settings: Settings,
        *,
        clock: Clock = now_ms,
    ) -> None:
        notice_ms = settings.notice_ms if settings.calls_people else None
        consequences = TableConsequences(BotPacing(settings.bot_delay_ms), notice_ms)
        self.executor = CommandExecutor(
            repository, bus, games, clock, news=presence.heard, consequences=consequences
        )
        self.presence = presence
        self.settings = settings
        self.replays = Replays(repository)
        self.hosting = HostService(self.executor, presence, settings)

    # Reading

    async def find(self, code: str) -> Snapshot:
        """The open table of this code, else the latest finished one. Case, spaces and hyphens do not count.
        Raises NoSuchTable(code).
        """
        return await self.executor.find(code)

    async def snapshot(self, table_id: str) -> Snapshot:
        """By id, closed tables included. Raises NoSuchTable."""
        return await self.executor.snapshot(table_id)

    async def recent(self, table_id: str) -> Snapshot:
        """By id: the table with all that was told to this process, see `Snapshots.recent`. Raises NoSuchTable."""
        return await self.executor.snapshots.recent(table_id)

    async def found(self, code: str) -> Snapshot:
        """As `find`, with all that was told to this process: for a command, which will see what is stored. Raises
        NoSuchTable(code).
        """
        return await self.executor.snapshots.of_code(code, self.executor.snapshots.recent)

    async def versions(self, table_ids: Sequence[str]) -> Mapping[str, tuple[int, int]]:
        """Id -> (version, chat version) as stored: finds out what a lost announcement had said."""
        return await self.executor.repository.versions(table_ids)

    async def tables_of(self, player: str, most: int = 10) -> list[Table]:
        """Tables the person sits at, open ones first, newest first; at most `most`."""
        return list(await self.executor.repository.tables_of(player, most))

    async def may_look(self, table: Table, player: str | None) -> bool:
        """Whether this person may see the table: who has a seat; anybody while seats are being taken; others
        only if the host lets them look on and has not taken them off. Looking on never gives a seat.
        """
        return table.status is Status.LOBBY or await self.may_hear(table, player)

    async def may_hear(self, table: Table, player: str | None) -> bool:
        """Whether this person may read what is said at the table, at any time: who has a seat, and who looks on."""
        if table.seat_of(player) is not None:
            return True
        if not table.settings.spectators:
            return False
        return player is None or not await self.executor.repository.banned(table.id, player)

    def allowed_by_now(self, table: Table) -> tuple[str, ...]:
        """What the passing of time allows at the table, see `timely`."""

        def since(player: str) -> int | None:
            return self.presence.absent_since(table.id, player)

        return permissions.allowed(table, since, self.executor.clock(), self.settings.absence_ms)

    async def listed(self) -> list[Table]:
        """Lobbies on the home page: listed by their hosts, open to newcomers, with people lately; at most
        fifty, newest first.
        """
        return list(await self.executor.repository.listed(self.executor.clock() - listed_ms, 50))

    async def story_since(self, table_id: str, version: int) -> TableStory:
        """What happened after `version`, for each listener. Once the game is over, private events may be open."""
        return await self.story((await self.snapshot(table_id)).table, version)

    async def story(self, table: Table, since: int) -> TableStory:
        """What happened after version `since`, up to this table's version."""
        return await self.executor.snapshots.story(table, since)

    async def told_since(self, table_id: str, version: int, player: str | None) -> list[EventsOf]:
        """What this person may hear of the versions above `version`, oldest first; those without any left out."""
        seat = (await self.snapshot(table_id)).table.seat_of(player)
        return list((await self.story_since(table_id, version)).told_to(seat.index if seat else None))

    async def log(self, table_id: str) -> list[EventsOf]:
        """The public events of the whole game."""
        return list((await self.story_since(table_id, 0)).public)

    async def record(self, name: str) -> Json:
        """All of a game that is over, by the table's id or code. Raises NoSuchTable, Unfit(not_over)."""
        table_id = name if len(name) == 32 else await self.executor.id_of(name)
        stored_table = await self._stored_table(table_id)
        game = self.executor.games[stored_table.table.game]
        return record_of(stored_table, game, await self.executor.repository.log(table_id))

    async def replay(self, table_id: str) -> Replay:
        """A race that is over, round by round, everything open. Raises NoSuchTable (also for one that is not over),
        Unfit(no_replay).
        """
        stored_table = await self._stored_table(table_id)
        return await self.replays.of(stored_table, self.executor.games[stored_table.table.game])

    async def proof(self, table_id: str) -> Proof:
        """What proves a finished game's chance. Raises NoSuchTable, also for a game that is not over."""
        return proof_of(await self._stored_table(table_id))

    # Before the start

    async def open(self, player: str, game: str, *, solo: bool = False) -> Table:
        """A new private table; the opener is host and sits on seat 0. `solo`: it starts at once with that
        one seat.
        """
        person = await self._person(player)
        table = await self.executor.whole(
            opening.open_table(self.executor, self.executor.games[game], person, solo=solo)
        )
        self.presence.seen(table.id, player)
        return table

    async def join(self, code: str, player: str) -> Table:
        """Takes the next free seat; who has one keeps it. Raises Unfit: already_started, table_full,
        closed_to_newcomers; NotAllowed(removed) for who was taken off it.
        """
        person = await self._person(player)
        table = await joining.join(self.executor, await self.executor.id_of(code), person)
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
            return seating.leave(table, game, player)

        return await self._change(code, player, leave)

    async def set_ready(self, code: str, player: str, ready: bool) -> Table:
        return await self._change(code, player, lambda table, _: seating.set_ready(table, player, ready))

    async def set_option(self, code: str, player: str, key: str, choice: bool | str) -> Table:
        """Host. `choice`: on or off, or one of the option's values. Raises NotHost, Unfit(no_such_option)."""
        return await self._change(
            code, player, lambda table, game: seating.set_option(table, game, player, key, choice)
        )

    async def set_hats(self, code: str, player: str, hats: Sequence[int]) -> Table:
        """Numbers 0..4, one for each figure of the seat. Raises Unfit: hats_unfit,
        hat_taken.
        """
        return await self._change(
            code, player, lambda table, game: seating.set_hats(table, game, player, hats)
        )

    async def add_bot(self, code: str, player: str, level: str | None = None) -> Table:
        """Host. Raises NotHost, Unfit: table_full, no_such_level."""
        return await self._change(
            code, player, lambda table, game: seating.add_bot(table, game, player, level)
        )

    async def fill_with_bots(self, code: str, player: str) -> Table:
        """Host: a bot on every free seat. Raises NotHost, Unfit(table_full)."""
        return await self._change(
            code, player, lambda table, game: seating.fill_with_bots(table, game, player)
        )

    async def undo_bots(self, code: str, player: str) -> Table:
        """Host: the bots added last get up again, within six seconds. Raises NotHost, Unfit(undo_over)."""
        now = self.executor.clock()
        return await self._change(
            code, player, lambda table, game: seating.undo_bots(table, game, player, now)
        )

    async def remove_seat(self, code: str, player: str, index: int) -> Table:
        """Host; bots and people alike, not the host. A person stays out. Raises NotHost, Unfit: no_such_seat,
        own_seat.
        """
        return await joining.remove(self.executor, await self.executor.id_of(code), player, index)

    async def start(self, code: str, player: str, *, even_unready: bool = False) -> Table:
        """Host. Raises NotReady(names) to be confirmed by `even_unready`; Unfit: too_few_seats,
        too_many_seats, option_seats (option, seats), or the game's own reason.
        """
        table_id = await self.executor.id_of(code)
        return await opening.start_table(self.executor, table_id, player, even_unready=even_unready)

    # In the game

    async def act(self, code: str, player: str, *, decision: int, key: str | None, action: Any) -> Answer:
        """One choice of the player's seat for the decision it names.

        `key`: idempotency key, 1..100 of A-Z a-z 0-9 _ . : - ; `action`: the game's JSON. A repeat (same
        key, or the same choice again) gets its first answer, even after the reveal. Raises NotSeated,
        StaleDecision, Malformed, Illegal, Unfit: not_started, bot_acts, bot_decided, key_used, changed_often.
        """
        return await acting.act(self.executor, code, player, decision, key=key, raw=action)

    async def hand_over(self, code: str, player: str, index: int) -> Table:
        """Host: a bot sits in for a person who has been absent long enough. Raises NotHost, Unfit:
        still_here, bot_seat, no_such_seat, not_started, game_over.
        """

        def hand_over(table: Table, game: Game) -> Table:
            absent = absence.absent_seat(table, player, index).player or ""
            since = self.presence.absent_since(table.id, absent)
            now, least = self.executor.clock(), self.settings.absence_ms
            return absence.hand_over(table, game, player, index, since=since, now=now, least=least)

        return await self._change(code, player, hand_over)

    async def agree_to_bot(self, code: str, player: str) -> Table:
        """The player lets a bot sit in, at once; the seat stays the player's."""
        return await self._change(code, player, lambda table, game: absence.agree_to_bot(table, game, player))

    async def take_back(self, code: str, player: str) -> Table:
        """The player acts for the own seat again."""
        return await self._change(code, player, lambda table, _: absence.take_back(table, player))

    async def rematch(self, code: str, player: str) -> Table:
        """A vote for another game: the one table that follows, whoever asks first: same seats, hats, options
        and bots. The seats of those who have not asked yet are held for 30 s. One person, with or without bots, starts
        at once. Raises NotSeated, Unfit(not_over).
        """
        person, table_id = await self._person(player), await self.executor.id_of(code)
        table = await self.executor.whole(rematch.rematch(self.executor, table_id, person))
        self.presence.seen(table.id, player)
        return table

    async def settle(self) -> None:
        """Waits until everything begun is saved and told; for a shutdown."""
        await self.executor.settle()

    async def _stored_table(self, table_id: str) -> StoredTable:
        stored_table = await self.executor.repository.read(table_id)
        if stored_table is None:
            raise NoSuchTable(table_id)
        return stored_table

    async def _person(self, player: str) -> Player:
        """Raises NotAllowed(unknown_player) for somebody who never gave a name."""
        person = await self.executor.repository.player(player)
        if person is None:
            raise NotAllowed("unknown_player")
        return person

    async def _change(self, code: str, player: str, make: Callable[[Table, Game], Table]) -> Table:
        return await self.executor.change_table(code, make, by=player)
