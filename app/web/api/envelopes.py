"""A table as JSON for one reader: what a GET answers and the socket sends. Views come from the game, built for that
seat; nothing is ever taken out of something larger.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from app.games.kernel.contract import Game
from app.games.kernel.extensions import number_for
from app.tables.errors import NoSuchTable, NotAllowed
from app.tables.model import Acts, EventsOf, SeatRow, Snapshot, Status, Table
from app.web.api import answers as a
from app.web.live.broadcaster import Broadcaster, PageSubscription
from app.web.services import Services

most_tables = 30
"""Of one person, as many as the page of their tables shows."""


@dataclass(frozen=True, slots=True)
class Envelopes:
    """Speaks to sockets, too: see `socket.Speaker`."""

    services: Services
    broadcaster: Broadcaster

    async def of(self, table_id: str, player: str | None, *, since: int | None = None) -> a.Envelope:
        """The table now. `since`: with what happened after that version, as far back as two rounds. Raises
        NoSuchTable, NotAllowed(no_spectators).
        """
        snapshot = await self.services.tables.snapshot(table_id)
        table = snapshot.table
        if table.status is Status.CLOSED:
            raise NoSuchTable(table.code)
        if not await self.services.tables.may_look(table, player):
            raise NotAllowed("no_spectators")
        seat = table.seat_of(player)
        told = () if since is None else await self.broadcaster.story(table, seat.index if seat else None)
        story = [e for e in told if e.version > (since or 0)]
        return self._envelope(snapshot, player, story)

    async def greeting(self, reader: PageSubscription) -> bytes | None:
        return await self.message(reader, whole=True)

    async def message(self, reader: PageSubscription, *, whole: bool = False) -> bytes | None:
        """The next message for a socket; None if nothing is new for it."""
        snapshot = await self.services.tables.snapshot(reader.table_id)
        presence = self.services.hub.presence_version(reader.table_id)
        shown = (reader.version, reader.presence, reader.chat)
        version = snapshot.table.version_for(reader.visitor.player_id)
        if not whole and shown == (version, presence, snapshot.table.chat_version):
            return None
        envelope = await self.of(reader.table_id, reader.visitor.player_id, since=reader.version or None)
        reader.version, reader.chat = envelope.version, envelope.chat_version
        reader.presence, reader.table = envelope.presence_version, snapshot.table
        return envelope.model_dump_json().encode()

    def heartbeat(self, reader: PageSubscription) -> bytes:
        may = self.services.tables.allowed_by_now(reader.table) if reader.table else ()
        return a.Heartbeat(beat=True, version=reader.version, may=list(may)).model_dump_json().encode()

    def happenings(self, table: Table, story: Iterable[EventsOf]) -> list[a.Happening]:
        game = self.services.games[table.game]
        return [
            a.Happening.model_validate(
                {
                    "version": e.version,
                    "decision": e.decision,
                    "seat": e.seat,
                    "actor": str(e.actor),
                    "at": e.at,
                    "events": [game.encode_event(event) for event in e.events],
                }
            )
            for e in story
        ]

    def _envelope(self, snapshot: Snapshot, player: str | None, story: Sequence[EventsOf]) -> a.Envelope:
        table, state = snapshot.table, snapshot.state
        game, front = self.services.games[table.game], self.services.front(table).api
        seat = table.seat_of(player)
        waiting = awaited_in(snapshot, game)
        outcome = None if state is None else game.outcome(state)
        view = None
        if state is not None:
            view = plain(front.view(game.view(state, seat.index if seat else None)))
        return a.Envelope(
            table=table.id,
            version=table.version_for(player),
            chat_version=table.chat_version,
            presence_version=self.services.hub.presence_version(table.id),
            watching=self.services.hub.watching(table.id, [s.player for s in table.seats]),
            room=room(table, self.broadcaster.present_seats(table)),
            you=a.YouAnswer(
                seat=seat.index if seat else None,
                host=player is not None and player == table.host,
                awaited=seat is not None and seat.index in waiting and seat.acts is Acts.HUMAN,
            ),
            decision=number_in(snapshot, game, seat),
            waiting_on=list(waiting),
            view=view,
            outcome=a.Ending(winners=list(outcome.winners), reason=outcome.reason) if outcome else None,
            may=list(self.services.tables.allowed_by_now(table)),
            events=self.happenings(table, story),
        )


def number_in(snapshot: Snapshot, game: Game, seat: SeatRow | None) -> int | None:
    """The number a reader's own action would carry; the table's for whoever has no seat."""
    if snapshot.table.status is not Status.PLAYING:
        return None
    return game.decision(snapshot.state) if seat is None else number_for(game, snapshot.state, seat.index)


def awaited_in(snapshot: Snapshot, game: Game) -> tuple[int, ...]:
    """Seats that owe the current decision."""
    return game.waiting_on(snapshot.state) if snapshot.table.status is Status.PLAYING else ()


def plain(value: object) -> dict[str, object]:
    """Plain JSON, as it comes out at the other end: enums as texts, tuples as lists."""
    made: dict[str, object] = msgspec.to_builtins(value)
    return made


def room(table: Table, here: frozenset[int]) -> a.Room:
    notes = [a.ApiNote(at=n.at, by=n.name, what=n.what, params=n.params) for n in table.notes]
    return a.Room(code=table.code, notes=notes, next_code=table.next_code, **_around(table, here))


def race(table: Table) -> a.Race:
    """A table for whoever has its id: replays are passed on to people who play at none of its tables."""
    return a.Race(**_around(table, frozenset()))


def _around(table: Table, here: frozenset[int]) -> dict[str, Any]:
    return {
        "game": table.game,
        "rules_version": table.rules_version,
        "deck_hash": table.deck_hash,
        "status": table.status,
        "options": list(table.options),
        "seats": [seat_now(table, seat, seat.index in here) for seat in table.seats],
        **table.settings.values(),
        "deadline_at": table.deadline_at,
        "clock_left": table.clock_left,
        "paused_at": table.paused_at,
        "commitment": table.commitment,
    }


def seat_now(table: Table, seat: SeatRow, here: bool) -> a.Seat:
    return a.Seat(
        seat=seat.index,
        name=seat.name,
        person=seat.player is not None,
        acts=seat.acts,
        bot_level=seat.bot_level,
        hats=list(seat.hats),
        ready=seat.ready,
        host=seat.player is not None and seat.player == table.host,
        here=here,
        dropped=seat.dropped,
        silenced=seat.silenced,
        again=seat.again,
        bot_proposed=seat.proposed_by is not None,
        held_until=seat.held_until,
        claimed_by=seat.claim.name if seat.claim else None,
    )


async def mine(services: Services, player: str) -> list[a.TableLine]:
    """The tables a person sits at, open ones first, newest first; one that goes meanwhile is left out."""
    lines = []
    for table in await services.tables.tables_of(player, most_tables):
        try:
            snapshot = await services.tables.snapshot(table.id)
        except NoSuchTable:
            continue
        waiting = awaited_in(snapshot, services.games[table.game])
        lines.append(line(snapshot.table, player, waiting))
    return lines


def line(table: Table, player: str | None, waiting: Sequence[int] = ()) -> a.TableLine:
    """A table in a list of tables. `waiting`: seats that owe a decision."""
    seat = table.seat_of(player)
    return a.TableLine(
        table=table.id,
        code=table.code,
        game=table.game,
        status=table.status,
        names=[s.name for s in table.seats],
        your_seat=seat.index if seat else None,
        your_turn=seat is not None and seat.index in waiting and seat.acts is Acts.HUMAN,
        deadline_at=table.deadline_at,
        created_at=table.created_at,
    )
