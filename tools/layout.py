"""What is wrong with a page at the size it is shown in, measured in the browser.

Sideways scrolling; text cut off, off the screen or under 12.4 px; controls under 44 px, without a name or covered
by something else; ids given twice. One line a fault, "kind: element: figures". And whether every control can be
brought into view at all, by scrolling in one direction.
"""

from pathlib import Path

from playwright.sync_api import Page

measure = (Path(__file__).parent / "layout.js").read_text()
reach = (Path(__file__).parent / "reach.js").read_text()


settled = """async () => {
  const frames = () => new Promise(done =>
    requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done), 60)));
  const portrait = matchMedia("(max-width: 1100px), (orientation: portrait), (max-height: 560px), "
    + "(pointer: coarse) and (max-width: 1400px)");
  // One of the mountain's two pictures comes with the page, the other when its window is found to need it.
  const drawn = () => {
    const side = document.getElementById(portrait.matches ? "tall" : "wide");
    return !side || !document.documentElement.matches(".has-script") || side.querySelector(":scope > svg");
  };
  const places = () => [...document.querySelectorAll("body, body *")].map(one => {
    const box = one.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height].join();
  }).join(" ");
  await document.fonts.ready;
  const end = performance.now() + 60000;
  for (let before = "", now = ""; performance.now() < end; before = now) {
    await frames();
    now = places();
    if (drawn() && now === before) return;
  }
  throw new Error("the page does not come to rest");
}"""


def settle(page: Page) -> None:
    """Waits until the page is drawn and nothing on it changes its place any more."""
    page.evaluate(settled)


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate(measure)
    return found


def out_of_reach(page: Page) -> list[str]:
    """Controls and words that no scrolling up or down brings into view whole."""
    found: list[str] = page.evaluate(reach)
    return found
