"""Whole races played through the page by people quick and slow, judged from outside (`tools/witness.py`).

Whoever answers at once, late or in the middle of a story: nothing is refused, told twice or told too early, no script
fails, and after the first touch no further beat is told. How fast that is, `python -m tools.patience` measures.
"""

import pytest

from tools.patience import Plan, Report, evening, plans
from tools.scenes import apart

pytestmark = [pytest.mark.browser, pytest.mark.long]

timed = {"slow touch", "hand not usable", "not marked"}
"""Findings in milliseconds: on a machine that does other work beside it they say nothing of the page."""

heats = ("controlled_speed", "drafting", "racing")
short = (
    Plan("four, quick", answers=6),
    Plan("solo, looked at", ("medium",), 0, tricks=frozenset({"silent"}), speed=0.5, answers=3),
    Plan("two people, quick", ("quick", "quick"), 0, phone=True, answers=5),
    Plan("heats, quick", bots=2, options=heats, tricks=frozenset({"linger"}), heats=2),
)


def judged(address: str, plan: Plan) -> Report:
    """The race of this plan, nothing wrong in it but what a busy machine does."""
    report = apart(evening(address, [plan], 7))[0]
    assert [finding for finding in report.findings if finding.kind not in timed] == [], list(report.lines())
    return report


@pytest.mark.parametrize("plan", short, ids=lambda plan: plan.name)
def test_a_race_is_one_story_on_one_timeline(server: str, plan: Plan) -> None:
    """The beginning of a race of each kind; of three heats all of the first and the beginning of the second."""
    report = judged(server, plan)
    assert report.answers >= min(plan.answers, 4)
    if "silent" in plan.tricks:
        assert report.lengths, "no story was seen to its end"
    else:
        assert report.touches, "no story was touched"


@pytest.mark.long
@pytest.mark.parametrize("plan", [p for p in plans if "patient" not in p.people], ids=lambda plan: plan.name)
def test_a_whole_race_is_one_story_on_one_timeline(server: str, plan: Plan) -> None:
    """Every option and mixture, two tabs, a hidden tab, a lost line, a reload, reduced motion, a rematch."""
    judged(server, plan)
