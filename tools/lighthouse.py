"""`make lighthouse`: the median of five runs on the home page and on a table, phone and desk, by a fixed preset.
`python -m tools.lighthouse [RUNS] [home] [table]` does less.

Prints a table for docs/performance.md, and what keeps a score below 100. Chromium is started here with the guest's
cookie in its profile and told to keep it; Lighthouse's own throttling is simulated, so that runs agree.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from playwright.sync_api import sync_playwright

from tools.prepared import PreparedTables
from tools.scenes import Scene, apart
from tools.serving import chromium, chromium_flags, database_in, free_port, root, serving

program = root / "node_modules" / ".bin" / "lighthouse"
categories = ("performance", "accessibility", "best-practices")
presets = {"phone": (), "desk": ("--preset=desktop",)}
runs = 5
tries = 3
"""Lighthouse gives a run up when the machine is too busy to paint in time."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Scores 0..100 by category; times in ms; `faults`: audits below their best, with what they say."""

    scores: dict[str, int]
    times: dict[str, float]
    faults: dict[str, str]


@contextmanager
def browsing(folder: Path, address: str, scene: Scene) -> Iterator[int]:
    """The debugging port of a Chromium that has the guest's cookie."""
    port = free_port()
    process = subprocess.Popen(
        [
            str(chromium()),
            *chromium_flags,
            "--headless=new",
            f"--remote-debugging-port={port}",
            f"--user-data-dir={folder}",
            "about:blank",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/json/version")
        if scene.guest:
            with sync_playwright() as driver:
                browser = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
                cookie = {
                    "name": "yeti",
                    "value": scene.guest.token,
                    "url": address,
                    "expires": time.time() + 3600,
                }
                browser.contexts[0].add_cookies([cookie])  # type: ignore[list-item]
        yield port
    finally:
        process.terminate()
        process.wait(20)


def wait_for(address: str) -> None:
    for _ in range(200):
        try:
            httpx.get(address)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(address)


def run(port: int, url: str, preset: tuple[str, ...]) -> dict[str, Any]:
    command = [
        str(program),
        url,
        f"--port={port}",
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(categories)}",
        "--disable-storage-reset",
        "--throttling-method=simulate",
        *preset,
    ]
    for _ in range(tries):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            report: dict[str, Any] = json.loads(done.stdout)
            if report.get("runtimeError") is None:
                return report
    raise RuntimeError(done.stderr or done.stdout[:2000])


def figures(reports: list[dict[str, Any]]) -> Figures:
    scores = {c: round(100 * median(r["categories"][c]["score"] for r in reports)) for c in categories}
    named = {"FCP": "first-contentful-paint", "LCP": "largest-contentful-paint", "TBT": "total-blocking-time"}
    times = {n: median(r["audits"][a]["numericValue"] for r in reports) for n, a in named.items()}
    times["CLS"] = median(r["audits"]["cumulative-layout-shift"]["numericValue"] for r in reports)
    faults = {
        a["id"]: f"{a['title']} {a.get('displayValue', '')}".strip()
        for a in reports[-1]["audits"].values()
        if a["score"] is not None and a["score"] < 0.9 and a["scoreDisplayMode"] != "informative"
    }
    return Figures(scores, times, faults)


def row(name: str, found: Figures) -> str:
    scores = " | ".join(str(found.scores[c]) for c in categories)
    times = " | ".join(f"{found.times[n]:.0f}" for n in ("FCP", "LCP", "TBT"))
    return f"| {name} | {scores} | {times} | {found.times['CLS']:.3f} |"


async def table_of(database_url: str) -> Scene:
    async with PreparedTables(database_url) as services:
        table = await services.play("select")
        return Scene("table", f"/t/{table.code}", table.company[0], table)


def main(arguments: list[str]) -> int:
    if not program.exists():
        print("Lighthouse is missing: make lighthouse (it needs npm).", file=sys.stderr)
        return 2
    count = next((int(word) for word in arguments if word.isdecimal()), runs)
    names = [word for word in arguments if not word.isdecimal()]
    print("| page | performance | accessibility | best practices | FCP ms | LCP ms | TBT ms | CLS |")
    print("|---|---|---|---|---|---|---|---|")
    below: list[str] = []
    with tempfile.TemporaryDirectory() as place, serving(Path(place)) as address:
        scenes = (Scene("home", "/"), apart(table_of(database_in(Path(place)))))
        for scene in scenes:
            if names and scene.name not in names:
                continue
            for preset, flags in presets.items():
                with (
                    tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
                    browsing(Path(profile), address, scene) as port,
                ):
                    found = figures([run(port, address + scene.path, flags) for _ in range(count)])
                print(row(f"{scene.name}, {preset}", found), flush=True)
                below += [f"{scene.name}, {preset}: {a}: {t}" for a, t in found.faults.items()]
    print("\nBelow their best:")
    for line in below:
        print("-", re.sub(r"\s+", " ", line))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    sys.exit(main(sys.argv[1:]))
