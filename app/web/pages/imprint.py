"""Who runs this server, in their words, and what is kept of the people on it."""

from dataclasses import dataclass

from app.settings import Settings
from app.web.frame import PageReader, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Imprint:
    """`imprint`, `privacy`: the operator's paragraphs; `days`: how long unfinished tables and chat are kept; `mail`,
    `push`: ways this server calls people back, if they ask for it.
    """

    imprint: tuple[str, ...]
    privacy: tuple[str, ...]
    days: int
    mail: bool
    push: bool


def paragraphs(text: str) -> tuple[str, ...]:
    """What stands between empty lines."""
    parts = text.replace("\r\n", "\n").split("\n\n")
    return tuple(part.strip() for part in parts if part.strip())


def page(settings: Settings, reader: PageReader) -> str:
    """The page at /imprint."""
    context = Imprint(
        paragraphs(settings.imprint),
        paragraphs(settings.privacy),
        settings.keep_days,
        settings.smtp_url is not None,
        settings.vapid_private_key is not None,
    )
    return whole(
        "imprint.html", gettext_of(reader.language)("Imprint and privacy"), "/imprint", context, reader
    )
