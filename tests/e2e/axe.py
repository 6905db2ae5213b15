"""axe-core, the accessibility checker, run inside a page; `make node` fetches it."""

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

script = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

run = """([tags, rule]) => axe.run(document, {
  resultTypes: ["violations"], runOnly: rule ? { type: "rule", values: [rule] } : { type: "tag", values: tags },
}).then(found => found.violations.flatMap(v => v.nodes.map(n =>
  `${v.id} (${v.impact}): ${n.target.join(" ")} ${n.failureSummary.split("\\n").slice(1).join("; ").trim()}`)))"""


@cache
def source() -> str:
    """The checker itself. Without it: a loud skip; in CI a failure."""
    if not script.is_file():
        if os.environ.get("CI") == "true":
            pytest.fail("axe-core is missing: make node")
        pytest.skip("NO ACCESSIBILITY TESTS: axe-core is missing (make node; it needs npm)")
    return script.read_text()


def violations(page: Page, rule: str | None = None) -> list[str]:
    """What axe finds, one line an element; `rule`: by this rule alone.

    The content policy blocks scripts that are added to the page, not those the browser is told to run.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    found: list[Any] = page.evaluate(run, [rules, rule])
    return [str(line) for line in found]
