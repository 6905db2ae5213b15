"""The socket of the API: as the pages' (`web/live/socket.py`), in JSON."""

from fastapi import APIRouter, WebSocket

from app.web.api.envelopes import Envelopes
from app.web.live.socket import converse
from app.web.services import services_of

router = APIRouter()


@router.websocket("/tables/{code}/socket")
async def listen(socket: WebSocket, code: str, since: int = 0) -> None:
    """Close codes: 4401 not your token, 4403 not for you, 4404 no such table, 1008 you spoke, 1013 busy or too
    many codes tried; all others mean: come back.
    """
    await converse(socket, code, since, Envelopes(services_of(socket), socket.app.state.broadcaster))
