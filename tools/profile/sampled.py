"""The server, looked at from inside: `python -m tools.profile.sampled` serves as `python -m app serve` does, and while
it is told to (SIGUSR1 begins, SIGUSR2 ends and writes) notes at every few milliseconds of processor time what it is at.

What is noted are the processor's ticks, not the clock's: waiting costs nothing. Work of the writer's thread is seen as
the event loop's.
"""

import json
import os
import runpy
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

every_s = 0.001
"""Asked for; the kernel's own tick may be longer, then there are fewer samples of the same shares."""
root = Path(__file__).resolve().parents[2]
into = "PROFILE_INTO"


def cause_of(file: str) -> str:
    """Whose code it is: a part of the application, a package, our templates, or Python's own library."""
    path = Path(file)
    if path.suffix == ".html":
        return "templates"
    if path.is_relative_to(root / "app"):
        return "/".join(path.relative_to(root).with_suffix("").parts[:3])
    parts = path.parts
    if "site-packages" in parts:
        return parts[parts.index("site-packages") + 1].removesuffix(".py")
    name = path.parent.name if path.parent.name in ("asyncio", "json", "logging", "sqlite3") else path.stem
    return f"Python: {name}"


class Samples:
    """`at`: code that ran, by whose it is; `asked`: the innermost part of the application that wanted it;
    `functions`: what ran; `within`: functions of ours with all they called.
    """

    def __init__(self) -> None:
        self.at: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()
        self.within: Counter[str] = Counter()

    def note(self, _number: int, frame: FrameType | None) -> None:
        if frame is None:
            return
        code = frame.f_code
        self.at[cause_of(code.co_filename)] += 1
        self.functions[f"{Path(code.co_filename).name}:{code.co_name}"] += 1
        asking: FrameType | None = frame
        first, names = "(no part of the application)", set()
        while asking is not None:
            cause = cause_of(asking.f_code.co_filename)
            if cause.startswith("app/") or cause == "templates":
                first = cause if first.startswith("(") else first
                names.add(f"{cause} {Path(asking.f_code.co_filename).stem}.{asking.f_code.co_name}")
            asking = asking.f_back
        self.asked[first] += 1
        self.within.update(names)

    def begin(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, every_s, every_s)

    def end(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        place = Path(os.environ[into])
        fresh = place.with_suffix(".new")
        kinds = {"at": self.at, "asked": self.asked, "functions": self.functions, "within": self.within}
        fresh.write_text(json.dumps(kinds))
        fresh.rename(place)


def main() -> None:
    samples = Samples()
    signal.signal(signal.SIGPROF, samples.note)
    signal.signal(signal.SIGUSR1, samples.begin)
    signal.signal(signal.SIGUSR2, samples.end)
    sys.argv = ["app", "serve"]
    runpy.run_module("app", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
