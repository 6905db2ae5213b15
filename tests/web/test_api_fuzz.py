"""The API as schemathesis sees it: everything the document says, asked of a real server."""

from pathlib import Path

from tools.api_fuzz import fuzz

examples = 3


def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    """No 5xx; status, type, headers and body as documented; what is not of the documented form is refused, what is of
    it is not; other methods are 405 and told in `Allow`; no call passes without the token it asks for. The same
    requests every time; `make api-fuzz` asks others for longer.
    """
    ended = fuzz(tmp_path, examples=examples)
    assert ended.returncode == 0, f"{ended.stdout[-20_000:]}\n{ended.stderr[-2_000:]}"
    assert "No issues found" in ended.stdout
    log = (tmp_path / "server.log").read_text()
    assert "Traceback" not in log, log[-4_000:]
