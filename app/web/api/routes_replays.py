"""Races that are over, by the table's id: 128 random bits, so whoever has it was given it. As the pages below `/r/`."""

import re
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response

from app.tables.after.proof import Proof
from app.tables.errors import NoSuchTable
from app.web.api import archives as a
from app.web.api.calls import envelopes_of
from app.web.api.envelopes import plain, race
from app.web.http.problems import NoReplay
from app.web.services import Services, services_of

router = APIRouter(prefix="/replays/{table}", tags=["replays"])

id_form = re.compile(r"[0-9a-f]{32}")

TableId = Annotated[
    str,
    Path(description="As in envelopes, for ever.", examples=["8d7a1f0c53e94b12a6c0de9f4b7a2c11"]),
]


@router.get("", summary="A race once more, round by round")
async def replay(request: Request, table: TableId) -> a.ReplayAnswer:
    """Everything open: hands and deck before every round, and what happened then. 409 no_replay for a race by rules
    this server does not know any more; its record is there all the same.
    """
    services = services_of(request)
    await proof_of(services, table)
    found = await services.tables.replay(table)
    front = services.front(found.table).api
    envelopes = envelopes_of(request)
    return a.ReplayAnswer(
        table=found.table.id,
        room=race(found.table),
        before=envelopes.happenings(found.table, found.before),
        rounds=[
            a.ReplayRound(
                opening=plain(front.view(round_.opening)),
                story=envelopes.happenings(found.table, round_.story),
            )
            for round_ in found.rounds
        ],
    )


@router.get("/proof", summary="That nobody could choose the deal")
async def proof(request: Request, table: TableId) -> a.ProofAnswer:
    return a.ProofAnswer.model_validate(await proof_of(services_of(request), table), from_attributes=True)


@router.get("/record", summary="The record of a finished race", response_model=a.Record)
async def record_of(request: Request, table: TableId) -> Response:
    """As `GET /tables/{code}/record`, also when the code is somebody else's by now."""
    services = services_of(request)
    await proof_of(services, table)
    return JSONResponse(await services.tables.record(table))


async def proof_of(services: Services, table: str) -> Proof:
    """Raises NoReplay. What cannot be an id is not looked for."""
    if not id_form.fullmatch(table):
        raise NoReplay
    try:
        return await services.tables.proof(table)
    except NoSuchTable:
        raise NoReplay from None
