"""Options, bots, hats and player counts of Avalanche in words, for the lobby. What they do is up to games."""

from dataclasses import dataclass

from app.web.avalanche.words import HATS
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Words:
    """`name` and one `line` of explanation."""

    name: str
    line: str


def options(language: str) -> dict[str, Words]:
    """By the option's key, in the order the lobby shows them."""
    _ = gettext_of(language)
    return {
        "controlled_speed": Words(_("Controlled speed"), _("Stay within 2 of your last speed, or crash.")),
        "drafting": Words(_("Drafting"), _("Take new cards from an open display, last skier first.")),
        "racing": Words(_("Three-heat race"), _("3, 2 and 1 points a heat; most points win.")),
        "last_skier_wins": Words(
            _("Last skier wins"), _("If only one is left on the snow, the race is over.")
        ),
    }


def bots(language: str) -> dict[str, Words]:
    """By the bot's level, gentlest first."""
    _ = gettext_of(language)
    return {
        "snowplough": Words(_("Snowplough"), _("Takes what comes, and jumps when it can.")),
        "carver": Words(_("Carver"), _("Looks a round ahead.")),
        "black_run": Words(_("Black Run"), _("Looks farther than you would like.")),
    }


def hats(language: str) -> tuple[str, ...]:
    """Names of the five skiers by hat number."""
    return tuple(gettext_of(language)(hat) for hat in HATS)


def variant(seats: int, language: str) -> str:
    """What kind of race so many seats make (AV-61, AV-70)."""
    _ = gettext_of(language)
    if seats <= 1:
        return _("Alone, it is a race against the yeti.")
    if seats == 2:
        return _("Two players: each leads two skiers and holds eight cards.")
    return _("%(seats)s skiers, first to the bottom wins.") % {"seats": seats}
