"""The newest version of each table that this process was told of.

A table that somebody listens to here has its news told to this process. As long as none was lost, what was told is
what is stored, and the database need not be asked.
"""

from dataclasses import dataclass, field

Versions = tuple[int, int]
"""(version, chat version)."""


@dataclass(slots=True)
class HeardVersions:
    """Of one process. Only tables with a listener are kept."""

    _heard: dict[str, Versions] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)
    _news: int = 0

    def of(self, table_id: str) -> Versions | None:
        """None: unknown here; the database has to be asked."""
        return self._heard.get(table_id)

    def count(self, table_id: str) -> int:
        """Changes with every news of the table."""
        return self._counts.get(table_id, self._news)

    def begin(self, table_id: str) -> None:
        """Somebody listens to the table from now on."""
        self._counts.setdefault(table_id, self._news)

    def told(self, table_id: str, version: int, chat_version: int) -> None:
        """News of the table; `version` 0: nobody said which one. Where something was lost before it stays unknown: this
        is not all of it.
        """
        self._news += 1
        if table_id not in self._counts:
            return
        self._counts[table_id] = self._news
        known = self._heard.get(table_id)
        if not version:
            self._heard.pop(table_id, None)
        elif known is not None:
            self._heard[table_id] = (max(known[0], version), max(known[1], chat_version))

    def learned(self, table_id: str, versions: Versions, *, asked_at: int) -> None:
        """Takes in the version that the database has. `asked_at`: the count when it was asked; with news
        since then it may be old.
        """
        if table_id in self._counts and asked_at == self._counts[table_id]:
            self._heard[table_id] = versions

    def end(self, table_id: str) -> None:
        """Nobody listens to it any more."""
        self._heard.pop(table_id, None)
        self._counts.pop(table_id, None)
