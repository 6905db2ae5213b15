"""Why something was refused to a person.

Refusal        nothing has changed; `reason` is a code, `params` what a sentence about it needs
├── BadName    name_empty, name_long, name_unfit, name_bot
├── BadText    text_empty, text_long
└── Limited    too often; see `limits.py`

Tables have refusals of their own under the same root (`app/tables/errors.py`).
"""

from typing import Any


class Refusal(Exception):
    """`reason`: a code in snake_case. `params`: plain values a sentence about it needs. The message is the
    reason alone.
    """

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.params = params


class BadName(Refusal):
    """`params["most"]` = graphemes a name may have (name_long)."""


class BadText(Refusal):
    """`params["most"]` = graphemes a text may have (text_long)."""
