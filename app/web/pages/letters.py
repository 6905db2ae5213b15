"""The words of notices: mails as plain text, and the two lines of a push. Nothing of the game is in them, no card and
no score; a table's link is, because it is what they are for.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from babel.dates import format_date

from app.notices.model import TurnNotice
from app.players.addresses import Letter
from app.web.front.game import GameFront
from app.web.templating import gettext_of

rule = "-- "


def until(at: int, language: str) -> str:
    """A time in words, in UTC: a mailbox has no time zone we could know. `at`: epoch ms."""
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return f"{format_date(moment, 'full', locale=language)}, {moment:%H:%M} UTC"


class Letters:
    """Implements the words that `app.players.addresses` and `app.notices` need. `fronts`: of all games."""

    def __init__(self, fronts: Mapping[str, GameFront]) -> None:
        self._fronts = fronts

    def question(self, language: str, to: str, link: str) -> Letter:
        _ = gettext_of(language)
        text = [
            _("Somebody wants to be told at this address when it is their move at Yeti Mountain."),
            _("Was it you? Then open this page and say yes; the link holds for two days:"),
            link,
            _("If it was not you, do nothing: no more mail will come."),
        ]
        return Letter(to, _("Mails when it is your move?"), "\n\n".join(text) + "\n")

    def letter(self, language: str, to: str, calls: Sequence[tuple[TurnNotice, str]], stop: str) -> Letter:
        _ = gettext_of(language)
        subject = _("Your move at several tables")
        if len(calls) == 1:
            title = self._fronts[calls[0][0].game].words.poster(language).title
            subject = _("Your move in %(game)s") % {"game": title}
        parts = [self._table(language, call, link) for call, link in calls]
        foot = [rule, _("You asked for a mail when it is your move. To stop them, with one click:"), stop]
        return Letter(to, subject, "\n\n".join(parts) + "\n\n" + "\n".join(foot) + "\n", stop)

    def push(self, language: str, call: TurnNotice) -> tuple[str, str]:
        return gettext_of(language)("Your move"), self._at(language, call)

    def _at(self, language: str, call: TurnNotice) -> str:
        _ = gettext_of(language)
        if not call.host:
            return _("A table waits for you.")
        return _("%(host)s's table waits for you.") % {"host": call.host}

    def _table(self, language: str, call: TurnNotice, link: str) -> str:
        _ = gettext_of(language)
        lines = [self._at(language, call)]
        if call.deadline_at is not None:
            lines.append(_("Time until %(when)s.") % {"when": until(call.deadline_at, language)})
        return "\n".join([*lines, link])
