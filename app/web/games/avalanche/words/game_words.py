"""What lobby, home page and lists say of Avalanche: its poster, options, bots, player counts. What they do is up to
`app/games/avalanche`.
"""

from collections.abc import Mapping

from app.web.front.words import Explained, Poster
from app.web.games.avalanche.words.phrases import phrases
from app.web.templating import Phrasebook, gettext_of


def options(language: str) -> dict[str, Explained]:
    """By the option's key, in the order the lobby shows them."""
    _ = gettext_of(language)
    return {
        "controlled_speed": Explained(
            _("Controlled speed"), _("At most 2 more or less than your last speed, or a crash.")
        ),
        "drafting": Explained(
            _("Drafting"), _("Take new cards from an open display, the skier farthest uphill first.")
        ),
        "racing": Explained(_("Three-heat race"), _("3, 2 and 1 points a heat; most points win.")),
        "last_skier_wins": Explained(
            _("Last skier wins"), _("The last skier left on the mountain wins at once.")
        ),
    }


def bots(language: str) -> dict[str, Explained]:
    """By the bot's level, gentlest first."""
    _ = gettext_of(language)
    return {
        "snowplough": Explained(_("Snowplough"), _("Takes what comes, and jumps when it can.")),
        "carver": Explained(_("Carver"), _("Looks a round ahead.")),
        "black_run": Explained(_("Black Run"), _("Looks farther than you would like.")),
    }


def variant(seats: int, language: str) -> str:
    """What kind of race so many seats make (AV-61, AV-70)."""
    _ = gettext_of(language)
    if seats <= 1:
        return _("Alone, it is a race against the yeti.")
    if seats == 2:
        return _("Two players: each leads two skiers and holds eight cards.")
    return _("%(seats)s skiers, first to the bottom wins.") % {"seats": seats}


class AvalancheWords:
    """Implements `app.web.front.words.GameWords`."""

    phrases: Phrasebook = phrases

    def poster(self, language: str) -> Poster:
        _ = gettext_of(language)
        return Poster(
            title=_("Avalanche at Yeti Mountain"),
            line=_(
                "Pick a speed in secret. Race your friends down twelve cards of snow. "
                "Stay ahead of the avalanche and the yeti."
            ),
            short=_("Race down twelve cards of snow."),
            meta=_(
                "Pick a speed in secret and race down twelve cards of snow, ahead of the avalanche and of the yeti. "
                "Free, in the browser, no account."
            ),
            seats=_("1 to 5 players"),
            minutes=_("20 minutes"),
            alone=_("Race the yeti"),
            alone_line=_("Just you and the yeti, about five minutes. No account, starts at once."),
            together=_("Two to five players. Send a link; bots can take the free seats."),
            hero="avalanche/home/_hero.html",
            how="avalanche/home/_how.html",
            picture="avalanche/home/_ticket.html",
        )

    def options(self, language: str) -> Mapping[str, Explained]:
        return options(language)

    def bots(self, language: str) -> Mapping[str, Explained]:
        return bots(language)

    def variant(self, seats: int, language: str) -> str:
        return variant(seats, language)

    def figures(self, seats: int, language: str) -> tuple[str, ...]:
        _ = gettext_of(language)
        return (_("First skier"), _("Second skier")) if seats == 2 else (_("Your skier"),)


words = AvalancheWords()
