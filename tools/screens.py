"""`make screens`: every screen, phone and desktop, light and dark, into `screens/`, and a contact sheet of them all.

`python -m tools.screens [NAME...]` takes only screens whose name begins so. Made to be looked at; nothing is compared.
"""

import html
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tools.scenes import Browsing, Company, Scene, context_for, dress, prepared, reachable, themes
from tools.serving import chromium, chromium_flags, root, serving

folder = root / "screens"
sizes = {"phone": Browsing(390, 844, touch=True, scale=2), "desktop": Browsing(1440, 900)}
long_pages = (
    "home", "rules", "rulings", "text", "patterns", "lobby", "words", "proof", "tables", "notices", "people", "me",
    "continue",
)  # fmt: skip
"""Screens taken at their whole length, the others as they stand in the window."""

settle_ms = 350


def pictures(browser: Browser, address: str, scene: Scene) -> list[Path]:
    made = []
    for size, how in sizes.items():
        context = context_for(browser, address, scene, how)
        page = context.new_page()
        page.goto(scene.path)
        if scene.name == "refused":
            page.locator("#go").click(force=True)  # aria-disabled: it answers with the reason
        page.wait_for_timeout(settle_ms)
        for theme in themes:
            dress(page, theme)
            path = folder / f"{scene.name}-{size}-{theme}.png"
            page.screenshot(path=path, full_page=scene.name.startswith(long_pages))
            made.append(path)
        context.close()
    return made


def sheet(browser: Browser, scenes: list[str]) -> Path:
    """One page with all pictures, and that page as a picture."""
    rows = "".join(
        f"<h2>{html.escape(name)}</h2><div>"
        + "".join(
            f'<a href="{name}-{size}-{theme}.png"><img class="{size}" src="{name}-{size}-{theme}.png" alt=""></a>'
            for size in sizes
            for theme in themes
        )
        + "</div>"
        for name in scenes
    )
    style = (
        "body{font:14px sans-serif;margin:16px;background:#888}h2{margin:12px 0 4px}div{display:flex;gap:8px}"
        "img{height:420px;object-fit:cover;object-position:top}img.phone{width:194px}img.desktop{width:672px}"
    )
    index = folder / "index.html"
    index.write_text(f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{style}</style>{rows}")
    page = browser.new_page(viewport={"width": 1800, "height": 900})
    page.goto(index.as_uri())
    page.wait_for_load_state("networkidle")
    page.screenshot(path=folder / "sheet.png", full_page=True)
    page.close()
    return index


def main(names: list[str]) -> int:
    folder.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        prepared(Path(place)) as scenes,
        serving(Path(place), DEV="1") as address,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=chromium(), args=list(chromium_flags))
        company = Company(address)
        there = reachable(address, scenes)
        for scene in there:
            if names and not scene.name.startswith(tuple(names)):
                continue
            if scene.table:
                company.sit_down(scene.table)
            pictures(browser, address, scene)
            print(scene.name, flush=True)
        print(sheet(browser, [s.name for s in there if (folder / f"{s.name}-phone-light.png").exists()]))
        company.close()
        browser.close()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    sys.exit(main(sys.argv[1:]))
