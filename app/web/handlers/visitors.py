"""Who sent a request, as the routes of pages ask for it, and where their answers lead."""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.tables.errors import NotAllowed
from app.web.http.forms import Posted
from app.web.http.request_user import Person, RequestUser, player_acting, visitor_of
from app.web.pages import me
from app.web.people_services import welcome
from app.web.services import services_of

Guest = Annotated[RequestUser, Depends(visitor_of)]

ActingPlayer = Annotated[RequestUser, Depends(player_acting)]
"""For moves: may be five seconds old."""


def known(visitor: RequestUser) -> Person:
    """Raises NotAllowed(unknown_player)."""
    if visitor.player is None:
        raise NotAllowed("unknown_player")
    return visitor.player


def player_id_of(visitor: RequestUser) -> str:
    """The person's id; "" for somebody without one, who has no seat anywhere."""
    return visitor.player_id or ""


def see(request: Request, address: str) -> Response:
    """Sends the page on after a POST: htmx is told to navigate, a plain form is redirected."""
    if "hx-request" in request.headers:
        return Response(status_code=200, headers={"HX-Redirect": address})
    return RedirectResponse(address, 303)


async def named(request: Request, visitor: RequestUser, form: Posted) -> Person:
    """The person behind the form, known by the name it gives; a new one at the first name. Raises Refusal name_*."""
    name = form.text("name")
    if visitor.player is None:
        return await welcome(request, name)
    if name and name != visitor.player.name:
        return await services_of(request).guests.rename(visitor.player.id, name)
    return visitor.player


def asked_first(visitor: RequestUser, back: str) -> HTMLResponse | None:
    """The page that asks for a name, for a newcomer who opens a page about themselves; None for everybody else."""
    if visitor.player is not None:
        return None
    return HTMLResponse(me.first_name(visitor, back, visitor.name))
