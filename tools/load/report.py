"""The table of a measurement, and its place in docs/performance.md."""

import math
from collections.abc import Sequence
from pathlib import Path

from tools.load.runs import Measured

begins, ends = "<!-- make load: begin -->", "<!-- make load: end -->"
head = (
    "system", "tables of 4", "CPU ms a round", "x floor", "of it database", "CPU ms a choice", "rounds a second",
    "p50 ms", "p95 ms", "KiB a page, idle / played", "opening a table, CPU ms", "driver", "others", "errors",
)  # fmt: skip


def number(value: float, digits: int = 1) -> str:
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def row(found: Measured, floor: Measured | None) -> list[str]:
    is_floor = found.system.startswith("floor")
    ratio = found.cpu_ms_a_round / floor.cpu_ms_a_round if floor and floor.rounds else float("nan")
    part = found.database_cpu_s / found.cpu_s if found.cpu_s else float("nan")
    return [
        found.system,
        f"{found.plan.tables}",
        number(found.cpu_ms_a_round, 2),
        number(ratio),
        f"{part:.0%}" if found.database_cpu_s else "-",
        number(found.cpu_ms_a_choice, 2),
        number(found.rounds / found.seconds),
        number(found.quantile_ms(0.5)),
        number(found.quantile_ms(0.95)),
        "-" if is_floor else f"{found.idle_kib:.0f} / {found.played_kib:.0f}",
        "-" if is_floor else number(found.opening_ms, 0),
        f"{found.driver_share:.0%}",
        f"{found.others_share:.0%}",
        str(found.errors),
    ]


def tables(measured: Sequence[Measured]) -> str:
    """One part a plan; ratios are to the Postgres floor of the same run, else to the one in memory."""
    parts = []
    for plan in dict.fromkeys(found.plan for found in measured):
        these = [found for found in measured if found.plan == plan]
        floors = [found for found in these if found.system.startswith("floor")]
        lines = [head, ["---"] * len(head), *(row(found, floors[-1] if floors else None) for found in these)]
        think = (
            f"thinking {plan.think_s[0]:g} to {plan.think_s[1]:g} s"
            if plan.think_s[1]
            else "no time to think"
        )
        parts.append(f"**{plan.name}**, {think}, {plan.seconds:g} s each:\n")
        parts.append("\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n")
        parts += [
            f"- {found.system}: {', '.join(f'{what} ({times})' for what, times in found.wrong.most_common(4))}"
            f"{f', {found.untold} not told' if found.untold else ''}"
            f"{f', {found.unlogged} NOT IN THE LOG' if found.unlogged else ''}"
            for found in these
            if found.errors
        ]
    return "\n".join(parts)


def written(text: str, into: Path) -> None:
    """Between the two lines of the document."""
    document = into.read_text()
    before, _, rest = document.partition(begins)
    _, mark, after = rest.partition(ends)
    if not mark:
        raise ValueError(f"{into} has no lines {begins} and {ends}")
    into.write_text(f"{before}{begins}\n{text}\n{ends}{after}")
