"""Tables: what may be opened, how one stands, what a seat may do, and the one door for its choices."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from app.games.kernel.contract import Game
from app.tables.errors import NotSeated, Unfit
from app.tables.model import Acts, Snapshot
from app.web.api import answers as a
from app.web.api import archives
from app.web.api import bodies as b
from app.web.api.calls import Anybody, Code, Somebody, begin, envelopes_of, look, now
from app.web.api.envelopes import awaited_in, line, plain
from app.web.house import house_of
from app.web.people import may_open, people_of

router = APIRouter(tags=["tables"])

most_versions = 2**31 - 1

Since = Annotated[int, Query(ge=0, le=most_versions, description="Only what came after this version.")]


@router.get("/games", summary="The games of this server", tags=["games"])
async def games(request: Request) -> a.Games:
    return a.Games(games=[game_of(game) for game in house_of(request).games.values()])


@router.get("/games/{game}/cards", summary="The cards of a game", tags=["games"])
async def cards(request: Request, game: str) -> a.Cards:
    """What the ids of cards mean. `deck_hash` names the deck, as tables do."""
    found = house_of(request).games.get(game)
    deck = found.deck_cards() if found else None
    if found is None or deck is None:
        raise Unfit("no_such_game")
    return a.Cards(game=found.key, deck_hash=found.deck_hash(), cards=deck["cards"])


@router.get("/tables", summary="Tables that look for people")
async def listed(request: Request, visitor: Anybody) -> a.TableList:
    """Lobbies whose hosts have put them on the start page; [] where the server lists none."""
    house = house_of(request)
    found = await house.tables.listed() if house.settings.listing else []
    return a.TableList(tables=[line(table, visitor.player_id) for table in found])


@router.post("/tables", status_code=201, summary="Open a table")
async def open_table(request: Request, response: Response, person: Somebody, body: b.NewTable) -> a.Envelope:
    """You are host and sit on seat 0. Share `room.code`."""
    house = house_of(request)
    if body.game not in house.games:
        raise Unfit("no_such_game")
    await may_open(request, person.id)
    table = await house.tables.open(person.id, body.game, solo=body.solo)
    response.headers["location"] = f"/api/v1/tables/{table.code}"
    return await now(request, table, person)


@router.get("/tables/{code}", summary="A table, as I may see it")
async def show(request: Request, code: Code, visitor: Anybody, since: Since | None = None) -> a.Envelope:
    """The same envelope as the socket sends. With `since`: the events after that version, of the last two rounds."""
    _, table = await look(request, code, visitor.player_id)
    return await envelopes_of(request).of(table.id, visitor.player_id, since=since)


@router.get("/tables/{code}/events", summary="What happened")
async def events(request: Request, code: Code, visitor: Anybody, since: Since = 0) -> a.Happenings:
    """All public events after a version, from the beginning if you like. They are complete: folded over the public view
    before them they give the one after them.
    """
    house, table = await look(request, code, visitor.player_id)
    story = await house.tables.events_since(table.id, since)
    return a.Happenings(version=table.version, events=envelopes_of(request).happenings(table, story))


@router.get("/tables/{code}/log", summary="What happened, in sentences")
async def log(request: Request, code: Code, visitor: Anybody, since: Since = 0) -> a.Log:
    """The race, in the language of `Accept-Language`, as the page's log tells it. What people did beside it (who
    paused, whose seat a bot races) is in `room.notes`.
    """
    house, table = await look(request, code, visitor.player_id)
    snapshot = await house.tables.snapshot(table.id)
    wire = house.wires.get(table.game)
    if snapshot.state is None or wire is None:
        return a.Log(version=table.version, lines=[])
    story = await house.tables.events_since(table.id, since)
    view = house.games[table.game].view(snapshot.state, None)
    told = wire.lines(story, table, view, visitor.language)
    return a.Log(version=table.version, lines=[a.LogLine(version=v, sentence=s) for v, s in told])


@router.get("/tables/{code}/actions", summary="My legal choices")
async def choices(
    request: Request,
    code: Code,
    person: Somebody,
    limit: Annotated[int, Query(ge=0, le=5000, description="How many are listed at most.")] = 500,
) -> a.Choices:
    """Everything your seat may do now, in the form `POST` takes; also while others are awaited, if you may still change
    your mind. [] while a bot plays for you.
    """
    snapshot, game = await seated(request, code, person.id)
    legal = await asyncio.to_thread(legal_for, snapshot, game, person.id)
    waiting = awaited_in(snapshot, game)
    seat = snapshot.table.seat_of(person.id)
    return a.Choices(
        decision=game.decision(snapshot.state) if waiting else None,
        awaited=seat is not None and seat.index in waiting and seat.acts is Acts.HUMAN,
        total=len(legal),
        actions=[game.encode_action(action) for action in legal[:limit]],
    )


@router.get("/tables/{code}/forecasts", summary="Where my choices would lead")
async def forecasts(request: Request, code: Code, person: Somebody) -> a.Forecasts:
    """The ghost and arcs of the page as data: the board as it stands, not what the others will do."""
    snapshot, game = await seated(request, code, person.id)
    wire, waiting = house_of(request).wires.get(snapshot.table.game), awaited_in(snapshot, game)
    seat = snapshot.table.seat_of(person.id)
    if not waiting or wire is None or seat is None:
        return a.Forecasts(decision=None, forecasts=[])
    looks = await asyncio.to_thread(wire.forecasts, game.view(snapshot.state, seat.index))
    return a.Forecasts(decision=game.decision(snapshot.state), forecasts=[plain(look) for look in looks])


@router.post("/tables/{code}/actions", summary="Choose")
async def act(request: Request, code: Code, person: Somebody, body: b.Act) -> a.Taken:
    """One choice of your seat for one decision. A repeat gets its first answer again; a refusal has changed nothing."""
    house, table = await begin(request, code, person)
    answer = await house.tables.act(
        table.code, person.id, decision=body.decision, key=body.key, action=body.action
    )
    return a.Taken(version=answer.version, decision=answer.decision, next_decision=answer.next_decision)


@router.get("/tables/{code}/record", summary="The record of a finished game", response_model=archives.Record)
async def record(request: Request, code: Code, visitor: Anybody) -> Response:
    """Seed, secret and every choice: enough to check the deal and to play it again. 409 not_over before the end."""
    house, table = await look(request, code, visitor.player_id)
    return JSONResponse(await house.tables.record(table.id))


@router.get("/tables/{code}/chat", summary="What was said", tags=["chat"])
async def said(
    request: Request,
    code: Code,
    visitor: Anybody,
    after: Annotated[int, Query(ge=0, le=2**53, description="Only lines after this id.")] = 0,
) -> a.Chat:
    """At most the latest hundred lines, oldest first; for whoever sits there, or looks on where the host allows it."""
    house, table = await look(request, code, visitor.player_id)
    if not await house.tables.may_hear(table, visitor.player_id):
        raise NotSeated
    lines = await people_of(request).talk.lines(table.id, after)
    return a.Chat(
        chat_version=table.chat_version,
        lines=[a.ChatLine.model_validate(x, from_attributes=True) for x in lines],
    )


async def seated(request: Request, code: str, player: str) -> tuple[Snapshot, Game]:
    """The table at which this person has a seat. Raises NotSeated."""
    house, table = await look(request, code, player)
    if table.seat_of(player) is None:
        raise NotSeated
    return await house.tables.snapshot(table.id), house.games[table.game]


def legal_for(snapshot: Snapshot, game: Game, player: str) -> list[Any]:
    """What the person's own seat may choose now."""
    seat = snapshot.table.seat_of(player)
    if seat is None or seat.acts is not Acts.HUMAN or not awaited_in(snapshot, game):
        return []
    return list(game.legal_actions(snapshot.state, seat.index))


def game_of(game: Game) -> a.Game:
    return a.Game(
        key=game.key,
        rules_version=game.rules_version,
        deck_hash=game.deck_hash(),
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        options=[a.GameOption(key=o.key, seats=sorted(o.seats)) for o in game.options],
        bot_levels=list(game.bot_levels),
    )
