"""Regions already rendered, kept by everything that goes into them: template, language, phrasebook and context.

Most regions are the same from one version of a table to the next, and for several readers. A template sees nothing but
its context, so an equal context gives an equal region.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable

most_characters = 12_000_000
"""Of HTML in one process; what was used longest ago goes first."""


class RenderedRegions:
    def __init__(self, most: int = most_characters) -> None:
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._most = most
        self._characters = 0
        self.renderings = 0
        """How often something was rendered, for tests that count."""

    def get(self, key: Hashable, render: Callable[[], str]) -> str:
        """The region of this key. `key` must be hashable all through; one that is not is rendered every time."""
        try:
            html = self._kept.get(key)
        except TypeError:
            self.renderings += 1
            return render()
        if html is not None:
            self._kept.move_to_end(key)
            return html
        self.renderings += 1
        html = self._kept[key] = render()
        self._characters += len(html)
        while self._characters > self._most:
            _, oldest = self._kept.popitem(last=False)
            self._characters -= len(oldest)
        return html


rendered = RenderedRegions()
