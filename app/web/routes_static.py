"""Files that may be kept for ever: static ones under a hash, a mountain's places under its own address; health."""

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from app.web.assets import asset, digest, folder
from app.web.house import house_of

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
async def mountain(request: Request, name: str) -> Response:
    """The places or a picture of one mountain: everything needed to draw it stands in the address."""
    for screen in house_of(request).screens.values():
        file = screen.mountain_file(name)
        if file is not None:
            return Response(file[1], media_type=file[0], headers=for_ever)
    raise HTTPException(404)


@router.get("/favicon.ico", include_in_schema=False)
async def favicon() -> FileResponse:
    return FileResponse(folder / "favicon.svg", headers=briefly)


@router.get("/-/health", include_in_schema=False)
async def health(request: Request) -> JSONResponse:
    """200 while the event loop answers and the database does; 503 when it does not."""
    well = await house_of(request).tables.healthy()
    return JSONResponse({"database": "ok" if well else "away"}, 200 if well else 503)
