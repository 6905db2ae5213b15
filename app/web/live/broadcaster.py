"""What a page is told: one message holds all of one version, built anew for whoever reads it.

Shared regions are rendered once a version, presence and language; private ones for each reader. A page that
was away gets the latest regions and the story of the last two rounds; nothing older.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from app.tables.errors import NoSuchTable
from app.tables.model import EventsOf, Snapshot, Status, Table
from app.tables.play.hearing import TableStory
from app.web.front.table import HeardFront
from app.web.http.request_user import RequestUser
from app.web.live.single_flight import SingleFlight
from app.web.pages import lobby
from app.web.services import Services

K = TypeVar("K")
V = TypeVar("V")

kept_renderings = 256
kept_views = 2048
outside_versions = {"chat"}
"""Regions with a version of their own."""

away = "away"
"""The place of somebody who may not look on."""


@dataclass(slots=True)
class PageSubscription:
    """One page being kept up to date. `version`: what it shows; `sent`: a hash of each region it was sent;
    `table`: as it was told of it last; `own`: version of what it shows of its own seat.
    """

    table_id: str
    visitor: RequestUser
    version: int = 0
    presence: int = -1
    chat: int = -1
    sent: dict[str, int] = field(default_factory=dict)
    table: Table | None = None
    own: int = -1


def place_of(table: Table, player: str | None) -> str:
    """Names the page a visitor belongs on; when it changes, the page navigates instead of being mended."""
    seat = table.seat_of(player)
    page = "lobby" if table.status is Status.LOBBY else "table"
    return f"{page}:{seat.index if seat else '-'}:{'host' if player == table.host else 'guest'}"


class Broadcaster:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._shared: OrderedDict[tuple[str, int, frozenset[int], str], dict[str, str]] = OrderedDict()
        self._stories: OrderedDict[tuple[str, int], TableStory] = OrderedDict()
        self._views: OrderedDict[tuple[str, int], Any] = OrderedDict()
        self._races: OrderedDict[str, Sequence[EventsOf]] = OrderedDict()
        self._beats: OrderedDict[tuple[str, int, int, str, int | None], list[dict[str, Any]]] = OrderedDict()
        self.flights = SingleFlight()

    async def snapshot(self, table_id: str) -> Snapshot:
        return await self._services.tables.snapshot(table_id)

    async def _woken_to(self, table_id: str) -> Snapshot:
        """Read once for all who were woken together; a reading begun before a later wake is not shared with it."""
        key = ("snapshot", table_id, self._services.hub.heard.count(table_id))
        return await self.flights.share(key, lambda: self._services.tables.recent(table_id))

    def present_seats(self, table: Table) -> frozenset[int]:
        here = self._services.hub.present(table.id)
        return frozenset(s.index for s in table.seats if s.player in here)

    async def story(self, table: Table, seat: int | None = None) -> Sequence[EventsOf]:
        """Events of the last rounds, oldest first. `seat`: with what only this seat may hear."""
        if table.status is Status.LOBBY:
            return ()
        return (await self._story(table)).told_to(seat)

    async def heard(self, table: Table, seat: int | None) -> Sequence[EventsOf]:
        """What this seat hears and not everybody does, of the last rounds."""
        if seat is None or table.status is Status.LOBBY:
            return ()
        return (await self._story(table)).heard_by(seat)

    async def _story(self, table: Table) -> TableStory:
        key = (table.id, table.version)
        if key not in self._stories:
            story = await self.flights.share(("story", *key), lambda: self._read_story(table))
            remember(self._stories, key, story)
        return self._stories[key]

    async def _read_story(self, table: Table) -> TableStory:
        screen = self._services.front(table).table
        since = max(0, table.version - screen.story_versions)
        story = await self._services.tables.story(table, since)
        recent = screen.recent(story.public)
        return story.between(recent[0].version if recent else since, table.version)

    async def race(self, table: Table) -> Sequence[EventsOf]:
        """All events of a race that is over, () before: nothing is added to them any more."""
        if table.status is not Status.OVER:
            return ()
        if table.id not in self._races:
            log = await self.flights.share(("race", table.id), lambda: self._services.tables.log(table.id))
            remember(self._races, table.id, log)
        return self._races[table.id]

    def view(self, snapshot: Snapshot, player: str | None) -> Any:
        """What this person may know of the game: a seat's view, or the public one."""
        table = snapshot.table
        seat = table.seat_of(player)
        return self._services.games[table.game].view(snapshot.state, seat.index if seat else None)

    async def regions(
        self,
        snapshot: Snapshot,
        visitor: RequestUser,
        present: frozenset[int] | None = None,
        *,
        private: bool = True,
    ) -> dict[str, str]:
        """All regions of the visitor's page, by id; `present` = the seats that are here, if not those really here.
        `private` False: in a game, those alone that everybody shares.
        """
        table, language = snapshot.table, visitor.language
        if present is None:
            present = self.present_seats(table)
        key = (table.id, table.public_version, present, language)
        if table.status is Status.LOBBY:
            shared, front = self._shared.get(key), self._services.front(table)
            if shared is None:
                listing = self._services.settings.listing
                shared = lobby.regions_shared(table, front, present, language, listing=listing)
                remember(self._shared, key, shared)
            return shared | lobby.regions_private(table, front, visitor.player_id, present, language)
        screen, seat = self._services.front(table).table, table.seat_of(visitor.player_id)
        public = self._public(snapshot)
        race, story = await self.race(table), await self.story(table)
        shared = self._shared.get(key)  # looked for when nothing is awaited any more, so it is rendered once
        if shared is None:
            shared = remember(
                self._shared, key, screen.regions_shared(table, public, story, present, language, race=race)
            )
        if not private:
            return shared
        heard = await self.heard_regions(table, seat.index if seat else None, language)
        view = self.view(snapshot, visitor.player_id)
        return shared | screen.regions_private(table, view, language, race=race) | heard

    async def heard_regions(self, table: Table, seat: int | None, language: str) -> dict[str, str]:
        """Regions of what only this seat was told; none in games without private events."""
        screen = self._services.front(table).table
        if not isinstance(screen, HeardFront):
            return {}
        return screen.regions_heard(table, await self.heard(table, seat), language)

    def _public(self, snapshot: Snapshot) -> Any:
        """What everybody may know. It is kept: the next version's story begins there."""
        table = snapshot.table
        key = (table.id, table.public_version)
        if key not in self._views:
            view = self._services.games[table.game].view(snapshot.state, None)
            remember(self._views, key, view, kept_views)
        return self._views[key]

    async def beats(
        self, snapshot: Snapshot, since: int, language: str, seat: int | None = None
    ) -> list[dict[str, Any]]:
        """What happened after version `since`, as far back as the story goes. `seat`: with what only it may hear."""
        table = snapshot.table
        story = await self._story(table)
        seat = seat if seat in story.listeners else None
        news = [e for e in story.told_to(seat) if e.version > since]
        if not news:
            return []
        key = (table.id, table.version, since, language, seat)
        if key not in self._beats:
            screen, before = self._services.front(table).table, self._views.get((table.id, since))
            public = self._public(snapshot)
            remember(self._beats, key, screen.beats(news, table, language, public, before))
        return self._beats[key]

    async def greeting(self, reader: PageSubscription) -> bytes | None:
        """The first message to a page that has just opened its socket: everything, unless it shows this version
        already. Then only what may have changed without a new version: who is here, and what was said.
        """
        snapshot = await self.snapshot(reader.table_id)
        table = snapshot.table
        if reader.version != table.version_for(
            reader.visitor.player_id
        ) or not await self._services.tables.may_look(table, reader.visitor.player_id):
            return await self.message(reader, whole=True)
        seats = frozenset(seat.index for seat in table.seats)
        nobody = await self.regions(snapshot, reader.visitor, frozenset())
        everybody = await self.regions(snapshot, reader.visitor, seats, private=False)
        for region_id, html in nobody.items():
            # In a game nothing private depends on who is here.
            if html == everybody.get(region_id, html) and region_id not in outside_versions:
                reader.sent[region_id] = fingerprint(html)
        reader.own = table.own_version(reader.visitor.player_id)
        return await self.message(reader)

    async def message(self, reader: PageSubscription, *, whole: bool = False) -> bytes | None:
        """The next message for a reader, None if nothing is new. `whole`: every region, as for a page just arrived."""
        reading = self.snapshot if whole else self._woken_to
        snapshot = await reading(reader.table_id)
        table = snapshot.table
        presence = self._services.hub.presence_version(table.id)
        shown = (reader.version, reader.presence, reader.chat)
        version = table.version_for(reader.visitor.player_id)
        if not whole and shown == (version, presence, table.chat_version):
            return None
        reader.presence, reader.chat, reader.table = presence, table.chat_version, table
        envelope = {
            "table": table.id,
            "version": version,
            "chat_version": table.chat_version,
            "presence_version": presence,
        }
        if table.status is Status.CLOSED:
            raise NoSuchTable(table.code)
        if not await self._services.tables.may_look(table, reader.visitor.player_id):
            # Another place than any page's: the page goes and is told why. Nothing of the race is sent.
            reader.version = version
            return msgspec.json.encode(envelope | {"place": away, "regions": [], "events": []})
        own = table.own_version(reader.visitor.player_id)
        regions = await self.regions(snapshot, reader.visitor, private=whole or reader.own != own)
        reader.own = own
        news = []
        for region_id, html in regions.items():
            mark = fingerprint(html)
            if whole or reader.sent.get(region_id) != mark:
                reader.sent[region_id] = mark
                news.append({"id": region_id, "html": html})
        seat, language = table.seat_of(reader.visitor.player_id), reader.visitor.language
        heard_by = seat.index if seat else None
        beats = await self.beats(snapshot, reader.version, language, heard_by) if reader.version else []
        reader.version = version
        watching = self._services.hub.watching(table.id, [s.player for s in table.seats])
        return msgspec.json.encode(
            envelope
            | {
                "place": place_of(table, reader.visitor.player_id),
                "watching": watching,
                "may": self._services.tables.allowed_by_now(table),
                "regions": news,
                "events": beats,
            }
        )

    def heartbeat(self, reader: PageSubscription) -> bytes:
        """Says that the line is alive, which version the page should show, and what time alone has allowed since."""
        may = self._services.tables.allowed_by_now(reader.table) if reader.table else ()
        beat: dict[str, Any] = {"beat": True, "version": reader.version}
        return msgspec.json.encode(beat | {"may": may} if may else beat)


def fingerprint(html: str) -> int:
    """64 bits that tell one region from another in this process. Python keeps them with the text."""
    return hash(html)


def remember(store: OrderedDict[K, V], key: K, value: V, most: int = kept_renderings) -> V:
    """Keeps the newest; the oldest go."""
    store[key] = value
    while len(store) > most:
        store.popitem(last=False)
    return value
