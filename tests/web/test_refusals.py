"""Where a refusal is told: it takes along what was known of its request."""

import pytest

from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


async def test_a_refusal_is_told_beside_the_control_of_its_route(mira: Guest, ruben: Guest) -> None:
    """Also for a page that does not say which control was used; its own word goes before the route's."""
    code = await mira.open_table("Mira")
    await ruben.get("/")
    ruben.http.headers["hx-request"] = "true"
    for path, fields, control in (
        ("/solo", {"name": ""}, "name"),
        ("/join", {"code": "AAAAAA"}, "code"),
        ("/notices/address", {"address": "x"}, "address"),
        (f"/t/{code}/ready", {"ready": "yes"}, "ready"),
        (f"/t/{code}/actions", {"decision": "1"}, "act"),
        ("/me/devices/end", {"sign": "?"}, "page"),
    ):
        answer = await ruben.post(path, **fields)
        assert 400 <= answer.status_code < 500
        assert answer.headers["hx-retarget"] == f"#refusal-{control}", path
    ruben.http.headers["yeti-control"] = "people"
    answer = await ruben.post(f"/t/{code}/ready", ready="yes")
    assert answer.headers["hx-retarget"] == "#refusal-people"


async def test_a_form_that_is_refused_before_it_is_read_leads_back_to_its_table(mira: Guest) -> None:
    """The table is known by then, the form is not."""
    code = await mira.open_table("Mira")
    mira.token = "0" * 32
    answer = await mira.post(f"/t/{code}/ready", ready="yes")
    assert answer.status_code == 403
    assert f'href="/t/{code}"' in answer.text
