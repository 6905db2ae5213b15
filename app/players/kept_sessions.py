"""Whose session a token is, remembered for a few seconds: a player's page asks with every click."""

from collections import OrderedDict
from collections.abc import Callable, Collection

from app.players.model import Player

most_sessions = 10_000
"""What was used longest ago goes first."""


class KeptSessions:
    """`keep_ms`: how long an answer of the database is believed. A session that another process ended is open here for
    that long at most, as its sockets are.
    """

    def __init__(self, clock: Callable[[], int], keep_ms: int) -> None:
        self._clock = clock
        self._keep_ms = keep_ms
        self._kept: OrderedDict[str, tuple[Player, int]] = OrderedDict()
        self.drops = 0
        """Changes whenever somebody here has ended a session or changed a person."""

    def get(self, token_hash: str) -> Player | None:
        kept = self._kept.get(token_hash)
        if kept is None or not 0 <= self._clock() - kept[1] < self._keep_ms:
            return None
        self._kept.move_to_end(token_hash)
        return kept[0]

    def put(self, token_hash: str, player: Player | None, *, asked_at: int) -> None:
        """What the database has said just now; nobody is not remembered, nor what may have ended on its way here.
        `asked_at`: `drops` when it was asked.
        """
        self._kept.pop(token_hash, None)
        if player is None or not self._keep_ms or asked_at != self.drops:
            return
        self._kept[token_hash] = (player, self._clock())
        while len(self._kept) > most_sessions:
            self._kept.popitem(last=False)

    def drop(self, token_hashes: Collection[str]) -> None:
        """They have ended."""
        self.drops += 1
        for token_hash in token_hashes:
            self._kept.pop(token_hash, None)

    def drop_person(self, player_id: str) -> None:
        """The person has changed, or gone."""
        self.drop([key for key, (player, _) in self._kept.items() if player.id == player_id])
