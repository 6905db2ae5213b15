"""The host's door: the clock and its pauses. Methods as in `facade.Tables`: by a table's code and a person's id."""

from app.settings import Settings
from app.tables import clocks
from app.tables.desk import Desk
from app.tables.model import Table
from app.tables.ports import Presence


class Hosting:
    def __init__(self, desk: Desk, presence: Presence, settings: Settings) -> None:
        self._desk = desk
        self._presence = presence
        self._settings = settings

    async def set_clock(self, code: str, player: str, seconds: int) -> Table:
        """Host, in the lobby: 0, 30, 60, 120 s, 24 or 72 h a decision. Everybody else's ready falls back.
        Raises NotHost, Unfit: already_started, no_such_clock.
        """
        return await self._desk.change_table(
            code, lambda table, _: clocks.set_clock(table, player, seconds), by=player
        )

    async def pause(self, code: str, player: str) -> Table:
        """Host: the clock stands. Raises NotHost, Unfit: not_started, game_over."""
        now = self._desk.clock()
        return await self._desk.change_table(
            code, lambda table, _: clocks.pause(table, player, now), by=player
        )

    async def resume(self, code: str, player: str) -> Table:
        """The clock goes on: the host at any time, anyone seated after ten minutes. Raises NotSeated, Unfit:
        not_started, game_over, still_paused (minutes).
        """
        now = self._desk.clock()
        return await self._desk.change_table(
            code, lambda table, _: clocks.resume(table, player, now), by=player
        )
