"""What programs look for at the root of a site: what search engines may read, whom to tell of a hole."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from app.web.http.request_user import RequestUser, visitor_of
from app.web.pages import imprint
from app.web.services import services_of

router = APIRouter(default_response_class=PlainTextResponse, include_in_schema=False)
for_an_hour = {"Cache-Control": "public, max-age=3600"}
valid = timedelta(days=180)


Guest = Annotated[RequestUser, Depends(visitor_of)]


@router.get("/imprint")
async def show_imprint(request: Request, visitor: Guest) -> HTMLResponse:
    """Who runs this server, and what is kept of whoever comes."""
    return HTMLResponse(imprint.page(services_of(request).settings, visitor))


@router.get("/robots.txt")
async def robots() -> PlainTextResponse:
    """Tables and replays are not forbidden here: they say "noindex" themselves, which only who may read them can see,
    and whoever shows a preview of an invitation must be let in.
    """
    closed = ("/me", "/tables", "/notices", "/continue", "/-/")
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    return PlainTextResponse("\n".join(lines) + "\n", headers=for_an_hour)


@router.get("/.well-known/security.txt")
async def security(request: Request) -> PlainTextResponse:
    """RFC 9116. 404 where the operator has named nobody."""
    settings = services_of(request).settings
    if settings.security_contact is None:
        raise HTTPException(404)
    expires = (datetime.now(UTC) + valid).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {settings.security_contact}", f"Expires: {expires}", "Preferred-Languages: en, de"]
    if settings.base_url is not None:
        lines.append(f"Canonical: {settings.base_url}/.well-known/security.txt")
    return PlainTextResponse("\n".join(lines) + "\n", headers=for_an_hour)
