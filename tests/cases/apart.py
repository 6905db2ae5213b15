"""A memory of the server's that one reader's requests may see in another state, while everybody else sees the true one.

Pages that are open beside the reader go on reading the same memory at any moment, so it may not simply be exchanged.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any


class Apart(OrderedDict[Any, Any]):
    """Instead of the dictionary it is made from. What is kept inside `seen_as` is forgotten at its end."""

    def __init__(self, kept: OrderedDict[Any, Any]) -> None:
        self._own: ContextVar[dict[Any, Any] | None] = ContextVar("own", default=None)
        super().__init__(kept)

    @contextmanager
    def seen_as(self, own: dict[Any, Any]) -> Iterator[None]:
        """Whatever is asked for from here on, and by what is begun from here, finds this and nothing else."""
        token = self._own.set(dict(own))
        try:
            yield
        finally:
            self._own.reset(token)

    def get(self, key: Any, default: Any = None) -> Any:
        own = self._own.get()
        return super().get(key, default) if own is None else own.get(key, default)

    def __contains__(self, key: object) -> bool:
        own = self._own.get()
        return super().__contains__(key) if own is None else key in own

    def __getitem__(self, key: Any) -> Any:
        own = self._own.get()
        return super().__getitem__(key) if own is None else own[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        own = self._own.get()
        if own is None:
            super().__setitem__(key, value)
        else:
            own.setdefault(key, value)

    def move_to_end(self, key: Any, last: bool = True) -> None:
        if self._own.get() is None:
            super().move_to_end(key, last)
