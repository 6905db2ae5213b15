"""The API's page for people: all of the documents, nothing from elsewhere."""

import re

import pytest

from app.web.api import router as api
from tests.web.conftest import Guest
from tests.web.test_api import wires

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("language", ["en", "de"])
async def test_every_call_stands_on_the_page(mira: Guest, language: str) -> None:
    """Each operation once; anchors are unique and lead somewhere; nothing is fetched from elsewhere."""
    mira.http.headers["accept-language"] = language
    page = await mira.get("/api")
    assert page.status_code == 200
    assert f'lang="{language}"' in page.text
    found = re.findall(r'id="call-(\w+)"', page.text)
    wanted = [
        operation["operationId"]
        for path in api.openapi_of(wires)["paths"].values()
        for operation in path.values()
    ]
    assert sorted(found) == sorted(wanted)
    ids = re.findall(r'\bid="([^"]+)"', page.text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page.text)) <= set(ids)
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page.text)
    assert "<style" not in page.text
    assert " style=" not in page.text


async def test_the_documents_are_served(mira: Guest) -> None:
    """Both as JSON; the framework's own page and document are gone, which would name what is no API."""
    assert (await mira.get("/api/openapi.json")).json()["openapi"] == "3.1.0"
    assert (await mira.get("/api/asyncapi.json")).json()["asyncapi"] == "3.0.0"
    assert (await mira.get("/openapi.json")).status_code == 404
