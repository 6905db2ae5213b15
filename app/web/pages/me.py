"""A person's own page: continue on another device, a key for hard times, one's data. And the way in with a code."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import segno
from babel.dates import format_date

from app.players.guests import Device
from app.players.sign_in import DeviceCode
from app.web.frame import PageReader, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device of one's own. `seen`: the day, in the reader's language; `day`: the same as YYYY-MM-DD."""

    sign: str
    label: str
    seen: str
    day: str
    here: bool


def rows(devices: Sequence[Device], here: str, language: str) -> tuple[DeviceRow, ...]:
    """`here`: the sign of the browser that asks."""
    _ = gettext_of(language)
    found = []
    for device in devices:
        day = datetime.fromtimestamp(device.seen_at / 1000, UTC).date()
        shown = format_date(day, "medium", locale=language)
        found.append(
            DeviceRow(
                device.sign, device.label or _("A browser"), shown, day.isoformat(), device.sign == here
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class MePage:
    """`code` with `picture` (an SVG drawing of `link`) or `key`: just made, shown this once. `refused`: why something
    was not done, which stands beside its control, `at`: device, key or delete. `devices`: where the person is known.
    `back`: has just come back by a key, which is used up. `alone`: the new key has signed the other devices out.
    """

    name: str
    code: str = ""
    link: str = ""
    picture: str = ""
    key: str = ""
    refused: str = ""
    at: str = ""
    devices: Sequence[DeviceRow] = ()
    back: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class ContinuePage:
    """`code`: what a link brought along, or was tried; `refused`: why it was not taken. `name`: whose browser it is."""

    code: str
    name: str
    refused: str


@dataclass(frozen=True, slots=True)
class NamePage:
    """`back`: where the name leads; `offer`: a name to begin with; `refused`: why one was not taken."""

    back: str
    offer: str
    refused: str


def page(
    reader: PageReader,
    name: str,
    base_url: str,
    *,
    code: DeviceCode | None = None,
    key: str = "",
    refused: tuple[str, str] = ("", ""),
    devices: Sequence[DeviceRow] = (),
    back: bool = False,
    alone: bool = False,
) -> str:
    """`base_url`: public address without a slash at its end. `refused`: at which control, and why."""
    context = MePage(
        name, key=key, at=refused[0], refused=refused[1], devices=devices, back=back, alone=alone
    )
    if code is not None:
        link = f"{base_url}/continue?code={code.code}"
        drawing = segno.make(link, micro=False).svg_inline(
            border=2, omitsize=True, svgclass="qr", lineclass="ink"
        )
        context = replace(context, code=code.code, link=link, picture=drawing)
    _ = gettext_of(reader.language)
    return whole("me.html", _("My devices and data"), "/me", context, reader)


def first_name(reader: PageReader, back: str, offer: str, refused: str = "") -> str:
    """For somebody nobody knows yet. `back`: the page they wanted; `offer`: stands in the field."""
    _ = gettext_of(reader.language)
    return whole("name.html", _("Enter a name first"), back, NamePage(back, offer, refused), reader)


def way_in(reader: PageReader, code: str, *, name: str = "", refused: str = "") -> str:
    _ = gettext_of(reader.language)
    return whole(
        "continue.html", _("Continue here"), "/continue", ContinuePage(code[:40], name, refused), reader
    )
