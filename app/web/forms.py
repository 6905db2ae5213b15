"""Reading what was posted: a form with its token, or JSON from a client of the API."""

import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from app.tables.errors import Refusal
from app.web.visitor import Visitor


@dataclass(frozen=True, slots=True)
class Posted:
    """`fields`: all values by name, as sent. `json`: the object of a JSON body, None for a form."""

    fields: Mapping[str, list[str]]
    json: dict[str, Any] | None

    def text(self, name: str, default: str = "") -> str:
        """The last value of a field."""
        if self.json is not None:
            value = self.json.get(name, default)
            return value if isinstance(value, str) else json.dumps(value)
        values = self.fields.get(name)
        return values[-1] if values else default

    def number(self, name: str) -> int:
        """A whole number of at most nine digits; refuses anything else by the field's name."""
        raw = self.text(name).strip()
        if not raw.isascii() or not raw.isdigit() or len(raw) > 9:
            raise Refusal("bad_field", field=name)
        return int(raw)

    def yes(self, name: str) -> bool:
        return self.text(name) in ("yes", "on", "true", "1")


async def posted(request: Request, visitor: Visitor) -> Posted:
    """Raises Refusal `bad_form` for what cannot be read and `form_token` for a form that is not this visitor's."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind == "application/json":
        try:
            body = json.loads(await request.body())
            json.dumps(
                body, ensure_ascii=False
            ).encode()  # half a surrogate pair is no text: nobody could be told it
        except (ValueError, RecursionError):
            raise Refusal("bad_form") from None
        if not isinstance(body, dict):
            raise Refusal("bad_form")
        return Posted({}, body)
    if kind not in ("application/x-www-form-urlencoded", "multipart/form-data"):
        raise Refusal("bad_form")
    form = await request.form(max_files=0, max_fields=200)
    fields: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            fields.setdefault(name, []).append(value)
    if not hmac.compare_digest(fields.get("token", [""])[-1].encode(), visitor.csrf.encode()):
        raise Refusal("form_token")
    return Posted(fields, None)
