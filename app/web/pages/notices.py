"""When something is not as it should be: a refusal beside its control, or a page with the reason."""

from dataclasses import dataclass

from app.web.frame import PageReader, region, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Refused:
    """`sentence`: in the reader's language. `reason`: its code, for scripts and tests."""

    sentence: str
    reason: str


@dataclass(frozen=True, slots=True)
class Notice:
    """`back`: where to go on; `place`: what that button says; `ask_code`: offer a field for a code."""

    status: int
    heading: str
    sentence: str
    back: str
    place: str
    ask_code: bool


@dataclass(frozen=True, slots=True)
class Message:
    """Something to know that is no error. `act`: label of the one button, leading to `target`."""

    heading: str
    sentence: str
    target: str
    act: str


def refusal(sentence: str, reason: str, reader: PageReader) -> str:
    """The fragment that is swapped into `#refusal-<control>`."""
    return region("_refusal.html", Refused(sentence, reason), reader.language)


def thanks(sentence: str, reader: PageReader) -> str:
    """The same place, when all went well and nothing else on the page shows it."""
    return region("_thanks.html", Refused(sentence, "thanks"), reader.language)


def heading(status: int, language: str) -> str:
    _ = gettext_of(language)
    if status >= 500:
        return _("Something broke on our side")
    return {
        403: _("You cannot open this page"),
        404: _("There is nothing here"),
        405: _("This page cannot be opened like this"),
        429: _("Too many tries"),
    }.get(status, _("That did not work"))


def place(back: str, status: int, language: str) -> str:
    _ = gettext_of(language)
    if back.startswith("/t/"):
        return _("Reload the table") if status >= 500 else _("Back to the table")
    return _("To the start page")


def page(status: int, sentence: str, back: str, reader: PageReader) -> str:
    """An error page: `sentence` says why, `back` is a path of ours to go on from.

    404 asks for a code as well.
    """
    language = reader.language
    context = Notice(
        status=status,
        heading=heading(status, language),
        sentence=sentence,
        back=back,
        place=place(back, status, language),
        ask_code=status == 404,
    )
    return whole("error.html", context.heading, back, context, reader)


def message(heading: str, sentence: str, target: str, act: str, reader: PageReader) -> str:
    """A page that says one thing and offers one way on."""
    return whole("notice.html", heading, target, Message(heading, sentence, target, act), reader)
