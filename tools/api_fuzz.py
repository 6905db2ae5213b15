"""`make api-fuzz`: schemathesis against a real server, by the API's own document. Finds nothing, or says what.

    python -m tools.api_fuzz [--seconds 300] [--seed 1] [--database DATABASE_URL]

Exits 0 when nothing was found. Every check schemathesis has by default: no 5xx, answers as documented (status, type,
headers, schema), what is not of the documented form is refused, what is of that form is not, other methods are 405,
missing tokens are 401, removed things stay away.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.serving import root, serving

settings = """
[checks.not_a_server_error]
expected-statuses = ["1xx", "2xx", "3xx", "4xx", 503]
"""
"""503 is the documented "busy, try again" of a machine that has too much to do, not a bug of the server."""

phases = "examples,coverage,fuzzing,stateful"


def fuzz(
    folder: Path, *, examples: int, seconds: int | None = None, seed: int = 1, **environment: str
) -> subprocess.CompletedProcess[str]:
    """One run against a server of its own in `folder`. `examples`: requests an operation, at most. Without
    `seconds` the same requests every time.
    """
    (folder / "schemathesis.toml").write_text(settings)
    with serving(folder, LISTING="1", BOT_DELAY_MS="60000", **environment) as address:
        bounds = (
            ["--max-time", str(seconds), "--seed", str(seed)] if seconds else ["--generation-deterministic"]
        )
        return subprocess.run(
            [
                str(Path(sys.executable).with_name("schemathesis")),
                *("run", f"{address}/api/openapi.json", "--phases", phases),
                *("--max-examples", str(examples), "--no-color"),
                *("--warnings", "off", "--continue-on-failure"),
                *("--request-timeout", "20", *bounds),
            ],
            env=os.environ
            | {
                "SCHEMATHESIS_HOOKS": "tools.api_stage",
                "API_FUZZ_ADDRESS": address,
                "PYTHONPATH": str(root),
            },
            cwd=folder,  # no settings of somebody's home or folder above
            capture_output=True,
            text=True,
            check=False,
        )


def main() -> int:
    asked = argparse.ArgumentParser(description="Schemathesis against a server of its own.")
    asked.add_argument("--seconds", type=int, default=300)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--database", default="")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {"DATABASE_URL": given.database} if given.database else {}
        ended = fuzz(folder, examples=100, seconds=given.seconds, seed=given.seed, **environment)
        print(ended.stdout, ended.stderr, sep="\n")
        log = (folder / "server.log").read_text()
        bugs = [line for line in log.splitlines() if '"level": "error"' in line or "Traceback" in line]
        print(*bugs, f"{len(bugs)} bugs in the server's log", sep="\n")
    return ended.returncode or bool(bugs)


if __name__ == "__main__":
    sys.exit(main())
