"""What processes cost, as Linux keeps it: seconds of the processor and memory, from /proc."""

import contextlib
import os
import platform
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ticks = os.sysconf("SC_CLK_TCK")
proc = Path("/proc")


@dataclass(frozen=True, slots=True)
class Cores:
    """On which the servers with their database run, and on which we do."""

    servers: set[int]
    driver: set[int]

    @property
    def are_apart(self) -> bool:
        return not self.servers & self.driver


def cores() -> Cores:
    """The first for the servers, the last for us; one for both where there is no other."""
    allowed = sorted(os.sched_getaffinity(0))
    return Cores({allowed[0]}, {allowed[-1]})


def _stat(pid: int) -> list[str]:
    return (proc / str(pid) / "stat").read_text("latin-1").rpartition(") ")[2].split()


def family(pids: Iterable[int]) -> set[int]:
    """The processes and all that descend from them."""
    parents: dict[int, int] = {}
    for entry in proc.iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError, IndexError):
                parents[int(entry.name)] = int(_stat(int(entry.name))[1])
    found = set(pids)
    while fresh := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= fresh
    return found


def cpu_s(pids: Iterable[int]) -> float:
    """Of the processes and their children, those that have ended included."""
    total = 0
    for pid in family(pids):
        with contextlib.suppress(OSError, IndexError):
            total += sum(int(part) for part in _stat(pid)[11:15])
    return total / ticks


def resident_kib(pids: Iterable[int]) -> int:
    pages = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            pages += int((proc / str(pid) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def busy_s() -> float:
    """Of all cores together, whoever was at work."""
    total = (proc / "stat").read_text().split("\n", 1)[0].split()[1:]
    return sum(int(total[i]) for i in (0, 1, 2, 5, 6)) / ticks


def pin(pids: Iterable[int], to: set[int]) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.sched_setaffinity(pid, to)


def machine() -> str:
    """In one line: processor, cores, memory, kernel, Python."""
    lines = (proc / "cpuinfo").read_text().splitlines()
    model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "processor")
    memory = int((proc / "meminfo").read_text().split()[1]) / 1024 / 1024
    versions = f"Linux {platform.release()}, Python {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GB, {versions}"
