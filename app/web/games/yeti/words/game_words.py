# ruff: noqa: ARG002 - methods of a contract take what it gives them
"""What lobby, home page and lists say of Yeti: its poster, options, bots, player counts."""

from collections.abc import Mapping

from app.web.front.words import Explained, Poster
from app.web.games.yeti.words.phrases import phrases
from app.web.templating import Phrasebook, gettext_of


class YetiWords:
    """Implements `app.web.front.words.GameWords`."""

    phrases: Phrasebook = phrases

    def poster(self, language: str) -> Poster:
        _ = gettext_of(language)
        return Poster(
            title=_("Yeti, the dice game"),
            line=_(
                "Throw seven dice, keep one kind at a time. Climb the mountain, buy gear, take photos. "
                "Be the one with the most points when somebody catches up with the yeti."
            ),
            short=_("Dice, weather and a yeti who runs away: the race for the photo."),
            meta=_(
                "Throw dice, climb the stepped mountain and race after the yeti for his photo. "
                "For 2 to 5 players, free, in the browser, no account."
            ),
            seats=_("2 to 5 players"),
            minutes=_("20 to 40 minutes"),
            alone="",
            alone_line="",
            together=_("Two to five players. Send a link; bots can take the free seats."),
            hero="yeti/home/_hero.html",
            how="yeti/home/_how.html",
            picture="yeti/home/_ticket.html",
        )

    def options(self, language: str) -> Mapping[str, Explained]:
        _ = gettext_of(language)
        return {
            "weather_tiles": Explained(_("Weather"), _("A new weather each round: it helps, or it bites.")),
            "weather": Explained(_("Mixed weather"), _("Three tiles good, three bad, and they turn over.")),
            "weather_good": Explained(_("Good weather"), _("All six tiles begin on their good side.")),
            "weather_bad": Explained(_("Bad weather"), _("All six tiles begin on their bad side.")),
        }

    def bots(self, language: str) -> Mapping[str, Explained]:
        _ = gettext_of(language)
        return {
            "random": Explained(_("Tourist"), _("Takes what lies on top.")),
            "simple": Explained(_("Guide"), _("Counts what each die is worth now.")),
        }

    def variant(self, seats: int, language: str) -> str:
        _ = gettext_of(language)
        if seats < 2:
            return _("At least two are needed: bots will do.")
        return _("%(seats)s climbers, most points win.") % {"seats": seats}

    def figures(self, seats: int, language: str) -> tuple[str, ...]:
        return (gettext_of(language)("Your climber"),)


words = YetiWords()
