"""A real server in a process of its own, and real Chromium."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tools.seeded import header
from tools.serving import chromium, chromium_flags, serving

pictures = Path(__file__).resolve().parents[2] / "screens" / "e2e"

patience_ms = 30_000
"""How long a page may take for what it must do in the end: far longer than it takes on a busy machine."""

expect.set_options(timeout=patience_ms)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server with a database of its own, without chance: the same choices lead to the same
    race (`tools/seeded.py`).
    """
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, program="tools.seeded", BOT_DELAY_MS="50", ABSENCE_MS="1000") as address:
        yield address
    shown = (folder / "server.log").read_text()
    assert not re.search(r"/t/[2-9A-HJ-NP-Z]{6}", shown), "a table's code is a secret and stands in the log"
    errors = [line for line in shown.splitlines() if "Traceback" in line]
    assert not errors, shown[-4000:]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is missing: make chromium")
        pytest.skip("NO BROWSER TESTS: Chromium is missing (apt-get install chromium, or set CHROMIUM)")
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=list(chromium_flags))
        yield found
        found.close()


class Players:
    """Opens browser profiles; every page is watched for script errors and for violations of the content policy."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.faults: list[str] = []
        self.contexts: list[BrowserContext] = []

    def arrive(self, *, width: int = 1440, height: int = 900, dice: str = "", **options: object) -> Page:
        """`dice`: words from which the races follow that are opened here."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            base_url=self.address,
            extra_http_headers={header: dice} if dice else {},
            **options,
        )
        context.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error("
            "`POLICY ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`))"
        )
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._heard(page, message.type, message.text))
        page.set_default_timeout(patience_ms)
        return page

    def _heard(self, page: Page, kind: str, text: str) -> None:
        if kind == "error" and "the server responded with a status of 4" not in text:
            self.faults.append(f"{page.url}: {text}")

    def close(self) -> list[str]:
        """What went wrong until now. Chromium may hang for ever in closing a page that is just being left, so each
        page is brought to a rest first.
        """
        faults = list(self.faults)
        for context in self.contexts:
            for page in context.pages:
                _rest(page)
            context.close()
        return faults


def _rest(page: Page) -> None:
    """A page may be on its way somewhere else, which interrupts this way; then once more."""
    for tries_left in reversed(range(5)):
        try:
            page.goto("about:blank")
        except Error:
            if not tries_left:
                raise
        else:
            return


@pytest.fixture
def players(browser: Browser, server: str) -> Iterator[Players]:
    arrived = Players(browser, server)
    yield arrived
    assert not arrived.close()
