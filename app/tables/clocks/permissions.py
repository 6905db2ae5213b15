"""What the mere passing of time allows at a table. No save announces it: pages are told with every heartbeat. Pure."""

from collections.abc import Callable

from app.tables.clocks.deadlines import pause_ms
from app.tables.model import Acts, Status, Table

resume = "resume"
"""Anyone seated may end the pause, see `clocks.resume`."""


def bot_for(seat: int) -> str:
    """A bot may be proposed for the seat, and the host may let one play: see `absence`."""
    return f"bot-{seat}"


def allowed(table: Table, absent_since: Callable[[str], int | None], now: int, least: int) -> tuple[str, ...]:
    """`absent_since`: epoch ms since when a player has been away, None = here. `least`: ms it must have lasted."""
    if table.status is not Status.PLAYING:
        return ()
    found = []
    for seat in table.seats:
        if seat.player is None or seat.acts is Acts.BOT:
            continue
        since = absent_since(seat.player)
        if since is not None and now - since >= least:
            found.append(bot_for(seat.index))
    if table.paused_at is not None and now - table.paused_at >= pause_ms:
        found.append(resume)
    return tuple(found)
