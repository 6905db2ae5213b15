"""Sessions that have ended while a socket was open by them, at whichever process they were ended."""

from collections.abc import Awaitable, Callable, Collection

from app.realtime.hub import Hub

every_s = 10.0

Ended = Callable[[Collection[str]], Awaitable[Collection[str]]]


class SessionWatch:
    """Of one process. `ended`: those of some sessions that are nobody's any more, see `Guests.ended`."""

    def __init__(self, hub: Hub, ended: Ended) -> None:
        self._hub = hub
        self._ended = ended

    async def look(self) -> None:
        """One question, whatever the number of sockets; none while there is no socket."""
        open_sessions = self._hub.sessions()
        if open_sessions:
            self._hub.end(await self._ended(open_sessions))
