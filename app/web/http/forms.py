"""Reading what was posted: a form with its token, or JSON from a client of the API."""

import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from app.tables.errors import Refusal
from app.web.http.request_user import RequestUser, tokens_of

charset = re.compile(r"charset", re.IGNORECASE)
utf8 = re.compile(r";?\s*(?:boundary=[^;]*;\s*)?charset=\"?utf-8\"?\s*(?:;\s*boundary=[^;]*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Posted:
    """`fields`: all values by name, as sent. `json`: the object of a JSON body, None for a form."""

    fields: Mapping[str, list[str]]
    json: dict[str, Any] | None

    def text(self, name: str, default: str = "") -> str:
        """The last value of a field; null is none."""
        if self.json is not None:
            value = self.json.get(name)
            return value if isinstance(value, str) else default if value is None else json.dumps(value)
        values = self.fields.get(name)
        return values[-1] if values else default

    def number(self, name: str) -> int:
        """A whole number of at most nine digits; refuses anything else by the field's name."""
        raw = self.text(name).strip()
        if not raw.isascii() or not raw.isdigit() or len(raw) > 9:
            raise Refusal("bad_field", field=name)
        return int(raw)

    def figure(self) -> int:
        """Which of a seat's figures, the first where the form names none. Pages of the version before say `skier`."""
        name = "figure" if self.text("figure") else "skier"
        return self.number(name) if self.text(name) else 0

    def yes(self, name: str) -> bool:
        return self.text(name) in ("yes", "on", "true", "1")


async def posted(request: Request, visitor: RequestUser) -> Posted:
    """Raises Refusal `bad_form` for what cannot be read and `form_token` for a form that is not this visitor's;
    `no_cookie` from a browser that keeps none.
    """
    kind, _, told = request.headers.get("content-type", "").partition(";")
    kind = kind.strip()
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
    if charset.search(told) and not utf8.fullmatch(told):
        raise Refusal(
            "bad_form"
        )  # punycode takes the square of a text's length, others give half surrogate pairs
    form = await request.form(max_files=0, max_fields=200)
    fields: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            fields.setdefault(name, []).append(value)
    given = fields.get("token", [""])[-1].encode()
    brought = tokens_of(request)
    if not any(hmac.compare_digest(given, own.encode()) for own in (visitor.csrf, *brought.earlier)):
        raise Refusal("no_cookie" if brought.fresh else "form_token")
    return Posted(fields, None)
