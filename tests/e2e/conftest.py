"""A real server in a process of its own, and real Chromium."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

flags = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
pictures = Path(__file__).resolve().parents[2] / "screens" / "e2e"


def chromium() -> str | None:
    return os.environ.get("CHROMIUM") or next(
        (p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None
    )


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server with a database of its own."""
    folder = tmp_path_factory.mktemp("server")
    port = free_port()
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve"],
            env=os.environ
            | {
                "PORT": str(port),
                "DATABASE_URL": f"sqlite:///{folder / 'yeti.db'}",
                "BOT_DELAY_MS": "50",
                "ABSENCE_MS": "1000",
            },
            stdout=log,
            stderr=log,
        )
        address = f"http://127.0.0.1:{port}"
        try:
            deadline = time.monotonic() + 90
            while True:
                assert process.poll() is None, (folder / "server.log").read_text()
                try:
                    if httpx.get(f"{address}/-/health").status_code == 200:
                        break
                except httpx.TransportError:
                    assert time.monotonic() < deadline, (folder / "server.log").read_text()
                time.sleep(0.05)
            yield address
        finally:
            process.terminate()
            process.wait(20)
    shown = (folder / "server.log").read_text()
    assert not re.search(r"/t/[2-9A-HJ-NP-Z]{6}", shown), "a table's code is a secret and stands in the log"
    errors = [line for line in (folder / "server.log").read_text().splitlines() if "Traceback" in line]
    assert not errors, (folder / "server.log").read_text()[-4000:]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is missing: make chromium")
        pytest.skip("NO BROWSER TESTS: Chromium is missing (apt-get install chromium, or set CHROMIUM)")
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=flags)
        yield found
        found.close()


class Players:
    """Opens browser profiles; every page is watched for script errors and for violations of the content policy."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.faults: list[str] = []
        self.contexts: list[BrowserContext] = []

    def arrive(self, *, width: int = 1440, height: int = 900, **options: object) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.address, **options
        )
        context.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error("
            "`POLICY ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`))"
        )
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._heard(page, message.type, message.text))
        page.set_default_timeout(15_000)
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
