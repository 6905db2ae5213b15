"""The AsyncAPI 3 document of the socket. Its schemas are those of the OpenAPI document."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.games.kernel.contract import Json
from app.web.api import answers
from app.web.api.documents import prefix, root, schema_of, version

about = """The server speaks, the client listens: whatever a client says closes the socket (1008). First comes the
whole table, then a message for every change: one message holds all of one version. A slow reader gets the latest state
and the events since the message before, never a backlog; after two seconds without news comes a heartbeat.

Close codes: 4401 not your token, 4403 not for you, 4404 no such table, 1008 you spoke, 1013 busy or too many wrong
codes (wait). After all others come back, with `since` = the version you have.
"""

arrival = """`?since=` is the version you have, for the events after it (of the last two rounds). The token comes as
`Authorization: Bearer` in the handshake, or a page's cookie does; without either you look on as nobody in
particular."""


def asyncapi(openapi: Mapping[str, Any]) -> Json:
    """What can be heard at a table, beside this OpenAPI document."""
    schemas = openapi["components"]["schemas"] | schema_of(answers.Heartbeat)
    wanted = _reachable(schemas, ["Envelope", "Heartbeat"])
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Yeti Mountain: the socket of a table",
            "version": version,
            "description": about,
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": root + "/tables/{code}/socket",
                "description": arrival,
                "parameters": {"code": {"description": "The table's code."}},
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "query": {
                            "type": "object",
                            "properties": {"since": {"type": "integer", "minimum": 0, "default": 0}},
                        },
                        "headers": {
                            "type": "object",
                            "properties": {"Authorization": {"type": "string", "pattern": "^Bearer "}},
                        },
                        "bindingVersion": "0.1.0",
                    }
                },
                "messages": {
                    "table": {"$ref": "#/components/messages/table"},
                    "beat": {"$ref": "#/components/messages/beat"},
                },
            }
        },
        "operations": {
            "tell": {
                "action": "send",
                "channel": {"$ref": "#/channels/table"},
                "summary": "The table as you may see it; a heartbeat after two seconds without news.",
                "messages": [
                    {"$ref": "#/channels/table/messages/table"},
                    {"$ref": "#/channels/table/messages/beat"},
                ],
            }
        },
        "components": {
            "messages": {
                "table": {
                    "name": "table",
                    "payload": {"$ref": f"{prefix}Envelope"},
                    "examples": [
                        {
                            "payload": openapi["paths"][f"{root}/tables/{{code}}"]["get"]["responses"]["200"][
                                "content"
                            ]["application/json"]["example"]
                        }
                    ],
                },
                "beat": {
                    "name": "beat",
                    "payload": {"$ref": f"{prefix}Heartbeat"},
                    "examples": [{"payload": {"beat": True, "version": 7, "may": []}}],
                },
            },
            "schemas": {name: schemas[name] for name in sorted(wanted)},
        },
    }


def _reachable(schemas: Json, names: list[str]) -> set[str]:
    """The named schemas and all they refer to."""
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += [target.removeprefix(prefix) for target in _references(schemas[name])]
    return found


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref" and isinstance(value, str):
                yield value
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)
