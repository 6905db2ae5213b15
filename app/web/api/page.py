"""The API as a page for people: drawn from its own documents, so it cannot say anything else than they do."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from app.games.kernel.contract import Json
from app.web.api.documents import prefix
from app.web.pages.frame import Reader, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Field:
    """One value a client sends. `where`: body, query or path."""

    name: str
    kind: str
    needed: bool
    where: str
    about: Markup


@dataclass(frozen=True, slots=True)
class Call:
    """One operation. `asks`: body, as a sample; `tells`: the answer, as a sample; "" = nothing."""

    id: str
    method: str
    path: str
    summary: str
    about: Markup
    for_all: bool
    fields: tuple[Field, ...]
    asks: str
    status: str
    tells: str
    refusals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    about: Markup
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A kind of action of a game. `sample`: as it is sent; "" where the game shows none."""

    kind: str
    about: Markup
    sample: str


@dataclass(frozen=True, slots=True)
class Reference:
    """`refused`: status and what it means. `socket`: address; `hears`: what is heard there, as samples."""

    base: str
    groups: tuple[Group, ...]
    refused: tuple[tuple[str, Markup], ...]
    problem: str
    socket: str
    hears: tuple[tuple[str, str], ...]
    choices: tuple[Choice, ...]


def page(openapi: Json, asyncapi: Json, base: str, reader: Reader) -> str:
    """The whole page. `base`: the public address of this server."""
    title = gettext_of(reader.language)("For programs")
    return whole("api.html", title, "/api", reference(openapi, asyncapi, base), reader)


def reference(openapi: Json, asyncapi: Json, base: str) -> Reference:
    responses = openapi["components"]["responses"]
    channel = asyncapi["channels"]["table"]
    messages = asyncapi["components"]["messages"]
    return Reference(
        base=base,
        groups=tuple(
            Group(tag["name"], marked(tag["description"]), tuple(calls(openapi, tag["name"])))
            for tag in openapi["tags"]
        ),
        refused=tuple((status, marked(response["description"])) for status, response in responses.items()),
        problem=pretty(responses["409"]["content"]["application/problem+json"]["example"]),
        socket=channel["address"],
        hears=(
            ("table", pretty(messages["table"]["examples"][0]["payload"])),
            ("beat", pretty(messages["beat"]["examples"][0]["payload"])),
        ),
        choices=tuple(choices(openapi)),
    )


def calls(openapi: Json, tag: str) -> Iterator[Call]:
    for path, operations in openapi["paths"].items():
        for method, operation in operations.items():
            if operation["tags"][-1] == tag:
                yield call(openapi, path, method, operation)


def call(openapi: Json, path: str, method: str, operation: Json) -> Call:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    answered = next(status for status in operation["responses"] if status.startswith("2"))
    content = operation["responses"][answered].get("content", {}).get("application/json", {})
    about = operation["description"]
    return Call(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        about=marked("" if about == operation["summary"] + "." else about),
        for_all={} in operation["security"],
        fields=(*parameters(operation), *properties(openapi, body.get("schema", {}))),
        asks=pretty(body["example"]) if body else "",
        status=answered,
        tells=pretty(content["example"]) if content else "",
        refusals=tuple(status for status in operation["responses"] if status >= "4"),
    )


def parameters(operation: Json) -> Iterator[Field]:
    for found in operation.get("parameters", []):
        yield Field(
            found["name"],
            kind_of(found["schema"]),
            found["required"],
            found["in"],
            marked(found.get("description", "")),
        )


def properties(openapi: Json, schema: Json) -> Iterator[Field]:
    schema = openapi["components"]["schemas"].get(schema.get("$ref", "").removeprefix(prefix), {})
    for name, found in schema.get("properties", {}).items():
        about = marked(found.get("description", ""))
        yield Field(name, kind_of(found), name in schema.get("required", ()), "body", about)


def choices(openapi: Json) -> Iterator[Choice]:
    """Every kind of action of every game, by the schemas Action-GAME."""
    schemas = openapi["components"]["schemas"]
    for name, schema in schemas.items():
        if name.startswith("Action-"):
            for kind, target in schema["discriminator"]["mapping"].items():
                made = schemas[target.removeprefix(prefix)]
                shown = pretty(made["examples"][0]) if "examples" in made else ""
                yield Choice(kind, marked(made["description"]), shown)


def marked(text: str) -> Markup:
    """Words of the documents, their names in `backticks` as code."""
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts)
    )


def kind_of(schema: Json) -> str:
    """A type in few words: "integer 0..9", "text", "bot | drop", "list of text"."""
    simple = {"string": "text", "boolean": "true | false", "object": "object"}
    match schema:
        case {"anyOf": parts}:
            return " | ".join(dict.fromkeys(kind_of(part) for part in parts))
        case {"enum": values}:
            return " | ".join(json.dumps(value).strip('"') for value in values)
        case {"type": "array", "items": items}:
            return f"list of {kind_of(items)}"
        case {"type": "integer", "minimum": low, "maximum": high} if high < 10_000:
            return f"integer {low}..{high}"
        case {"type": str(kind)}:
            return "null" if kind == "null" else simple.get(kind, kind)
        case {"$ref": str(target)}:
            return target.removeprefix(prefix).rpartition(".")[2]
    return "object"


def pretty(sample: Any) -> str:
    """JSON for the eye: short things on one line."""
    return "\n".join(lines(sample, ""))


def lines(sample: Any, indent: str) -> Iterator[str]:
    flat = json.dumps(sample, ensure_ascii=False)
    if not isinstance(sample, dict | list) or len(indent) + len(flat) <= 64:
        yield flat
        return
    opening, closing = "{}" if isinstance(sample, dict) else "[]"
    entries = [("", item) for item in sample] if isinstance(sample, list) else list(sample.items())
    yield opening
    for index, (key, value) in enumerate(entries):
        first, *rest = lines(value, indent + "  ")
        end = "" if index == len(entries) - 1 else ","
        label = f"{json.dumps(key)}: " if isinstance(sample, dict) else ""
        inner = [f"  {label}{first}", *(f"  {line}" for line in rest)]
        inner[-1] += end
        yield from inner
    yield closing
