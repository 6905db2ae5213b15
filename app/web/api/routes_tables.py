"""Tables: what may be opened, how one stands, what a seat may do, and the one way for its choices."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from app.games.kernel.contract import Game
from app.games.kernel.extensions import number_for
from app.games.kernel.listing import legal_list, most_listed
from app.tables.errors import NotSeated, Unfit
from app.tables.model import Acts, Snapshot
from app.web import bodies as b
from app.web.api import answers as a
from app.web.api import archives
from app.web.api.calls import Anybody, Code, Somebody, begin, envelopes_of, look, now
from app.web.api.envelopes import awaited_in, line, plain
from app.web.http.command_context import CommandContext, Context
from app.web.people_services import may_open, people_of
from app.web.services import services_of

router = APIRouter(tags=["tables"])

most_versions = 2**31 - 1

Since = Annotated[int, Query(ge=0, le=most_versions, description="Only what came after this version.")]


@router.get("/games", summary="The games of this server", tags=["games"])
async def games(request: Request) -> a.Games:
    return a.Games(games=[game_of(game) for game in services_of(request).games.values()])


@router.get("/games/{game}/cards", summary="The cards of a game", tags=["games"])
async def cards(request: Request, game: str) -> a.GameCards:
    """What the ids of cards mean. `deck_hash` names the deck, as tables do."""
    found = services_of(request).games.get(game)
    deck = found.deck_cards() if found else None
    if found is None or deck is None:
        raise Unfit("no_such_game")
    return a.GameCards(game=found.key, deck_hash=found.deck_hash(), cards=deck["cards"])


@router.get("/tables", summary="Tables that look for people")
async def listed(request: Request, visitor: Anybody) -> a.TableList:
    """Lobbies whose hosts have put them on the start page; [] where the server lists none."""
    services = services_of(request)
    found = await services.tables.listed() if services.settings.listing else []
    return a.TableList(tables=[line(table, visitor.player_id) for table in found])


@router.post("/tables", status_code=201, summary="Open a table")
async def open_table(request: Request, response: Response, person: Somebody, body: b.NewTable) -> a.Envelope:
    """You are host and sit on seat 0. Share `room.code`."""
    services = services_of(request)
    game = services.first_game if body.game is None else body.game
    if game not in services.games:
        raise Unfit("no_such_game")
    await may_open(request, person.id)
    table = await services.tables.open(person.id, game, solo=body.solo)
    response.headers["location"] = f"/api/v1/tables/{table.code}"
    return await now(request, table, person)


@router.get("/tables/{code}", summary="A table, as I may see it")
async def show(
    request: Request, context: Context, code: Code, visitor: Anybody, since: Since | None = None
) -> a.Envelope:
    """The same envelope as the socket sends. With `since`: the events after that version, of the last two rounds."""
    _, table = await look(request, context, code, visitor.player_id)
    return await envelopes_of(request).of(table.id, visitor.player_id, since=since)


@router.get("/tables/{code}/events", summary="What happened")
async def events(
    request: Request, context: Context, code: Code, visitor: Anybody, since: Since = 0
) -> a.Happenings:
    """All events after a version that you may hear, from the beginning if you like. The public ones are complete:
    folded over the public view before them they give the one after them.
    """
    services, table = await look(request, context, code, visitor.player_id)
    story = await services.tables.told_since(table.id, since, visitor.player_id)
    return a.Happenings(version=table.version, events=envelopes_of(request).happenings(table, story))


@router.get("/tables/{code}/log", summary="What happened, in sentences")
async def log(request: Request, context: Context, code: Code, visitor: Anybody, since: Since = 0) -> a.ApiLog:
    """The race, in the language of `Accept-Language`, as the page's log tells it. What people did beside it (who
    paused, whose seat a bot races) is in `room.notes`.
    """
    services, table = await look(request, context, code, visitor.player_id)
    snapshot = await services.tables.snapshot(table.id)
    if snapshot.state is None:
        return a.ApiLog(version=table.version, lines=[])
    story = await services.tables.told_since(table.id, since, visitor.player_id)
    view = services.games[table.game].view(snapshot.state, None)
    told = services.front(table).api.lines(story, table, view, visitor.language)
    return a.ApiLog(version=table.version, lines=[a.ApiLogLine(version=v, sentence=s) for v, s in told])


@router.get("/tables/{code}/actions", summary="My legal choices")
async def choices(
    request: Request,
    context: Context,
    code: Code,
    person: Somebody,
    limit: Annotated[int, Query(ge=0, le=most_listed, description="How many are listed at most.")] = 500,
) -> a.Choices:
    """Everything your seat may do now, in the form `POST` takes; also while others are awaited, if you may still change
    your mind. [] while a bot plays for you.
    """
    snapshot, game = await seated(request, context, code, person.id)
    legal = await asyncio.to_thread(legal_for, snapshot, game, person.id)
    waiting = awaited_in(snapshot, game)
    seat = snapshot.table.seat_of(person.id)
    return a.Choices(
        decision=number_for(game, snapshot.state, seat.index) if seat and waiting else None,
        awaited=seat is not None and seat.index in waiting and seat.acts is Acts.HUMAN,
        total=len(legal),
        actions=[game.encode_action(action) for action in legal[:limit]],
    )


@router.get("/tables/{code}/forecasts", summary="Where my choices would lead")
async def forecasts(request: Request, context: Context, code: Code, person: Somebody) -> a.Forecasts:
    """The ghost and arcs of the page as data: the board as it stands, not what the others will do."""
    snapshot, game = await seated(request, context, code, person.id)
    waiting = awaited_in(snapshot, game)
    seat = snapshot.table.seat_of(person.id)
    if not waiting or seat is None:
        return a.Forecasts(decision=None, forecasts=[])
    front = services_of(request).front(snapshot.table).api
    number = number_for(game, snapshot.state, seat.index)
    looks = await asyncio.to_thread(front.forecasts, game.view(snapshot.state, seat.index))
    return a.Forecasts(decision=number, forecasts=[plain(look) for look in looks])


@router.post("/tables/{code}/actions", summary="Choose")
async def act(
    request: Request, context: Context, code: Code, person: Somebody, body: b.ActionBody
) -> a.Taken:
    """One choice of your seat for one decision. A repeat gets its first answer again; a refusal has changed nothing."""
    services, table = await begin(request, context, code, person)
    answer = await services.tables.act(
        table.code, person.id, decision=body.decision, key=body.key, action=body.action
    )
    return a.Taken(version=answer.version, decision=answer.decision, next_decision=answer.next_decision)


@router.get("/tables/{code}/record", summary="The record of a finished game", response_model=archives.Record)
async def record(request: Request, context: Context, code: Code, visitor: Anybody) -> Response:
    """Seed, secret and every choice: enough to check the deal and to play it again. 409 not_over before the end."""
    services, table = await look(request, context, code, visitor.player_id)
    return JSONResponse(await services.tables.record(table.id))


@router.get("/tables/{code}/chat", summary="What was said", tags=["chat"])
async def said(
    request: Request,
    context: Context,
    code: Code,
    visitor: Anybody,
    after: Annotated[int, Query(ge=0, le=2**53, description="Only lines after this id.")] = 0,
) -> a.Chat:
    """At most the latest hundred lines, oldest first; for whoever sits there, or looks on where the host allows it."""
    services, table = await look(request, context, code, visitor.player_id)
    if not await services.tables.may_hear(table, visitor.player_id):
        raise NotSeated
    lines = await people_of(request).talk.lines(table.id, after)
    return a.Chat(
        chat_version=table.chat_version,
        lines=[a.ApiChatLine.model_validate(x, from_attributes=True) for x in lines],
    )


async def seated(request: Request, context: CommandContext, code: str, player: str) -> tuple[Snapshot, Game]:
    """The table at which this person has a seat. Raises NotSeated."""
    services, table = await look(request, context, code, player)
    if table.seat_of(player) is None:
        raise NotSeated
    return await services.tables.snapshot(table.id), services.games[table.game]


def legal_for(snapshot: Snapshot, game: Game, player: str) -> list[Any]:
    """What the person's own seat may choose now."""
    seat = snapshot.table.seat_of(player)
    if seat is None or seat.acts is not Acts.HUMAN or not awaited_in(snapshot, game):
        return []
    return list(legal_list(game, snapshot.state, seat.index))


def game_of(game: Game) -> a.GameInfo:
    return a.GameInfo(
        key=game.key,
        rules_version=game.rules_version,
        deck_hash=game.deck_hash(),
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        options=[
            a.GameOption(key=o.key, seats=sorted(o.seats), values=list(o.values), group=o.group)
            for o in game.options
        ],
        bot_levels=list(game.bot_levels),
    )
