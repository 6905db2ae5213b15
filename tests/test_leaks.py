"""What the soak's judge calls a leak, and what it does not."""

import random
from pathlib import Path

import httpx
import pytest

from app.main import create_app
from app.settings import Settings
from app.web.http.request_user import form_token
from tests.web.conftest import running
from tools.leaks import Judge
from tools.scripted import Person, Run

pytestmark = pytest.mark.anyio


async def test_a_browser_may_see_every_token_it_was_given_and_nobody_elses(tmp_path: Path) -> None:
    """A first name brings a new token, and with it the form's token of the one before: both are the reader's own."""
    app = create_app(Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}"}))
    run = Run((), seed=1, entries=("yeti.test",))  # type: ignore[arg-type]  # no process: the application is here
    async with running(app):
        people = [Person(run, name, random.Random(1)) for name in ("Mira", "Ruben")]
        for person in people:
            person.visitor.http._transport = httpx.ASGITransport(app)
            await person.visitor.open_table()
            await person.look("/me")
        judge = Judge(run.seen)
        judge.tokens()
        assert not judge.faults
        assert len(run.seen.before) == 2  # both had another token before
        run.seen.page(people[0].cookie, f"value={form_token(people[1].cookie)}")
        judge.tokens()
        assert len(judge.faults) == 1
        for person in people:
            await person.close()
