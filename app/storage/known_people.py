"""Whoever stores something of a person sees, in the same transaction, that the person is still there. A request that
was on its way while its person was removed would else bring back the name.
"""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.storage import schema
from app.tables.errors import NotAllowed


async def gone_among(connection: AsyncConnection, players: Collection[str]) -> set[str]:
    """Those of these ids that are nobody's. The others cannot be removed before this transaction ends."""
    rows = schema.players.c
    query = select(rows.id).where(rows.id.in_(players)).with_for_update(read=True, key_share=True)
    return set(players) - set((await connection.execute(query)).scalars())


async def see_that_known(connection: AsyncConnection, *players: str) -> None:
    """Raises NotAllowed(unknown_player) if one of these ids is nobody's."""
    if players and await gone_among(connection, players):
        raise NotAllowed("unknown_player")
