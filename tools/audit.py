"""`make audit`: are holes known in any of the pinned dependencies? By pip-audit, in an environment of its own.

pip-audit passes over what its data does not know and calls that well; where the data cannot be reached, that is every
package. Here what was not looked up is no answer: 0 none known, 1 some are, 2 the data could not be reached.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

root = Path(__file__).resolve().parents[1]
home = root / ".venv" / "audit"
pinned = "pip-audit==2.10.1"


def judged(found: Sequence[dict[str, Any]]) -> tuple[int, str]:
    """The exit status and the words for pip-audit's list of dependencies."""
    holes = [
        f"{one['name']} {one['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'nothing yet'}"
        for one in found
        for hole in one.get("vulns", ())
    ]
    missed = [one["name"] for one in found if "skip_reason" in one]
    if holes:
        return 1, "\n".join(holes)
    if missed or not found:
        return 2, (
            f"NOT AUDITED: nothing could be learnt about {len(missed)} of {len(found)} packages "
            f"({', '.join(missed[:5])} ...). The advisory data (pypi.org) cannot be reached from here."
        )
    return 0, f"No hole is known in any of {len(found)} packages."


def main() -> int:
    program = home / "bin" / "pip-audit"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        subprocess.run([str(home / "bin" / "pip"), "install", "-q", pinned], check=True)
    words = ["-r", str(root / "constraints.txt"), "--no-deps", "--disable-pip", "--progress-spinner", "off"]
    run = subprocess.run([str(program), *words, "-f", "json"], capture_output=True, text=True, check=False)
    try:
        found = json.loads(run.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(run.stderr[-1000:], file=sys.stderr)
        found = []
    status, said = judged(found)
    print(said, file=sys.stderr if status else sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main())
