"""Replays over HTTP: open to who has the address, but only when the race is over, and never with more than that."""

import re

import pytest
from fastapi import FastAPI
from sqlalchemy import delete

from app.storage import schema
from app.storage.engine import open_engine
from app.storage.erasure_store import SqlErasureStore
from app.tables.after.erasure import forget
from app.tables.model import Status, Table
from app.tables.play.due_worker import DueWorker
from app.web.services import Services
from tests.web.bare_names import Bare
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio

pages = ("", "/1.0", "/1", "/words", "/proof", "/proof.html", "/proof.txt", "/record.json", "/rounds/1")


async def raced(app: FastAPI, host: Guest, *, over: bool = True) -> Table:
    """A race of Mira's bots, played to its end; else to its first yeti or second round."""
    code = await host.open_table("Mira")
    for _ in range(2):
        await host.post(f"/t/{code}/bots")
    await host.post(f"/t/{code}/start", confirm="yes")
    services: Services = app.state.services
    table = (await services.tables.find(code)).table
    if over:
        await services.tables.agree_to_bot(code, table.host)
    worker = DueWorker(services.tables)
    for _ in range(500):
        await worker.run_due(services.tables.executor.clock() + 60_000)
        table = (await services.tables.snapshot(table.id)).table
        if table.status is Status.OVER:
            break
    assert (table.status is Status.OVER) == over
    return table


def anonymous(text: str, table_id: str) -> str:
    """Without what differs between two visits: the address asked for, and a form's token."""
    return re.sub(r'value="[0-9a-f]{32}"', "", text.replace(table_id, "ID"))


async def test_nothing_of_a_running_race_is_shown(app: FastAPI, mira: Guest) -> None:
    """Lobby, running race and no race at all give the same answers, to the host as well: 404 and not a word more.

    Views: open exists only for states that are over.
    """
    running = await raced(app, mira, over=False)
    lobby_code = await mira.open_table("Mira")
    lobby = (await app.state.services.tables.find(lobby_code)).table
    for page in pages:
        answers = [await mira.get(f"/r/{i}{page}") for i in ("f" * 32, running.id, lobby.id)]
        statuses = {answer.status_code for answer in answers}
        assert statuses == ({303} if page == "" else {404}), page
        told = {anonymous(a.text, i) for a, i in zip(answers, ("f" * 32, running.id, lobby.id), strict=True)}
        assert len(told) == 1, page
    stored_table = await app.state.services.tables.executor.repository.read(running.id)
    assert stored_table.secret.hex() not in "".join(
        [(await mira.get(f"/r/{running.id}{page}")).text for page in pages]
    )


async def test_who_has_the_address_may_look(app: FastAPI, mira: Guest, ruben: Guest) -> None:
    """Somebody without a seat, to whom the table itself stays closed, sees every page of the finished race."""
    table = await raced(app, mira)
    assert (await ruben.get(f"/t/{table.code}")).status_code == 403
    for page in pages[1:]:
        answer = await ruben.get(f"/r/{table.id}{page}")
        assert answer.status_code == 200, page
        assert answer.headers["x-robots-tag"] == "noindex"
        assert answer.headers["cache-control"] == "no-store"
    assert (await ruben.get(f"/r/{table.id}")).headers["location"] == f"/r/{table.id}/1.0"


async def test_previews_show_no_names(app: FastAPI, mira: Guest) -> None:
    """What a chat shows of a link: a title without anybody's name, no description, no picture."""
    table = await raced(app, mira)
    for page in ("/2.1", "/words", "/proof"):
        head = (await mira.get(f"/r/{table.id}{page}")).text.partition("</head>")[0]
        assert '<meta name="robots" content="noindex">' in head
        assert "og:" not in head
        assert "description" not in head
        for seat in table.seats:
            assert seat.name not in head


async def test_a_step_is_the_same_as_a_page_and_among_its_round(app: FastAPI, mira: Guest) -> None:
    """The page of a step and the step that a script gets have the same regions; all hands are on both."""
    table = await raced(app, mira)
    steps = (await mira.get(f"/r/{table.id}/rounds/1")).json()
    for number in (0, 1, len(steps["steps"]) - 1):
        page = (await mira.get(f"/r/{table.id}/1.{number}")).text
        step = steps["steps"][number]
        for name in ("told", "ways", "hands", "steps", "limit", "roster", "pieces", "reveal"):
            assert steps["texts"][step["regions"][name]] in page, name
        assert page.count('class="mini ') == steps["texts"][step["regions"]["hands"]].count('class="mini ')
    assert steps["texts"][steps["steps"][0]["regions"]["hands"]].count('class="mini ') == 12


async def test_every_step_can_be_reached_by_its_neighbours(app: FastAPI, mira: Guest) -> None:
    """Following "Step forward" from the beginning leads through every step of every round to the end, once."""
    table = await raced(app, mira)
    address, seen = f"/r/{table.id}/1.0", []
    while address:
        assert address not in seen
        seen.append(address)
        page = (await mira.get(address)).text
        link = re.search(r'<a [^>]*id="go-ahead"[^>]*>', page)
        assert link is not None
        found = re.search(r'href="([^"]+)"', link[0])
        address = found[1] if found else ""
    lengths = re.search(r'data-lengths="([^"]+)"', page)
    assert lengths is not None
    assert len(seen) == sum(int(length) for length in lengths[1].split())
    assert "wins" in page


@pytest.mark.parametrize("place", ["0", "0.0", "99.0", "1.99", "x", "1.", "-1", "1.0.0", "10000.1"])
async def test_a_step_there_is_not(app: FastAPI, mira: Guest, place: str) -> None:
    """A page that says so, with 404."""
    table = await raced(app, mira)
    answer = await mira.get(f"/r/{table.id}/{place}")
    assert answer.status_code == 404
    assert "There is no game to watch here." in answer.text


async def test_somebody_forgotten_is_a_skier_in_the_replay_too(app: FastAPI, mira: Guest) -> None:
    """Names are read from the seats when a replay is shown: pages, words, steps and record (agreement on deleting)."""
    table = await raced(app, mira)
    assert "Mira" in (await mira.get(f"/r/{table.id}/1.1")).text
    engine = open_engine(app.state.services.settings.database_url)
    await forget(app.state.services.tables.executor, SqlErasureStore(engine), table.host)
    await engine.dispose()
    for page in ("/1.1", "/words", "/rounds/1", "/record.json"):
        text = (await mira.get(f"/r/{table.id}{page}")).text
        assert "Mira" not in text, page
        assert "A skier" in text, page


async def test_a_race_by_other_rules_says_so(app: FastAPI, mira: Guest) -> None:
    """Without positions, and with a log that leads elsewhere, no wrong race is shown: the page leads to the proof."""
    table = await raced(app, mira)
    engine = open_engine(app.state.services.settings.database_url)
    actions = schema.actions.c
    async with engine.write() as connection:
        await connection.execute(delete(schema.positions))
        await connection.execute(
            delete(schema.actions).where(actions.table_id == table.id, actions.number == 5)
        )
    await engine.dispose()
    answer = await mira.get(f"/r/{table.id}/1.0")
    assert answer.status_code == 409
    assert "played by earlier rules" in answer.text
    assert f"/r/{table.id}/proof" in answer.text
    assert (await mira.get(f"/r/{table.id}/proof")).status_code == 200


async def test_the_end_leads_to_replay_and_proof(app: FastAPI, mira: Guest) -> None:
    """The table's end screen and the text view; the latter shows fingerprint and secret itself. Not before the end."""
    table = await raced(app, mira)
    proof = await app.state.services.tables.proof(table.id)
    screen, text = [(await mira.get(f"/t/{table.code}{view}")).text for view in ("", "/text")]
    assert f'href="/r/{table.id}"' in screen
    assert f'href="/r/{table.id}/proof"' in screen
    assert f'href="/r/{table.id}/words"' in text
    for value in (proof.fingerprint, proof.secret):
        assert value in text
    running = await raced(app, mira, over=False)
    for view in ("", "/text", "/regions"):
        page = (await mira.get(f"/t/{running.code}{view}")).text
        assert "/r/" not in page.replace("/rules", "")
        assert "data-proof" not in page


async def test_no_name_is_left_to_be_translated(app: FastAPI, mira: Guest) -> None:
    """Every step of the replay, the race in words, the people at the table, the shared result."""
    table = await raced(app, mira)
    names = [seat.name for seat in table.seats]
    steps = re.findall(r'href="(\d+\.\d+)"', (await mira.get(f"/r/{table.id}/words")).text)
    shown = [f"/r/{table.id}/{step}" for step in (*steps[::9], "words", "proof")]
    shown += [f"/t/{table.code}{page}" for page in ("", "/text", "/people", "/log", "/share")]
    assert len(shown) > 10
    found = {}
    for page in shown:
        answer = await mira.get(page)
        assert answer.status_code == 200, page
        if bare := Bare(answer.text, names).found:
            found[page.rsplit("/", 1)[-1]] = bare
    assert not found
