"""What a player has to download: the first load of a table, and the news of a round. Figures: docs/performance.md."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.prepared import Gallery, gallery
from tools.prepared import wanted
from tools.scenes import Browsing, apart
from tools.serving import database_in
from tools.weight import first_load, race

__all__ = ["gallery"]

pytestmark = pytest.mark.browser

page_at_most = 150_000
round_at_most = 8_000


@pytest.mark.parametrize(
    "name",
    ["table-solo", *(pytest.param(one, marks=pytest.mark.long) for one in ("table-two", "table-select"))],
)
def test_the_first_load_of_a_table_is_light(browser: Browser, gallery: Gallery, name: str) -> None:
    """150 kB over the wire with an empty cache: page, styles, scripts, fonts, headers, the socket's first message.

    No request leaves the site.
    """
    scene = gallery.visit(name)
    # A narrow window that is no phone: the other picture has to be fetched.
    narrow = name == "table-solo"
    load = first_load(
        browser,
        gallery.address,
        scene,
        Browsing(390, 844) if narrow else None,
        [".woff2", "/socket", "-tall.html"] if narrow else [".woff2", "/socket"],
    )
    assert not load.others
    assert any(path.endswith(".woff2") for path in load.bytes), "the fonts were not counted"
    assert load.socket, "the socket was not counted"
    heaviest = sorted(load.bytes.items(), key=lambda item: -item[1])[:8]
    assert load.total <= page_at_most, (load.total, heaviest)


@pytest.mark.parametrize("size", [pytest.param((1440, 900), marks=pytest.mark.long), (390, 844)])
def test_the_first_load_of_a_replay_is_light(
    browser: Browser, gallery: Gallery, size: tuple[int, int]
) -> None:
    """The same 150 kB, the steps of the first round included."""
    load = first_load(browser, gallery.address, gallery.visit("replay-won"), Browsing(*size), ["/rounds/"])
    assert not load.others
    assert any("/rounds/" in path for path in load.bytes), "the steps were not counted"
    heaviest = sorted(load.bytes.items(), key=lambda item: -item[1])[:8]
    assert load.total <= page_at_most, (load.total, heaviest)


@pytest.mark.parametrize(
    "name", ["select", *(pytest.param(one, marks=pytest.mark.long) for one in ("two", "solo"))]
)
def test_the_news_of_a_round_are_light(gallery: Gallery, name: str) -> None:
    """8 kB a player from the reveal to the next selection, compressed as the socket compresses."""
    assert name in wanted

    rounds = apart(race(gallery.address, database_in(gallery.folder), name, 3))
    heaviest = [(one.number, max(one.update)) for one in rounds]
    assert heaviest
    assert max(size for _, size in heaviest) <= round_at_most, heaviest
