"""The socket protocol of the server, with a compression window that a whole round's news fits into.

uvicorn fixes the window at 4 kB (12 bits). A round's messages are 30 to 70 kB of regions, each much like the last one
of its name: within 32 kB (15 bits) that one is found again. How far back is looked counts, not how large the tables of
the compressor are, so those are small: decision 9.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

most_heard, heard_a_second = 4096, 100
"""Bytes: what a page sends is an answer to a ping now and then, and a goodbye. Frames without content are as dear as
others, and every ping makes an answer, whether anybody reads it or not.
"""


class WideWindowProtocol(WebSocketsSansIOProtocol):
    _heard = 0.0
    _heard_at = 0.0
    release: Callable[[], None] | None = None
    """Called when the connection is gone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.config.ws_per_message_deflate:
            wide = ServerPerMessageDeflateFactory(
                server_max_window_bits=15, client_max_window_bits=12, compress_settings={"memLevel": 5}
            )
            self.conn = ServerProtocol(
                extensions=[wide], max_size=self.config.ws_max_size, logger=self.conn.logger
            )

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self._bears(len(data)):
            self.transport.abort()
            return
        super().data_received(data)

    async def send(self, message: Any) -> None:
        """Raises ClientDisconnected once a listener has been given up, as when it is gone: while what was sent before
        is on its way, uvicorn takes what comes after for a mistake of the program.
        """
        try:
            await super().send(message)
        except RuntimeError:
            if self.close_sent and message["type"] in ("websocket.send", "websocket.close"):
                raise ClientDisconnected from None
            raise

    def _bears(self, size: int) -> bool:
        """True if a listener may send so many bytes more."""
        now = self.loop.time()
        rest = max(0.0, self._heard - (now - self._heard_at) * heard_a_second)
        self._heard, self._heard_at = rest + size, now
        return self._heard <= most_heard

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.release is not None:
            self.release()
