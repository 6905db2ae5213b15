"""What was posted, read as fields."""

import pytest

from app.tables.errors import Refusal
from app.web.http.forms import Posted


def test_null_is_no_value() -> None:
    """Else every choice of a program that says `"key": null` would have the one key "null"."""
    sent = Posted({}, {"key": None, "decision": None, "ready": False, "seat": 2})
    assert (sent.text("key"), sent.text("level", "low"), sent.text("seat")) == ("", "low", "2")
    assert not sent.yes("ready")
    with pytest.raises(Refusal):
        sent.number("decision")
