"""What is wrong with a page at the size it is shown in, measured in the browser.

Sideways scrolling; text cut off, off the screen or under 12.4 px; controls under 44 px, without a name or covered
by something else; ids given twice. One line a fault, "kind: element: figures".
"""

from pathlib import Path

from playwright.sync_api import Page

measure = (Path(__file__).parent / "layout.js").read_text()


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate(measure)
    return found
