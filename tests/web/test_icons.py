"""What a phone needs to keep the site on its home screen."""

import re
import struct
from urllib.parse import urljoin

import pytest

from app.web.assets import static_url
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


async def test_every_icon_of_the_manifest_is_there_in_the_size_it_names(mira: Guest) -> None:
    """Their paths are relative to the manifest, so they have the hash of its address."""
    address = static_url("manifest.webmanifest")
    manifest = (await mira.get(address)).json()
    pictures = 0
    for icon in manifest["icons"]:
        answer = await mira.get(urljoin(address, icon["src"]))
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-type"].split(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            width, height = size_of(answer.content)
            assert f"{width}x{height}" == icon["sizes"]
            assert len(answer.content) < 40_000
            pictures += 1
    assert pictures == 3
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}


async def test_a_page_names_the_icon_for_apples_home_screen(mira: Guest) -> None:
    found = re.search(r'<link rel="apple-touch-icon" href="([^"]+)"', (await mira.get("/")).text)
    assert found
    assert size_of((await mira.get(found[1])).content) == (180, 180)
