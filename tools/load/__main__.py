"""Floors and the product under load, side by side.

    make load                                  15 minutes at most
    QUICK=1 make load                          3 minutes at most, smaller
    python -m tools.load "product, SQLite"     only these systems; nothing is written into the document

Everything is on 127.0.0.1. Prints one table and writes it into docs/performance.md.
"""

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import uvloop

from tools.cluster import cluster
from tools.load import cost
from tools.load.report import tables, written
from tools.load.runs import Measured, Plan, measure, warm_up
from tools.load.systems import floors, products, running
from tools.serving import root

thinking = (3.0, 7.0)
whole = (
    Plan("Flat out", 20, 12),
    Plan("Paced", 50, 20, thinking, 10),
    Plan("Paced, a crowd", 200, 20, thinking, 12),
)
quick = (Plan("Flat out", 8, 5), Plan("Paced", 16, 8, thinking, 6))
bounds_s = {True: 180.0, False: 900.0}


async def main(wanted: Sequence[str]) -> None:
    is_quick = os.environ.get("QUICK", "") not in ("", "0")
    plans, ends_at = quick if is_quick else whole, time.monotonic() + bounds_s[is_quick]
    cores, measured = cost.cores(), []
    cost.pin([0], cores.driver)
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        async with cluster(folder_in(place, "postgres")) as postgres:
            for name in wanted or (*floors, *products):
                async with running(name, folder_in(place, name), postgres, cores) as system:
                    await warm_up(system, 0)
                    first = 1
                    for plan in plans:
                        if time.monotonic() + plan.bound_s > ends_at:
                            print(f"No time left for {name}, {plan.name}.")
                            continue
                        found = await measure(system, plan, first)
                        first += plan.tables
                        measured.append(found)
                        print(
                            f"{plan.name}, {name}: {found.cpu_ms_a_round:.2f} ms a round, {found.errors} errors"
                        )
    text = report(measured, cores)
    print(f"\n{text}")
    if not wanted and not is_quick:
        written(text, root / "docs" / "performance.md")
    if any(found.unlogged or found.untold for found in measured):
        sys.exit("Something that was accepted is missing.")


def folder_in(place: Path, name: str) -> Path:
    """Where another user, as Postgres runs under, may go through."""
    place.chmod(0o755)
    folder = place / name.replace(", ", "-").replace(" ", "-")
    folder.mkdir()
    return folder


def report(measured: Sequence[Measured], cores: cost.Cores) -> str:
    apart = (
        "servers and database on one core, the driver on another" if cores.are_apart else "all on one core"
    )
    when = datetime.now(UTC).date()
    return f"{cost.machine()}; {apart}; {when}.\n\n{tables(measured)}"


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1:]))
