"""Every refusal reaches the person who acted, as a sentence: the platform's own words and their HTTP status.

A game's refusals are worded by its screen. Three forms of the same answer: a fragment for a page that posted by
htmx, a whole page for a plain form, a problem (`problems.py`) for a client of the API.
"""

import secrets
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from app import metrics
from app.games.kernel.contract import GameError, MalformedAction
from app.players.errors import BadText
from app.players.limits import Limited
from app.tables.errors import Malformed, NoSuchTable, NotAllowed, Refusal
from app.web.handlers import refusals_people
from app.web.http.command_context import CommandContext, RefusedCommand
from app.web.http.guard import shown_path
from app.web.http.methods import methods_of
from app.web.http.problems import NoToken, problem, speaks_api, wants_page
from app.web.http.refused import note_refusal
from app.web.http.request_user import stranger, visitor_of
from app.web.live import text_view
from app.web.pages import notices
from app.web.pages.codes import spoken
from app.web.services import services_of
from app.web.templating import Phrasebook, gettext_of, plain

log = structlog.get_logger("refusals")

logged = "this fault has its line in the log"
"""A note on an error: the server beneath would write it a second time (`app/server.py`)."""

statuses: dict[type[Exception], int] = {
    NoToken: 401,
    NoSuchTable: 404,
    NotAllowed: 403,
    Malformed: 400,
    MalformedAction: 400,
    Limited: 429,
    BadText: 400,
    Refusal: 409,
    GameError: 409,
}

reasons: dict[str, int] = {
    "bad_form": 400,
    "bad_field": 400,
    "form_token": 403,
    "banned": 403,
    "registration_closed": 403,
    "registration_invited": 403,
    "no_cookie": 403,
    "name_empty": 400,
    "name_long": 400,
    "name_unfit": 400,
    "name_bot": 400,
}
"""Status of a refusal by reason, where its class does not say it."""

unreadable_reasons = {"bad_form", "bad_field"}


def sentence(
    reason: str, params: Mapping[str, Any], language: str, phrases: Phrasebook = plain
) -> str | None:
    """The platform's refusals in words, as a game says them; None for a reason that is not its own."""
    _ = gettext_of(language, phrases)
    words = {
        "no_such_table": _("No table has the code %(code)s. Codes never use O, I, 0 or 1."),
        "bad_form": _("We could not read that. Reload the page and try again."),
        "bad_field": _("Something in the form is not as it should be: %(field)s."),
        "form_token": _("This page is out of date. Reload it and try again; nothing was changed."),
        "no_cookie": _(
            "This browser keeps no cookies for this site, and by one we know your seat. Allow them here, then reload."
        ),
        "stale_decision": _("That choice came too late: the game has gone on. Nothing was changed."),
        "name_empty": _("A name, please: 1 to 20 characters."),
        "name_long": _("A name, please: 1 to 20 characters."),
        "name_unfit": _("That name has marks that cannot be shown. Letters, digits and emoji are fine."),
        "name_bot": _("Names beginning with Bot are kept for the bots."),
        "not_host": _("Only the host can change that."),
        "not_seated": _("You have no seat at this table."),
        "table_full": _("All seats are taken. Open your own table."),
        "already_started": _("The game has started. Ask the host for the next one."),
        "not_started": _("The game has not started yet."),
        "not_over": _("The game is not over yet."),
        "table_closed": _("This table has closed."),
        "hat_taken": _("%(name)s has just taken that hat."),
        "too_few_seats": _("Too few players. Take a seat or add a bot."),
        "too_many_seats": _("At most %(most)s can play here. Remove somebody from the table."),
        "hats_unfit": _("That hat does not fit here. Choose another one."),
        "own_seat": _("That is your own seat. To go, leave the table."),
        "bot_decided": _("The bot has chosen for you this time. You play again from the next choice on."),
        "bad_key": _("We could not read that. Reload the page and try again."),
        "unknown_player": _("We do not know you yet. Enter a name first."),
        "option_seats": _(
            "%(option)s does not go with this number of players. Switch it off, or change the seats."
        ),
        "option_group": _("%(option)s does not go with another option that is set. Choose one of them."),
        "still_here": _("%(name)s is here, or has been away for less than a minute. The seat stays theirs."),
        "no_such_seat": _("There is no such seat."),
        "no_such_option": _("There is no such option."),
        "no_such_level": _("There is no such bot."),
        "person_seat": _("Somebody sits there. Only a bot plays as you choose."),
        "bot_seat": _("A bot sits there already."),
        "not_ready": _("Not ready yet: %(names)s. Start anyway?"),
        "bot_acts": _("A bot is playing your seat. Take it back first."),
        "changed_often": _("You have changed your choice very often. The last one stands."),
        "key_used": _("That was sent twice with different choices. Choose again."),
        "game_over": _("This game is over."),
        "no_such_game": _("There is no such game here."),
        "no_token": _("Say who you are: send a guest's token as Authorization: Bearer."),
        "unknown_token": _("That token is not known here, or its person is gone. Make a new guest."),
    } | refusals_people.sentences(_)
    text = words.get(reason)
    if text is None:
        return None
    return text % {k: ", ".join(v) if isinstance(v, list | tuple) else v for k, v in params.items()}


def status_of(error: Exception) -> int:
    reason = getattr(error, "reason", "")
    for kind in type(error).__mro__:
        if kind in statuses:
            return reasons.get(reason, statuses[kind])
    return 409


def api_status_of(error: Exception) -> int:
    """The API tells 422, not of the documented form, from 409, of that form and refused all the same; pages say 400."""
    status = status_of(error)
    if status != 400:
        return status
    unreadable = (
        isinstance(error, Malformed | MalformedAction) or getattr(error, "reason", "") in unreadable_reasons
    )
    return 422 if unreadable else 409


def headers_of(error: Exception, params: Mapping[str, Any]) -> dict[str, str]:
    """When to try again, and how to say who one is."""
    if isinstance(error, Limited):
        return {"Retry-After": str(params["seconds"])}
    return {"WWW-Authenticate": "Bearer"} if isinstance(error, NoToken) else {}


async def refused(request: Request, refusal: RefusedCommand) -> Response:
    return await answer(request, refusal.error, refusal.context)


async def answer(
    request: Request, error: Refusal | GameError, context: CommandContext | None = None
) -> Response:
    """The refusal, worded for whoever asked."""
    context = context or CommandContext()
    services, visitor, table = services_of(request), await visitor_of(request), context.table
    status = status_of(error)
    reason, params = error.reason, dict(error.params)
    note_refusal(request.scope, reason)
    if isinstance(error, NoSuchTable):
        params["code"] = shown_code(str(params["code"]))
    front, told = services.front(table) if table is not None else None, None
    if front is not None:
        told = front.table.refusal(reason, params, table, visitor.language)
    told = told or sentence(reason, params, visitor.language, front.words.phrases if front else plain)
    text = told or unknown(reason, visitor.language)
    if "hx-request" in request.headers and not speaks_api(request):
        control = request.headers.get("yeti-control") or context.control
        return HTMLResponse(
            notices.refusal(text, reason, visitor),
            status,
            headers={"HX-Retarget": f"#refusal-{control}", "HX-Reswap": "innerHTML"},
        )
    if wants_page(request):
        again = await text_view.refused(request, visitor, context.form, table, text) if table else None
        if again is not None:
            return HTMLResponse(again, status)
        back = f"/t/{table.code}" if table else "/"
        return HTMLResponse(notices.page(status, text, back, visitor), status)
    shown = api_status_of(error) if speaks_api(request) else status
    return problem(shown, reason, text, jsonable(params), headers=headers_of(error, params))


def unknown(reason: str, language: str) -> str:
    _ = gettext_of(language)
    return _("That is not possible now (%(reason)s). Nothing was changed.") % {"reason": reason}


def jsonable(params: Mapping[str, Any]) -> dict[str, Any]:
    return {k: list(v) if isinstance(v, tuple | set | frozenset) else v for k, v in params.items()}


def shown_code(code: str) -> str:
    """As people write it: "KRT 7Q4". Whatever was typed comes back short."""
    return spoken("".join(code.split()).upper()[:12])


def without_slash(request: Request) -> str | None:
    """Where an address with a slash too many at its end leads, if there is such a page; only ever on this server."""
    path = "/" + request.url.path.strip("/")
    if request.method != "GET" or path == request.url.path or "GET" not in methods_of(request.app, path):
        return None
    return quote(path) + (f"?{request.url.query}" if request.url.query else "")


async def http_error(request: Request, error: HTTPException) -> Response:
    """404 for addresses, 405 for methods, 413 for bodies: a page for people, a problem for clients."""
    mended = without_slash(request) if error.status_code == 404 else None
    if mended is not None:
        return RedirectResponse(mended, 307)
    page = wants_page(request)
    visitor = await visitor_of(request) if page else stranger(request)
    _ = gettext_of(visitor.language)
    text = {
        404: _("There is nothing at this address."),
        405: _("That cannot be opened like this. Go back and use the button."),
        413: _("That was too much at once. Nothing was changed."),
    }.get(error.status_code, _("That did not work. Nothing was changed."))
    if page:
        answer = notices.page(error.status_code, text, "/", visitor)
        return HTMLResponse(answer, error.status_code, error.headers)
    if error.status_code == 400 and speaks_api(request):  # a body that is no JSON at all
        return await unreadable(request, RequestValidationError([]))
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "_")
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(methods_of(request.app, request.url.path))
    return problem(error.status_code, code, text, headers=headers)


async def bug(request: Request, error: Exception) -> Response:
    """A bug stays a 500. The person gets a word to report it by, the log the traceback under the same word."""
    word = secrets.token_hex(2).upper()
    metrics.errors.labels("request").inc()
    log.error("bug", code=word, method=request.method, path=shown_path(request.url.path), exc_info=error)
    error.add_note(logged)
    visitor = await visitor_of(request)
    _ = gettext_of(visitor.language)
    text = _("That did not work, and it is our fault. Nothing was changed. Code %(code)s.") % {"code": word}
    if "hx-request" in request.headers or not wants_page(request):
        return problem(500, "bug", text, {"code": word})
    return HTMLResponse(notices.page(500, text, "/", visitor), 500)


async def unreadable(request: Request, error: RequestValidationError) -> Response:
    """An address or a body whose parts are of the wrong kind. What was sent is not repeated."""
    if not speaks_api(request):
        return await answer(request, Refusal("bad_form"))
    note_refusal(request.scope, "invalid")
    _ = gettext_of(stranger(request).language)
    errors = [
        {"pointer": "/" + "/".join(str(part) for part in found["loc"]), "detail": str(found["msg"])}
        for found in error.errors()[:20]
    ]
    text = _("That is not of the documented form. Nothing was changed.")
    return problem(422, "invalid", text, errors=errors)


def turned_away(connection: HTTPConnection, status: int) -> Response:
    """The answer to a request that was not even read: 403 from another site, 413 too large, 421 meant for another host.
    It has changed nothing.
    """
    visitor = stranger(connection)
    _ = gettext_of(visitor.language)
    address = services_of(connection).settings.base_url or ""
    reason, text = {
        403: ("other_origin", _("This form was sent from another site. Open the page here and try again.")),
        413: ("too_large", _("That was too much at once. Nothing was changed.")),
        421: ("other_host", _("This server is found at %(address)s.") % {"address": address}),
    }[status]
    note_refusal(connection.scope, reason)
    if wants_page(connection):
        return HTMLResponse(notices.page(status, text, address or "/", visitor), status)
    return problem(status, reason, text)


async def gone(_request: Request, _error: ClientDisconnect) -> Response:
    """The page went away while it was still sending: nobody is left to answer, and nothing is wrong here."""
    return Response(status_code=400)


def install(app: FastAPI) -> None:
    for kind in (Refusal, GameError):
        app.add_exception_handler(kind, answer)  # type: ignore[arg-type]  # the handler knows its own errors
    app.add_exception_handler(RefusedCommand, refused)  # type: ignore[arg-type]  # as above
    app.add_exception_handler(ClientDisconnect, gone)  # type: ignore[arg-type]  # as above
    app.add_exception_handler(Exception, bug)
    app.add_exception_handler(RequestValidationError, unreadable)  # type: ignore[arg-type]  # as above
    app.add_exception_handler(HTTPException, http_error)  # type: ignore[arg-type]  # as above
