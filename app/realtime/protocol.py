"""The socket protocol of the server, with a compression window that a whole round's news fits into.

uvicorn fixes the window at 4 kB (12 bits). A round's message is 30 to 50 kB of regions much like the last one's: with
16 kB (14 bits) and a larger table it is a fifth smaller, for 96 KiB more a socket.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol


class WideWindowProtocol(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.config.ws_per_message_deflate:
            wide = ServerPerMessageDeflateFactory(
                server_max_window_bits=14, client_max_window_bits=12, compress_settings={"memLevel": 7}
            )
            self.conn = ServerProtocol(
                extensions=[wide], max_size=self.config.ws_max_size, logger=self.conn.logger
            )
