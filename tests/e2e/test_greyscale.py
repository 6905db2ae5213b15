"""Every skier, symbol and state tells itself from its neighbours without any colour."""

from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.prepared import Gallery, gallery
from tools.scenes import Browsing, context_for, dress, themes

__all__ = ["gallery"]

pytestmark = pytest.mark.browser

Drawing = tuple[str, str, int]
"""Name in the sprite, class that colours it, size in px: the smallest at which it is shown."""

families: dict[str, tuple[Drawing, ...]] = {
    "skiers": tuple(
        (f"sk-{hat}", f"s{number}", 32)
        for number, hat in enumerate(("pom", "fin", "flap", "spike", "ears"), start=1)
    ),
    "symbols": tuple((f"sy-{name}", "", 18) for name in ("diamond", "square", "circle", "triangle")),
    "signs": tuple((f"sg-{name}", "", 38) for name in ("diamond", "square", "circle", "triangle")),
    "rockets": (("i-rocket", "ic", 18), ("i-rocket-out", "ic", 18)),
    "states": tuple(
        (f"i-{name}", "ic", 18) for name in ("dots", "lock", "clock", "bot", "paw", "x", "flag", "cards")
    ),
}
least_share, least_step = 0.12, 40
"""Of all pixels of two drawings, those that differ by so many of 255 steps of grey."""

draw = """([drawings, ground]) => {
  const sprite = document.querySelector('use[href*="sprite.svg"]').getAttribute("href").split("#")[0];
  const dialog = Object.assign(document.createElement("dialog"), { id: "swatches" });
  Object.assign(dialog.style, { background: ground, filter: "grayscale(1)", padding: "8px", border: 0, margin: 0,
    left: 0, top: 0, maxWidth: "none" });
  for (const [name, colours, size] of drawings) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${sprite}#${name}`);
    const [x, y, w, h] = name.startsWith("sk-") ? [-27, -40, 54, 60] : name.startsWith("sy-") ? [-14, -14, 28, 28]
      : name.startsWith("sg-") ? [-17, -17, 34, 34] : [0, 0, 24, 24];
    svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    for (const [key, value] of Object.entries({ x, y, width: w, height: h })) use.setAttribute(key, value);
    if (colours) svg.setAttribute("class", colours);
    Object.assign(svg.style, { width: `${size}px`, height: `${size}px`, display: "inline-block", margin: 0,
      verticalAlign: "top", position: "static", translate: "none", rotate: "none" });
    svg.append(use);
    dialog.append(svg);
  }
  document.body.append(dialog);
  dialog.showModal();
}"""
read = """async bytes => {
  const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  return Array.from({ length: data.length / 4 }, (_, n) => data[4 * n]);
}"""


def greys(page: Page, drawings: tuple[Drawing, ...]) -> list[list[int]]:
    """Each drawing on the paper of this theme, as shades row by row."""
    ground = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')")
    page.evaluate(draw, [drawings, ground])
    page.wait_for_function(  # the sprite is a file of its own
        "() => [...document.querySelectorAll('#swatches use')].every(one => one.getBBox().width > 0)"
    )
    shots = [page.locator("#swatches svg").nth(n).screenshot() for n in range(len(drawings))]
    page.evaluate("document.getElementById('swatches').remove()")
    return [page.evaluate(read, list(shot)) for shot in shots]


def unlike(one: list[int], other: list[int]) -> float:
    """The share of pixels that tell the one from the other."""
    assert len(one) == len(other)
    return sum(abs(a - b) > least_step for a, b in zip(one, other, strict=True)) / len(one)


def opened(browser: Browser, gallery: Gallery) -> Page:
    scene = gallery.visit("table-select")
    page = context_for(browser, gallery.address, scene, Browsing(1440, 900)).new_page()
    page.goto(scene.path)
    return page


@pytest.mark.parametrize(
    "theme", [themes[0], *(pytest.param(one, marks=pytest.mark.long) for one in themes[1:])]
)
def test_drawings_differ_without_colour(browser: Browser, gallery: Gallery, theme: str) -> None:
    """At the smallest size in use, every two of a family, and each of them from bare paper."""
    page = opened(browser, gallery)
    dress(page, theme)
    for drawings in families.values():
        found = greys(page, drawings)
        for (name, *_), grey in zip(drawings, found, strict=True):
            assert unlike(grey, [grey[0]] * len(grey)) >= least_share, f"{name} is not to be seen"
        for a, b in combinations(range(len(drawings)), 2):
            share = unlike(found[a], found[b])
            assert share >= least_share, f"{drawings[a][0]} and {drawings[b][0]} differ in {share:.1%}"
    page.context.close()


def test_the_same_drawing_in_two_colours_would_be_told(browser: Browser, gallery: Gallery) -> None:
    """The measure itself: hats that differed by colour alone would not pass."""
    page = opened(browser, gallery)
    red, violet, same = greys(page, (("sk-pom", "s1", 32), ("sk-pom", "s4", 32), ("sk-pom", "s1", 32)))
    assert unlike(red, same) == 0
    assert unlike(red, violet) < least_share
    page.context.close()
