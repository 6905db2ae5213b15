"""The API's page for people: how to begin, and a viewer of the document; nothing from elsewhere."""

import re

import pytest

from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("path", ["/api", "/api/reference"])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_pages_bring_all_they_need(mira: Guest, language: str, path: str) -> None:
    """Anchors are unique and lead somewhere; nothing is fetched from elsewhere, nothing is inline."""
    mira.http.headers["accept-language"] = language
    page = await mira.get(path)
    assert page.status_code == 200
    assert f'lang="{language}"' in page.text
    ids = re.findall(r'\bid="([^"]+)"', page.text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page.text)) <= set(ids)
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page.text)
    assert "<style" not in page.text
    assert " style=" not in page.text


async def test_one_page_says_how_to_begin_and_the_other_names_the_document(mira: Guest) -> None:
    begin = (await mira.get("/api")).text
    assert "curl http://yeti.test/api/v1/guests" in begin
    assert 'href="/api/reference"' in begin
    named = re.findall(r'data-document="([^"]+)"', (await mira.get("/api/reference")).text)
    assert (await mira.get(named[0])).json()["openapi"] == "3.1.0"


async def test_the_documents_are_served(mira: Guest) -> None:
    """Both as JSON; the framework's own page and document are gone, which would name what is no API."""
    assert (await mira.get("/api/openapi.json")).json()["openapi"] == "3.1.0"
    assert (await mira.get("/api/asyncapi.json")).json()["asyncapi"] == "3.0.0"
    assert (await mira.get("/openapi.json")).status_code == 404
