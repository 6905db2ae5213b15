"""What a process remembers of tables: the latest snapshot of each, which code is whose, and the story's end.

Everything here may be forgotten at any time, and is limited in number. A command that saves checks the stored
version, so it never builds on what has become old elsewhere.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from app.games.kernel.contract import Game
from app.tables.codes import normal_code
from app.tables.errors import NoSuchTable
from app.tables.log_ends import LogEnds
from app.tables.model import Snapshot, Status, Table
from app.tables.play.hearing import StoryPart, TableStory, part_of, story_of
from app.tables.ports import News, StoredTable, TableRepository

kept_tables = 2048
"""The oldest used goes first."""

kept_stories = 512
kept_versions = 256
"""Of a table's story."""


@dataclass(slots=True)
class StoryEnd:
    """All that a table's versions above `after` tell, up to `last`."""

    after: int
    last: int
    parts: list[StoryPart]


class Snapshots:
    def __init__(self, repository: TableRepository, games: Mapping[str, Game], news: News) -> None:
        self._repository = repository
        self.games = games
        self._news = news
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()
        self._codes: OrderedDict[str, str] = OrderedDict()
        self._stories: OrderedDict[str, StoryEnd] = OrderedDict()
        self.log_ends = LogEnds()

    async def id_of(self, code: str) -> str:
        """The open table of this code, else the latest finished one. Raises NoSuchTable."""
        normal = normal_code(code)
        known = self._codes.get(normal or "")
        kept = None if known is None else self._kept.get(known)
        if kept is not None and kept.table.status in (Status.LOBBY, Status.PLAYING):
            return kept.table.id  # an open table's code is its own
        table_id = await self._repository.id_of(normal) if normal else None
        if normal is None or table_id is None:
            raise NoSuchTable(code)
        self._codes[normal] = table_id
        while len(self._codes) > kept_tables:
            self._codes.popitem(last=False)
        return table_id

    async def of_code(self, code: str, read: Callable[[str], Awaitable[Snapshot]]) -> Snapshot:
        """The table of this code, by `stored` or `recent`. What is remembered of the code is told off by a table that
        another process has closed; then the database knows whose it is. Raises NoSuchTable.
        """
        snapshot = await read(await self.id_of(code))
        return snapshot if snapshot.table.status is not Status.CLOSED else await read(await self.id_of(code))

    async def stored(self, table_id: str) -> Snapshot:
        """The table as it is stored now. Raises NoSuchTable."""
        asked_at = self._news.count(table_id)
        snapshot = await self._read(table_id)
        table = snapshot.table
        self._news.learned(table_id, (table.version, table.chat_version), asked_at=asked_at)
        return self.keep(snapshot)

    async def recent(self, table_id: str) -> Snapshot:
        """The table with all that was told to this process. The database is not asked where the table's news are heard
        and nothing newer was told: then this is what is stored, but for what is on its way here.
        """
        kept, heard = self._kept.get(table_id), self._news.of(table_id)
        if kept is not None and heard is not None and kept.table.version < heard[0]:
            self._kept.pop(table_id, None)  # it is old: there is no need to ask whether
            kept = None
        if kept is None or heard is None:
            return await self.stored(table_id)
        if kept.table.chat_version < heard[1]:
            return self.keep(Snapshot(replace(kept.table, chat_version=heard[1]), kept.state))
        return kept

    async def _read(self, table_id: str) -> Snapshot:
        kept = self._kept.get(table_id)
        if kept is not None:
            stored = (await self._repository.versions([table_id])).get(table_id)
            if stored is not None and stored[0] == kept.table.version:
                # A line of chat is no reason to read the game again.
                table = replace(kept.table, chat_version=stored[1])
                return kept if table == kept.table else Snapshot(table, kept.state)
        stored_table = await self._repository.read(table_id)
        if stored_table is None:
            self.forget(table_id)
            raise NoSuchTable(table_id)
        self.log_ends.read(stored_table.table, stored_table.entries)
        return self.opened(stored_table)

    def opened(self, stored_table: StoredTable) -> Snapshot:
        raw = stored_table.state
        game = self.games[stored_table.table.game]
        return Snapshot(stored_table.table, None if raw is None else game.decode_state(raw))

    def kept(self, table_id: str) -> Snapshot | None:
        """What is remembered, however old."""
        return self._kept.get(table_id)

    def keep(self, snapshot: Snapshot) -> Snapshot:
        table = snapshot.table
        kept = self._kept.get(table.id)
        if kept is None or (kept.table.version, kept.table.chat_version) <= (
            table.version,
            table.chat_version,
        ):
            self._kept[table.id] = snapshot
            self._kept.move_to_end(table.id)
            while len(self._kept) > kept_tables:
                self._kept.popitem(last=False)
        return snapshot

    def forget(self, table_id: str) -> None:
        """It was found to be out of date."""
        self._kept.pop(table_id, None)
        self._stories.pop(table_id, None)

    # The story

    def saved(self, table: Table, part: StoryPart | None) -> None:
        """The version was saved by this process, and tells this or nothing."""
        story = self._stories.get(table.id)
        if story is None:
            return
        if (
            story.last != table.version - 1 or table.status is Status.OVER
        ):  # with the end the log may say more
            del self._stories[table.id]
            return
        story.last = table.version
        if part is not None:
            story.parts.append(part)
        if story.last - story.after > 2 * kept_versions:
            story.after = story.last - kept_versions
            story.parts = [part for part in story.parts if part.public.version > story.after]

    async def story(self, table: Table, since: int) -> TableStory:
        """What the versions above `since` tell, up to the table's."""
        if table.status is Status.OVER:
            self._stories.pop(table.id, None)  # the end may open what was told to some seats only
        story = self._stories.get(table.id)
        if story is None or story.after > since:
            story = StoryEnd(since, table.version, await self._parts(table, since))
        elif story.last < table.version:  # saved by another process
            parts = await self._parts(table, story.last)
            story = StoryEnd(story.after, table.version, [*story.parts, *parts])
        if table.version - since <= kept_versions and table.status is Status.PLAYING:
            self._stories[table.id] = story
        if table.id in self._stories:
            self._stories.move_to_end(table.id)
            while len(self._stories) > kept_stories:
                self._stories.popitem(last=False)
        return story_of([part for part in story.parts if since < part.public.version <= table.version])

    async def _parts(self, table: Table, since: int) -> list[StoryPart]:
        """As the log has them. Somebody may have acted since the table was read: later versions are left out."""
        game, over = self.games[table.game], table.status is Status.OVER
        entries = await self._repository.log(table.id, since)
        return [part_of(game, entry, over=over) for entry in entries if entry.version <= table.version]
