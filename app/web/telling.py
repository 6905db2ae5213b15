"""What a page is told: one message holds all of one version, built anew for whoever reads it.

Shared regions are rendered once a version, presence and language; private ones for each reader. A page that
was away gets the latest regions and the story of the last two rounds; nothing older.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from app.tables.errors import NoSuchTable
from app.tables.model import EventsOf, Snapshot, Status, Table
from app.web.house import House
from app.web.pages import lobby
from app.web.visitor import Visitor

K = TypeVar("K")
V = TypeVar("V")

kept_renderings = 256
story_versions = 200
"""How many versions back the story is looked for: two rounds of five players and their yeti need about 30."""

outside_versions = {"chat"}
"""Regions with a version of their own."""

away = "away"
"""The place of somebody who may not look on."""


@dataclass(slots=True)
class Reader:
    """One page being kept up to date. `version`: what it shows; `sent`: a hash of each region it was sent;
    `table`: as it was told of it last.
    """

    table_id: str
    visitor: Visitor
    version: int = 0
    presence: int = -1
    chat: int = -1
    sent: dict[str, bytes] = field(default_factory=dict)
    table: Table | None = None


def place_of(table: Table, player: str | None) -> str:
    """Names the page a visitor belongs on; when it changes, the page navigates instead of being mended."""
    seat = table.seat_of(player)
    page = "lobby" if table.status is Status.LOBBY else "table"
    return f"{page}:{seat.index if seat else '-'}:{'host' if player == table.host else 'guest'}"


class Teller:
    def __init__(self, house: House) -> None:
        self._house = house
        self._shared: OrderedDict[tuple[str, int, frozenset[int], str], dict[str, str]] = OrderedDict()
        self._stories: OrderedDict[tuple[str, int], Sequence[EventsOf]] = OrderedDict()

    async def snapshot(self, table_id: str) -> Snapshot:
        return await self._house.tables.snapshot(table_id)

    def present_seats(self, table: Table) -> frozenset[int]:
        here = self._house.hub.present(table.id)
        return frozenset(s.index for s in table.seats if s.player in here)

    async def story(self, table: Table) -> Sequence[EventsOf]:
        """Events of the last rounds, oldest first."""
        if table.status is Status.LOBBY:
            return ()
        key = (table.id, table.version)
        if key not in self._stories:
            since = max(0, table.version - story_versions)
            # Somebody may have acted since the table was read: what is not in these regions yet is told with the next.
            events = [
                e
                for e in await self._house.tables.events_since(table.id, since)
                if e.version <= table.version
            ]
            remember(self._stories, key, self._house.screens[table.game].recent(events))
        return self._stories[key]

    def view(self, snapshot: Snapshot, player: str | None) -> Any:
        """What this person may know of the game: a seat's view, or the public one."""
        table = snapshot.table
        seat = table.seat_of(player)
        return self._house.games[table.game].view(snapshot.state, seat.index if seat else None)

    async def regions(
        self, snapshot: Snapshot, visitor: Visitor, present: frozenset[int] | None = None
    ) -> dict[str, str]:
        """All regions of the visitor's page, by id; `present` = the seats that are here, if not those really here."""
        table, language = snapshot.table, visitor.language
        if present is None:
            present = self.present_seats(table)
        key = (table.id, table.version, present, language)
        shared = self._shared.get(key)
        if table.status is Status.LOBBY:
            if shared is None:
                listing = self._house.settings.listing
                shared = lobby.regions_shared(table, present, language, listing=listing)
                remember(self._shared, key, shared)
            return shared | lobby.regions_private(table, visitor.player_id, present, language)
        screen, game = self._house.screens[table.game], self._house.games[table.game]
        if shared is None:
            story = await self.story(table)
            public = game.view(snapshot.state, None)
            shared = remember(
                self._shared, key, screen.regions_shared(table, public, story, present, language)
            )
        return shared | screen.regions_private(table, self.view(snapshot, visitor.player_id), language)

    async def beats(self, snapshot: Snapshot, since: int, language: str) -> list[dict[str, Any]]:
        """What happened after version `since`, as far back as the story goes."""
        table = snapshot.table
        news = [e for e in await self.story(table) if e.version > since]
        if not news:
            return []
        public = self._house.games[table.game].view(snapshot.state, None)
        return self._house.screens[table.game].beats(news, table, language, public)

    async def greeting(self, reader: Reader) -> bytes | None:
        """The first message to a page that has just opened its socket: everything, unless it shows this version
        already. Then only what may have changed without a new version: who is here, and what was said.
        """
        snapshot = await self.snapshot(reader.table_id)
        table = snapshot.table
        if reader.version != table.version or not await self._house.tables.may_look(
            table, reader.visitor.player_id
        ):
            return await self.message(reader, whole=True)
        seats = frozenset(seat.index for seat in table.seats)
        nobody = await self.regions(snapshot, reader.visitor, frozenset())
        everybody = await self.regions(snapshot, reader.visitor, seats)
        for region_id, html in nobody.items():
            if html == everybody[region_id] and region_id not in outside_versions:
                reader.sent[region_id] = fingerprint(html)
        return await self.message(reader)

    async def message(self, reader: Reader, *, whole: bool = False) -> bytes | None:
        """The next message for a reader, None if nothing is new. `whole`: every region, as for a page just arrived."""
        snapshot = await self.snapshot(reader.table_id)
        table = snapshot.table
        presence = self._house.hub.presence_version(table.id)
        shown = (reader.version, reader.presence, reader.chat)
        if not whole and shown == (table.version, presence, table.chat_version):
            return None
        reader.presence, reader.chat, reader.table = presence, table.chat_version, table
        envelope = {
            "table": table.id,
            "version": table.version,
            "chat_version": table.chat_version,
            "presence_version": presence,
        }
        if table.status is Status.CLOSED:
            raise NoSuchTable(table.code)
        if not await self._house.tables.may_look(table, reader.visitor.player_id):
            # Another place than any page's: the page goes and is told why. Nothing of the race is sent.
            reader.version = table.version
            return msgspec.json.encode(envelope | {"place": away, "regions": [], "events": []})
        regions = await self.regions(snapshot, reader.visitor)
        news = []
        for region_id, html in regions.items():
            mark = fingerprint(html)
            if whole or reader.sent.get(region_id) != mark:
                reader.sent[region_id] = mark
                news.append({"id": region_id, "html": html})
        beats = await self.beats(snapshot, reader.version, reader.visitor.language) if reader.version else []
        reader.version = table.version
        watching = self._house.hub.watching(table.id, [s.player for s in table.seats])
        return msgspec.json.encode(
            envelope
            | {
                "place": place_of(table, reader.visitor.player_id),
                "watching": watching,
                "may": self._house.tables.allowed_by_now(table),
                "regions": news,
                "events": beats,
            }
        )

    def heartbeat(self, reader: Reader) -> bytes:
        """Says that the line is alive, which version the page should show, and what time alone has allowed since."""
        may = self._house.tables.allowed_by_now(reader.table) if reader.table else ()
        beat: dict[str, Any] = {"beat": True, "version": reader.version}
        return msgspec.json.encode(beat | {"may": may} if may else beat)


def fingerprint(html: str) -> bytes:
    return hashlib.blake2b(html.encode(), digest_size=16).digest()


def remember(store: OrderedDict[K, V], key: K, value: V) -> V:
    """Keeps the newest renderings; the oldest go."""
    store[key] = value
    while len(store) > kept_renderings:
        store.popitem(last=False)
    return value
