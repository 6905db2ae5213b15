"""One of the mountain's two pictures comes with the page, the other when the window turns out to need it."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.prepared import Gallery, gallery
from tools.layout import settle
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser


def drawn(page: Page, name: str) -> Locator:
    return page.locator(f"#{name} > svg")


@pytest.mark.parametrize(
    ("size", "guessed"), [(Browsing(1440, 900), "wide"), (Browsing(390, 844, touch=True), "tall")]
)
def test_only_the_picture_of_this_window_is_sent(
    browser: Browser, gallery: Gallery, size: Browsing, guessed: str
) -> None:
    """A phone, and a window as wide as a desk."""
    context = context_for(browser, gallery.address, gallery.visit("table-select"), size)
    page = context.new_page()
    page.goto(gallery.scenes["table-select"].path)
    other = "tall" if guessed == "wide" else "wide"
    expect(drawn(page, guessed).first).to_be_visible()
    expect(drawn(page, other)).to_have_count(0)
    context.close()


def test_a_window_that_changes_gets_the_other_picture_and_the_next_page_is_right(
    browser: Browser, gallery: Gallery
) -> None:
    """A wide window made narrow fetches the upright mountain; a reload then comes with it."""
    context = context_for(browser, gallery.address, gallery.visit("table-select"), Browsing(1440, 900))
    page = context.new_page()
    page.goto(gallery.scenes["table-select"].path)
    expect(drawn(page, "wide").first).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(drawn(page, "tall").first).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(drawn(page, "tall").first).to_be_visible()
    expect(drawn(page, "wide")).to_have_count(0)
    assert not [url for url in asked if url.endswith(("-tall.html", "-wide.html"))]
    context.close()


def test_without_script_a_wrong_guess_is_one_link_away(browser: Browser, gallery: Gallery) -> None:
    """A narrow window of a desktop browser without script: the link brings both pictures."""
    scene = gallery.visit("table-select")
    context = context_for(browser, gallery.address, scene, Browsing(390, 844), {"java_script_enabled": False})
    page = context.new_page()
    page.goto(scene.path)
    expect(drawn(page, "tall")).to_have_count(0)
    page.get_by_role("link", name="Show the mountain").click()
    expect(drawn(page, "tall").first).to_be_visible()
    context.close()


in_view = """() => {
  const frame = document.querySelector(".scroll").getBoundingClientRect();
  const whole = one => {
    const box = one.getBoundingClientRect();
    return box.top >= frame.top - 2 && box.bottom <= frame.bottom + 2;
  };
  const shown = selector => [...document.querySelectorAll(selector)].filter(whole).length;
  return [shown("#tall .card-t"), shown("#tall rect.flag"), shown(".rfin")];
}"""


@pytest.mark.parametrize("name", ["table-select", "table-two"])
def test_a_tablet_upright_sees_half_of_the_mountain_and_the_finish(
    browser: Browser, gallery: Gallery, name: str
) -> None:
    """Six of twelve cards whole, the finish at the end of the small map; farther down the finish itself beside them."""
    context = context_for(browser, gallery.address, gallery.visit(name), Browsing(768, 1024, touch=True))
    page = context.new_page()
    page.goto(gallery.scenes[name].path)
    settle(page)
    cards, _, mapped = page.evaluate(in_view)
    assert cards >= 6
    assert mapped
    page.locator(".scroll").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    cards, finish, mapped = page.evaluate(in_view)
    assert cards >= (6 if name == "table-select" else 5)
    assert finish
    assert mapped
    context.close()


@pytest.mark.long
def test_a_double_tap_brings_the_piste_closer_and_back(browser: Browser, gallery: Gallery) -> None:
    """The place under the finger stays where it is."""
    context = context_for(
        browser, gallery.address, gallery.visit("table-select"), Browsing(390, 844, touch=True)
    )
    page = context.new_page()
    page.goto(gallery.scenes["table-select"].path)
    expect(page.locator("#hand .tcard").first).to_be_visible()
    piste = page.locator(".piste")
    own = page.locator("#pieces .seat-0").first

    def place() -> tuple[float, float]:
        box, skier = piste.bounding_box(), own.bounding_box()
        assert box
        assert skier
        return box["width"], skier["y"]

    far, y = place()
    spot = (60, y)
    page.mouse.dblclick(*spot)
    near, closer = place()
    assert near > far * 1.2
    assert abs(closer - y) < 40
    page.mouse.dblclick(*spot)
    assert abs(place()[0] - far) < 1
    context.close()
