"""The OpenAPI 3.1 document of the API, made from its routes and models.

What FastAPI cannot know is added here by rule: who may ask, which refusals can come, and each game's own schemas.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute, iter_route_contexts
from pydantic import BaseModel

from app.games.kernel.contract import Json
from app.web.api import answers, samples
from app.web.api.calls import anybody, somebody
from app.web.front.api import ApiFront
from app.web.http.problems import media_type

version = "1.0.0"
root = "/api/v1"
prefix = "#/components/schemas/"

about = """Everything a page of the table does, for programs. Become a guest, send the token as
`Authorization: Bearer`, join by code, read the table, choose; the socket says when there is news.

**Refusals** are `application/problem+json` (RFC 9457) with a `code` for programs and a `detail` in words, and have
changed nothing: 401 who are you, 403 not for you, 404 not there, 405 not like this (`Allow` says how), 409 not now or
not by the rules, 413 too large, 422 not of the documented form, 429 slower (`Retry-After`), 503 busy (`Retry-After`).

**Cookies** of a page work as well, for scripts of the same site; then the request's `Origin` must be this server's.
A token in `Authorization` needs no such proof, and no cookie counts beside it. A token never stands in an address.
"""

tags = {
    "guests": "People: a guest and its token, ways back, one's own data.",
    "games": "What can be played here.",
    "tables": "Open, look, and choose.",
    "seats": "Your own seat.",
    "host": "What the host settles. 403 not_host for everybody else.",
    "race": "While it is played, and after it.",
    "replays": "Races that are over. Whoever has a table's id may look; before the end there is nothing (404).",
    "chat": "Words and reactions; they have a version of their own.",
}

refusals = {
    401: "Who are you: no token, or one that is nobody's (any more).",
    403: "Not for you, or sent by another site with your cookie.",
    404: "No open or finished table has this code.",
    409: "Not now, or not by the rules; `code` says why.",
    413: "Too large.",
    422: "Not of the documented form; `errors` says where.",
    429: "Too often; `Retry-After` says how many seconds to wait.",
    500: "A bug, and our fault; `params.code` is what to report it by.",
    503: "Too much is going on just now; `Retry-After` says how many seconds to wait.",
}


def openapi(router: APIRouter, fronts: Mapping[str, ApiFront]) -> Json:
    """The OpenAPI document of all routes of the API; `fronts`: by game, the first one gives the samples."""
    game, front = next(iter(fronts.items()))
    shown = samples.answers_of(game, front.examples)
    document: Json = get_openapi(
        title="Yeti Mountain",
        version=version,
        summary="The games at Yeti Mountain for programs: everything a page does.",
        description=about,
        routes=router.routes,
        tags=[{"name": name, "description": said} for name, said in tags.items()],
        license_info={"name": "MIT", "identifier": "MIT"},
        servers=[{"url": "/", "description": "This server."}],
    )
    for route in routes_of(router):
        for method in route.methods or ():
            _complete(document["paths"][route.path_format][method.lower()], route, method, shown)
    schemas = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas |= schema_of(answers.Problem) | _of_games(fronts)
    _link(schemas, list(fronts))
    schemas["ActionBody"]["properties"]["action"]["examples"] = [front.examples.action]
    schemas["OptionSet"]["properties"]["option"]["examples"] = [front.examples.option]
    for path in document["paths"].values():
        for operation in path.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                content["example"] = sample_of(schemas, content["schema"])
    document["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "A guest's token, from `POST /guests`."},
        "cookie": {
            "type": "apiKey",
            "in": "cookie",
            "name": "__Host-yeti",
            "description": "A page's session, for scripts of the same site; `yeti` where there is no TLS.",
        },
    }
    document["components"]["responses"] = {str(status): _refusal(status) for status in refusals}
    return document


def routes_of(router: APIRouter) -> Iterator[Any]:
    """Every HTTP route of the API, each with its whole path."""
    for context in iter_route_contexts(router.routes):
        if isinstance(context.original_route, APIRoute):
            yield context


def _complete(operation: Json, route: Any, method: str, shown: Mapping[str, Any]) -> None:
    """Who may ask, what may be refused, and samples."""
    asked = set(_asked(route.dependant))
    known, code = somebody in asked, "{code}" in route.path_format
    found = code or "{table}" in route.path_format or "{game}" in route.path_format
    changes = method not in ("GET", "HEAD")
    statuses = {500, 503}
    statuses |= {401} if anybody in asked else set()
    statuses |= {403} if changes or code else set()
    statuses |= {404} if found else set()
    statuses |= {429} if code else set()
    statuses |= {409} if changes or known or "{" in route.path_format else set()
    statuses |= {413} if changes else set()
    statuses |= {422} if operation.get("parameters") or "requestBody" in operation else set()
    statuses |= {429} if changes else set()
    operation["operationId"] = route.name
    operation.setdefault("description", operation["summary"] + ".")
    operation["security"] = [{"token": []}, {"cookie": []}] if known else [{}, {"token": []}, {"cookie": []}]
    if anybody not in asked:
        operation["security"] = [{}]
    responses = {status: said for status, said in operation["responses"].items() if status.startswith("2")}
    for status, response in responses.items():
        for content in response.get("content", {}).values():
            content["example"] = shown[route.name]
        if status == "204":
            response["description"] = "Done."
        if status == "201" and route.name == "open_table":
            response["headers"] = {"Location": {"schema": {"type": "string"}, "required": True}}
    refused = {str(status): {"$ref": f"#/components/responses/{status}"} for status in sorted(statuses)}
    operation["responses"] = responses | refused


def _asked(dependant: Dependant) -> Iterator[Any]:
    for part in dependant.dependencies:
        yield part.call
        yield from _asked(part)


def sample_of(schemas: Json, reference: Json) -> Json:
    """A body as a client may send it, from the samples of its fields."""
    properties: Json = schemas[reference["$ref"].removeprefix(prefix)]["properties"]
    return {
        name: typed_first(field["examples"][0]) for name, field in properties.items() if "examples" in field
    }


def typed_first(sample: Any) -> Any:
    """What kind of thing it is stands first, as people write it; Pydantic sorts the keys of samples."""
    if isinstance(sample, dict):
        return {key: sample[key] for key in sorted(sample, key=lambda key: key != "type")}
    return sample


def _refusal(status: int) -> Json:
    """One refusal as a component."""
    response: Json = {
        "description": refusals[status],
        "content": {
            media_type: {
                "schema": {"$ref": f"{prefix}Problem"},
                "example": samples.problem(status),
            }
        },
    }
    wait = {"description": "Seconds.", "required": True, "schema": {"type": "integer", "minimum": 1}}
    if status in (429, 503):
        response["headers"] = {"Retry-After": wait}
    if status == 401:
        response["headers"] = {"WWW-Authenticate": {"required": True, "schema": {"const": "Bearer"}}}
    return response


def schema_of(model: type[BaseModel]) -> Json:
    made = model.model_json_schema(ref_template=prefix + "{model}", mode="serialization")
    return {**made.pop("$defs", {}), model.__name__: made}


linked = ("View", "Opened", "Action", "Event", "Forecast")


def _of_games(fronts: Mapping[str, ApiFront]) -> Json:
    """Each game's schemas: View-GAME, Action-GAME, Event-GAME, Forecast-GAME, and what those refer to."""
    found: Json = {}
    for game, front in fronts.items():
        for name, made in front.schemas(prefix).items():
            found[f"{name}-{game}" if name in linked else name] = made
    return found


def _link(schemas: Json, games: list[str]) -> None:
    """Puts the games' schemas where models could only say "any object"."""

    def one(kind: str) -> Json:
        return {"anyOf": [{"$ref": f"{prefix}{kind}-{game}"} for game in games]}

    envelope = schemas["Envelope"]["properties"]
    envelope["view"] = {"anyOf": [*one("View")["anyOf"], {"type": "null"}], "title": "View"}
    schemas["Happening"]["properties"]["events"]["items"] = one("Event")
    schemas["Choices"]["properties"]["actions"]["items"] = one("Action")
    opening = schemas["ReplayRound"]["properties"]["opening"]
    for key in ("additionalProperties", "type"):
        opening.pop(key, None)
    opening |= one("Opened")
    schemas["Forecasts"]["properties"]["forecasts"]["items"] = one("Forecast")
    action = schemas["ActionBody"]["properties"]["action"]
    for key in ("additionalProperties", "type"):
        action.pop(key, None)
    action |= one("Action")
