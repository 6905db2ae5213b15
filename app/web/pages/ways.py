"""How somebody is told that it is their move: what works on this server, what is switched on; and the pages that the
links of mails lead to, which do nothing until their one button is pressed.
"""

from dataclasses import dataclass

from app.players.addresses import PlayerAddress
from app.web.frame import PageReader, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class ChannelsPage:
    """`push_key`: what browsers subscribe with, None = this server sends no push; `pushes`: this browser is known;
    `mails`: whether this server sends mail; `address`: the person's, "" without; `sentence`: what was just done.
    """

    push_key: str | None
    pushes: bool
    mails: bool
    address: str
    confirmed: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class ChannelLink:
    """A mail's link. `action`: where its button posts to."""

    heading: str
    sentence: str
    action: str
    act: str


def page(
    reader: PageReader,
    *,
    push_key: str | None,
    pushes: bool,
    mails: bool,
    address: PlayerAddress | None,
    sentence: str = "",
) -> str:
    _ = gettext_of(reader.language)
    context = ChannelsPage(
        push_key=push_key,
        pushes=pushes,
        mails=mails,
        address="" if address is None else address.address,
        confirmed=address is not None and address.confirmed,
        sentence=sentence,
    )
    return whole("notices.html", _("Notifications"), "/notices", context, reader)


def confirm(reader: PageReader, address: str, token: str) -> str:
    _ = gettext_of(reader.language)
    sentence = _(
        "We write to %(address)s when a table waits for you and you are not there. A link in every mail ends them."
    )
    return _link(
        reader,
        ChannelLink(
            _("Mails when it is your move?"),
            sentence % {"address": address},
            f"/notices/confirm?token={token}",
            _("Yes, write to me"),
        ),
    )


def stop(reader: PageReader, address: str, token: str) -> str:
    _ = gettext_of(reader.language)
    sentence = _("We stop writing to %(address)s and forget the address.")
    return _link(
        reader,
        ChannelLink(
            _("No more mails?"),
            sentence % {"address": address},
            f"/notices/stop?token={token}",
            _("Stop the mails"),
        ),
    )


def _link(reader: PageReader, link: ChannelLink) -> str:
    return whole("notice_link.html", link.heading, "/", link, reader)
