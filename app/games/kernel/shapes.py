"""Dataclasses to plain dicts and back, by their type hints: whole numbers, texts, flags, enums, optional
values, tuples, dataclasses, and unions of dataclasses tagged by `type`. Not here: what the fields mean.

Reading is strict: a value of another shape raises Misshapen with the path to it. Unknown keys are passed
over.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from typing import Any, Union, get_args, get_origin, get_type_hints

from app.games.kernel.contract import Json, type_key

MAX_TEXT = 80
MAX_ITEMS = 600
MAX_NUMBER = 1 << 40

Reader = Callable[[Any, str], Any]


class Misshapen(ValueError):
    """Not the shape that was expected; the message starts with the path."""


def plain(value: Any) -> Any:
    """Any value of these shapes as dicts, lists, texts, numbers, flags and None; dataclasses without a
    tag.
    """
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value


def _number(raw: Any, path: str) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool) or not -MAX_NUMBER < raw < MAX_NUMBER:
        raise Misshapen(f"{path}: a whole number")
    return raw


def _flag(raw: Any, path: str) -> bool:
    if not isinstance(raw, bool):
        raise Misshapen(f"{path}: true or false")
    return raw


def _text(raw: Any, path: str) -> str:
    if not isinstance(raw, str) or len(raw) > MAX_TEXT:
        raise Misshapen(f"{path}: a text of at most {MAX_TEXT} characters")
    return raw


def _items(raw: Any, path: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(raw, list | tuple) or len(raw) > MAX_ITEMS:
        raise Misshapen(f"{path}: a list of at most {MAX_ITEMS}")
    return raw


def _tuple(args: tuple[Any, ...]) -> Reader:
    if len(args) == 2 and args[1] is Ellipsis:
        item = reader(args[0])
        return lambda raw, path: tuple(
            [item(part, f"{path}[{place}]") for place, part in enumerate(_items(raw, path))]
        )
    parts = [reader(arg) for arg in args]

    def read(raw: Any, path: str) -> tuple[Any, ...]:
        items = _items(raw, path)
        if len(items) != len(parts):
            raise Misshapen(f"{path}: a list of {len(parts)}")
        return tuple(
            [
                part(item, f"{path}[{place}]")
                for place, (part, item) in enumerate(zip(parts, items, strict=True))
            ]
        )

    return read


def _optional(args: tuple[Any, ...]) -> Reader:
    (inner,) = [arg for arg in args if arg is not type(None)]
    read = reader(inner)
    return lambda raw, path: None if raw is None else read(raw, path)


def _enum(kind: type[StrEnum]) -> Reader:
    members = {member.value: member for member in kind}

    def read(raw: Any, path: str) -> StrEnum:
        if not isinstance(raw, str) or raw not in members:
            raise Misshapen(f"{path}: one of {', '.join(members)}")
        return members[raw]

    return read


def _dataclass(kind: type) -> Reader:
    hints = get_type_hints(kind)
    parts = [(field.name, reader(hints[field.name]), field.default is MISSING) for field in fields(kind)]

    def read(raw: Any, path: str) -> Any:
        if not isinstance(raw, Mapping):
            raise Misshapen(f"{path}: an object")
        values = {}
        for name, part, needed in parts:
            if name in raw:
                values[name] = part(raw[name], f"{path}.{name}")
            elif needed:
                raise Misshapen(f"{path}.{name}: missing")
        return kind(**values)

    return read


def reader(hint: Any) -> Reader:
    """What turns plain values into this type; made once, used often."""
    simple: dict[Any, Reader] = {int: _number, bool: _flag, str: _text}
    if hint in simple:
        return simple[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _tuple(args)
    if origin in (Union, types.UnionType):
        return _optional(args)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _enum(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass(hint)
    raise TypeError(f"no plain form for {hint!r}")


class Tagged:
    """A family of dataclasses told apart by the text under `type`."""

    def __init__(self, kinds: Mapping[str, type]) -> None:
        self._readers = {name: reader(kind) for name, kind in kinds.items()}
        self._names = {kind: name for name, kind in kinds.items()}

    def encode(self, value: Any) -> Json:
        return {type_key: self._names[type(value)], **plain(value)}

    def decode(self, raw: Any) -> Any:
        """Raises Misshapen."""
        if not isinstance(raw, Mapping):
            raise Misshapen("an object is expected")
        name = raw.get(type_key)
        if not isinstance(name, str) or name not in self._readers:
            raise Misshapen(f"{type_key}: one of {', '.join(self._readers)}")
        return self._readers[name](raw, name)
