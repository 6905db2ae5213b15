"""A person's own page: continue on another device, a key for hard times, one's data. And the way in with a code."""

from dataclasses import dataclass

import segno

from app.players.returning import DeviceCode
from app.web.pages.frame import Reader, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Me:
    """`code` with `picture` (an SVG drawing of `link`) or `key`: just made, shown this once. `refused`: why something
    was not done, which stands beside its control, `at`: device, key or delete.
    """

    name: str
    code: str = ""
    link: str = ""
    picture: str = ""
    key: str = ""
    refused: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Continue:
    """`code`: what a link brought along, or was tried; `refused`: why it was not taken. `name`: whose browser it is."""

    code: str
    name: str
    refused: str


def page(
    reader: Reader,
    name: str,
    base_url: str,
    *,
    code: DeviceCode | None = None,
    key: str = "",
    refused: tuple[str, str] = ("", ""),
) -> str:
    """`base_url`: public address without a slash at its end. `refused`: at which control, and why."""
    context = Me(name, key=key, at=refused[0], refused=refused[1])
    if code is not None:
        link = f"{base_url}/continue?code={code.code}"
        drawing = segno.make(link, micro=False).svg_inline(
            border=2, omitsize=True, svgclass="qr", lineclass="ink"
        )
        context = Me(name, code.code, link, drawing, key)
    _ = gettext_of(reader.language)
    return whole("me.html", _("My devices and data"), "/me", context, reader)


def way_in(reader: Reader, code: str, *, name: str = "", refused: str = "") -> str:
    _ = gettext_of(reader.language)
    return whole("continue.html", _("Continue here"), "/continue", Continue(code[:40], name, refused), reader)
