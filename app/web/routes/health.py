"""For whoever watches over the server: does it live, and may people be sent to it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

router = APIRouter(include_in_schema=False)

well = {"ok", "newer", "none"}


def own_version() -> str:
    try:
        return version("yeti-mountain")
    except PackageNotFoundError:
        return "unknown"


@dataclass(frozen=True, slots=True)
class Health:
    """`database`: see `storage/health.py`; `late`: works in the background that have stopped; `bus`: whether news
    of other processes arrive, None without a bus.
    """

    database: Callable[[], Awaitable[dict[str, str]]]
    late: Callable[[], Sequence[str]]
    bus: Callable[[], bool | None]

    async def look(self) -> dict[str, str]:
        """A word for each part: ok, or what is wrong with it."""
        heard = self.bus()
        return await self.database() | {
            "workers": ", ".join(self.late()) or "ok",
            "bus": "none" if heard is None else "ok" if heard else "away",
            "version": own_version(),
        }


@router.get("/-/live")
async def live() -> JSONResponse:
    """200 while the process answers at all: otherwise it should be started anew."""
    return JSONResponse({"live": "ok", "version": own_version()})


@router.get("/-/ready")
@router.get("/-/health")
async def ready(request: Request) -> JSONResponse:
    """200 while people can play here; 503 with what is wrong when they cannot."""
    health: Health = request.app.state.health
    found = await health.look()
    is_well = all(word in well for part, word in found.items() if part != "version")
    return JSONResponse(found, 200 if is_well else 503)
