"""JSON schemas of dataclasses, from their type hints: the other side of the kernel's `shapes.py`, for clients."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from typing import Any, Union, get_args, get_origin, get_type_hints

from app.games.kernel.contract import Json, type_key
from app.games.kernel.shapes import MAX_ITEMS, MAX_NUMBER, MAX_TEXT

most_sent = 40
"""Items of a list and signs of a text in what a client sends: more than any legal choice has."""


class Shapes:
    """Collects the schemas of one family. `prefix`: what a reference begins with; `name`: in front of every class.
    `sent`: by a client, then what has a default may be missing and more may be said; else all is always there.
    """

    def __init__(self, prefix: str, name: str, *, sent: bool = False) -> None:
        self._prefix = prefix
        self._name = name
        self._sent = sent
        self.made: dict[str, Json] = {}

    def tagged(self, kinds: Mapping[str, type]) -> Json:
        """One of several classes, told apart by the text under `type`."""
        references = {tag: self._object(kind, tag) for tag, kind in kinds.items()}
        return {
            "oneOf": list(references.values()),
            "discriminator": {
                "propertyName": type_key,
                "mapping": {tag: reference["$ref"] for tag, reference in references.items()},
            },
        }

    def of(self, hint: Any) -> Json:
        simple: dict[Any, Json] = {
            int: {"type": "integer", "minimum": 1 - MAX_NUMBER, "maximum": MAX_NUMBER - 1},
            bool: {"type": "boolean"},
            str: {"type": "string", "maxLength": most_sent if self._sent else MAX_TEXT},
        }
        if hint in simple:
            return dict(simple[hint])
        origin, args = get_origin(hint), get_args(hint)
        if origin is tuple:
            return self._tuple(args)
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(arg) for arg in args if arg is not type(None)] + [{"type": "null"}]}
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            return {"type": "string", "enum": [member.value for member in hint]}
        if isinstance(hint, type) and is_dataclass(hint):
            return self._object(hint)
        raise TypeError(f"no schema for {hint!r}")

    def _tuple(self, args: tuple[Any, ...]) -> Json:
        if len(args) == 2 and args[1] is Ellipsis:
            return {
                "type": "array",
                "items": self.of(args[0]),
                "maxItems": most_sent if self._sent else MAX_ITEMS,
            }
        parts = [self.of(arg) for arg in args]
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}

    def _object(self, kind: type, tag: str | None = None) -> Json:
        name = f"{self._name}.{kind.__name__}" if tag is None else f"{self._name}-{tag}"
        reference = {"$ref": f"{self._prefix}{name}"}
        if name in self.made:
            return reference
        self.made[name] = {}
        hints = get_type_hints(kind)
        properties: Json = {} if tag is None else {type_key: {"const": tag}}
        properties |= {field.name: self.of(hints[field.name]) for field in fields(kind)}
        needed = [f.name for f in fields(kind) if not self._sent or f.default is MISSING]
        self.made[name] = {
            "type": "object",
            "description": " ".join((kind.__doc__ or "").split()),
            "properties": properties,
            "required": ([type_key] if tag else []) + needed,
        } | ({} if self._sent else {"additionalProperties": False})
        return reference
