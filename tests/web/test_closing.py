"""A table that ends while pages are open at it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app import admin
from app.settings import Settings
from tests.web.test_socket import Visitor, address, closed_with, told, visit

__all__ = ["address", "visit"]
pytestmark = pytest.mark.anyio


async def test_pages_learn_that_their_table_was_closed_at_a_terminal(
    visit: Callable[[], Visitor], tmp_path: Path
) -> None:
    """The server finds out by itself within seconds; sockets end for good (4404), the address is gone."""
    mira = visit()
    code = await mira.open_table("Mira")
    settings = Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}"})
    async with mira.listen(code) as socket:
        await told(socket)
        await admin.close(settings, code)
        assert await closed_with(socket) == 4404
    assert (await mira.get(f"/t/{code}")).status_code == 404
