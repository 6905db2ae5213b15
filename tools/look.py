"""`python -m tools.look [NAME...]`: what axe and the layout say of screens, by hand. Quick, for mending."""

import os
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.axe import violations
from tools.layout import faults
from tools.scenes import Browsing, Company, context_for, dress, prepared, reachable, themes
from tools.serving import chromium, chromium_flags, serving

sizes = ((1440, 900), (390, 844), (320, 640), (844, 390), (1024, 768), (720, 450))


def main(names: list[str]) -> int:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with prepared(folder) as scenes, serving(folder, DEV="1") as address, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium(), args=list(chromium_flags))
            company = Company(address)
            found: dict[str, list[str]] = defaultdict(list)
            for scene in reachable(address, scenes):
                if names and not any(scene.name.startswith(name) for name in names):
                    continue
                if scene.table:
                    company.sit_down(scene.table)
                for width, height in sizes:
                    how = Browsing(width, height, themes[0], touch=width < 1000)
                    context = context_for(browser, address, scene, how)
                    page = context.new_page()
                    page.goto(scene.path)
                    page.wait_for_timeout(250)
                    for line in faults(page):
                        found[f"{scene.name} {line}"].append(f"{width}x{height}")
                    if (width, height) in sizes[:2]:
                        for theme in themes:
                            dress(page, theme)
                            for line in violations(page, None if theme == "light" else "color-contrast"):
                                found[f"{scene.name} {line}"].append(f"{width}x{height} {theme}")
                    context.close()
            company.close()
            browser.close()
    for line, where in found.items():
        print(line, "|", ", ".join(where))
    return 1 if found else 0


if __name__ == "__main__":
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    sys.exit(main(sys.argv[1:]))
