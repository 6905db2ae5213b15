"""The doors for what people settle at a table, by forms without script."""

import pytest

from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


async def test_clock_pause_and_resume(mira: Guest, ruben: Guest) -> None:
    """The host's forms change the table; a guest's are refused with a reason and change nothing."""
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    assert (await ruben.post(f"/t/{code}/clock", seconds="30")).status_code == 403
    assert (await mira.post(f"/t/{code}/clock", seconds="31")).status_code == 409
    assert (await mira.post(f"/t/{code}/clock", seconds="30")).status_code == 303
    assert (await mira.post(f"/t/{code}/pause")).status_code == 409
    await mira.post(f"/t/{code}/start", confirm="yes")
    assert (await mira.post(f"/t/{code}/pause")).status_code == 303
    assert (await ruben.post(f"/t/{code}/resume")).status_code == 409
    assert (await mira.post(f"/t/{code}/resume")).status_code == 303
