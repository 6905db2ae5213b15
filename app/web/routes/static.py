"""Files that may be kept for ever: static ones under a hash, a game's drawings under their own address."""

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response
from starlette.exceptions import HTTPException

from app.web.assets import asset, digest, folder
from app.web.services import services_of

router = APIRouter()
for_ever = {"Cache-Control": "public, max-age=31536000, immutable"}
briefly = {"Cache-Control": "public, max-age=60"}


@router.get("/static/{hash_}/{path:path}", include_in_schema=False)
async def static(request: Request, hash_: str, path: str) -> Response:
    """A file below `static/`. An outdated hash still gets the file, but not to keep."""
    found = asset(path)
    if found is None:
        raise HTTPException(404)
    headers = (for_ever if hash_ == digest() else briefly) | {"Vary": "Accept-Encoding"}
    if found.packed is not None and "br" in request.headers.get("accept-encoding", ""):
        return Response(
            found.packed, media_type=found.media_type, headers=headers | {"Content-Encoding": "br"}
        )
    return Response(found.plain, media_type=found.media_type, headers=headers)


@router.get("/m/{name}", include_in_schema=False)
async def drawing(request: Request, name: str) -> Response:
    """A drawing of a game, a mountain for instance: everything needed to draw it stands in the address. That of another
    version gets this one's, but not to keep.
    """
    for front in services_of(request).fronts.values():
        file = front.table.drawing_file(name)
        if file is not None:
            return Response(
                file.text, media_type=file.media_type, headers=for_ever if file.lasting else briefly
            )
    raise HTTPException(404)


@router.get("/favicon.ico", include_in_schema=False)
async def favicon() -> FileResponse:
    return FileResponse(folder / "favicon.svg", headers=briefly)
