"""What a host settles: what is settled about a table beside seats and options, the clock, and absence.

Methods as in `facade.Tables`: by a table's code and a person's id.
"""

from collections.abc import Callable
from typing import Any

from app.settings import Settings
from app.tables.clocks import deadlines
from app.tables.errors import NotAllowed, Unfit
from app.tables.executor import CommandExecutor
from app.tables.host import host
from app.tables.model import Table
from app.tables.ports import Presence
from app.tables.seats import absence, reseating


class HostService:
    def __init__(self, executor: CommandExecutor, presence: Presence, settings: Settings) -> None:
        self._executor = executor
        self._presence = presence
        self._settings = settings

    async def set_setting(self, code: str, player: str, key: str, value: Any) -> Table:
        """Host: one of the table's settings (`app/tables/settings.py`), by its key. Raises NotHost, Unfit:
        already_started, no_such_option, no_such_clock, and listing_off where the operator lists no tables.
        """
        if key == "listed" and value and not self._settings.listing:
            raise Unfit("listing_off")
        return await self._change(code, player, lambda table: host.set_setting(table, player, key, value))

    async def pause(self, code: str, player: str) -> Table:
        """Host: the clock stands. Raises NotHost, Unfit: not_started, game_over."""
        now = self._executor.clock()
        return await self._change(code, player, lambda table: deadlines.pause(table, player, now))

    async def resume(self, code: str, player: str) -> Table:
        """The clock goes on: the host at any time, anyone seated after ten minutes. Raises NotSeated, Unfit:
        not_started, game_over, still_paused (minutes).
        """
        now = self._executor.clock()
        return await self._change(code, player, lambda table: deadlines.resume(table, player, now))

    async def give_role(self, code: str, player: str, index: int) -> Table:
        """Host: another person at the table is host from now on. Raises NotHost, Unfit: no_such_seat,
        bot_seat.
        """
        return await self._change(code, player, lambda table: host.give_role(table, player, index))

    async def move_seat(self, code: str, player: str, index: int, to: int) -> Table:
        """Host, in the lobby: the seat moves to place `to`. Raises NotHost, already_started, no_such_seat."""
        return await self._executor.change_table(
            code, lambda table, game: host.move_seat(table, game, player, index, to), by=player
        )

    async def set_bot_level(self, code: str, player: str, index: int, level: str) -> Table:
        """Host, in the lobby: how well a bot plays. Raises NotHost, Unfit: already_started, no_such_seat, person_seat,
        no_such_level.
        """
        return await self._executor.change_table(
            code, lambda table, game: host.set_bot_level(table, game, player, index, level), by=player
        )

    async def silence(self, code: str, player: str, index: int, silenced: bool) -> Table:
        """Host: the seat may not chat, or may again. Raises NotHost, Unfit: no_such_seat, own_seat."""
        return await self._change(code, player, lambda table: host.silence(table, player, index, silenced))

    async def propose_bot(self, code: str, player: str, index: int) -> Table:
        """Anyone seated: a bot should sit in for somebody who has been away for a minute; the host decides
        (`Tables.hand_over`, or `decline_bot`). Raises NotSeated, Unfit: still_here, no_such_seat, bot_seat,
        not_started, game_over.
        """

        def propose(table: Table) -> Table:
            seat = host.seat_at(table, index)
            since = self._presence.absent_since(table.id, seat.player or "")
            now, least = self._executor.clock(), self._settings.absence_ms
            return absence.propose(table, player, index, since=since, now=now, least=least)

        return await self._change(code, player, propose)

    async def decline_bot(self, code: str, player: str, index: int) -> Table:
        """Host: no bot sits in. Raises NotHost, Unfit: no_such_seat, bot_seat, not_started, game_over."""
        return await self._change(code, player, lambda table: absence.decline(table, player, index))

    async def claim(self, code: str, player: str, index: int) -> Table:
        """Somebody without a seat: this one is mine, I lost my browser's memory. The host decides. See
        `reseating.claim` for what is refused.
        """
        person = await self._executor.repository.player(player)
        if person is None:
            raise NotAllowed("unknown_player")
        return await reseating.claim(self._executor, self._presence, code, person, index)

    async def reseat(self, code: str, player: str, index: int, *, yes: bool) -> Table:
        """Host: gives a claimed seat to who asked, or not. See `reseating.reseat`."""
        return await reseating.reseat(self._executor, self._presence, code, player, index=index, yes=yes)

    async def _change(self, code: str, player: str, make: Callable[[Table], Table]) -> Table:
        return await self._executor.change_table(code, lambda table, _: make(table), by=player)
