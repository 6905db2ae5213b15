"""Whose rules? Where there are several games, a page that asks."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.web.frame import PageReader, whole
from app.web.front.game import GameFront
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class RulesList:
    """`games`: key and title."""

    heading: str
    sentence: str
    games: tuple[tuple[str, str], ...]


def page(reader: PageReader, fronts: Mapping[str, GameFront]) -> str:
    """`fronts`: of the games that have rules pages."""
    _ = gettext_of(reader.language)
    games = tuple((key, front.words.poster(reader.language).title) for key, front in fronts.items())
    context = RulesList(_("How to play"), _("Which game?"), games)
    return whole("rules_list.html", context.heading, "/rules", context, reader)
