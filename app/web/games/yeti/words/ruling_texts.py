# ruff: noqa: E501 - a text is easier to compare and to translate whole
"""What was decided where the rules leave room for doubt, in words for players. Numbers as in docs/rules/yeti.md."""


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


TEXTS: dict[str, tuple[str, str]] = {
    "YT-01": (
        _("Fewer dice at the start"),
        _("The seats after the start player begin with a die of theirs out of play: one seat with two players, two with more."),
    ),
    "YT-03": (
        _("When nothing need be kept"),
        _("With Snow in a throw no other kind need be kept. Without it one kind must stay."),
    ),
    "YT-06": (
        _("How much is kept"),
        _("All dice of a kind stay, or none. The Double pack allows two kinds, calm air any number."),
    ),
    "YT-08": (
        _("Blizzard"),
        _("With four Snow or more the yeti runs 7, 6, 5 or 4 spaces with 2, 3, 4 or 5 players. Snow beyond three stays with the roller until the next turn."),
    ),
    "YT-09": (_("A marker ahead of the yeti"), _("It stops the yeti one space short of it.")),
    "YT-11": (
        _("Who calls the last round"),
        _("Any marker that moves forward onto or past the yeti, whatever moved it and whoever’s turn it is."),
    ),
    "YT-12": (
        _("The last round"),
        _("Everybody has the same number of turns. The call is never taken back."),
    ),
    "YT-13": (_("One purchase"), _("One photo or one piece of gear a turn, or nothing. Coins are never kept.")),
    "YT-14": (
        _("Buying from somebody"),
        _("The price is the same. The owner cannot refuse and gets the value of the piece in points."),
    ),
    "YT-15": (_("Lucky penny"), _("It is spent only where the other coins do not reach.")),
    "YT-16": (
        _("Gear bought this turn"),
        _("It works from the next step of the evaluation on: an old yak bought now climbs now."),
    ),
    "YT-18": (_("Rope and canvas"), _("One more Sherpa or one more tent, once; never both.")),
    "YT-22": (
        _("Climbing"),
        _("One, three or six Sherpas carry up to one, two or three levels. Fewer may be climbed."),
    ),
    "YT-23": (
        _("The peak"),
        _("Whoever stands there for the first time takes the top peak tile, even if tents are missing at night."),
    ),
    "YT-24": (_("Tents"), _("For each level one tent is needed. With fewer one slides down to the level they allow.")),
    "YT-25": (_("Who wins"), _("Most points, then the gear of the higher value, then the picture is shared.")),
    "YT-35": (
        _("Falling back over the yeti"),
        _("A marker that loses points and falls back over the yeti takes him along, one space behind it."),
    ),
    "YT-37": (_("Only one way"), _("What has a single legal choice is not asked.")),
    "YT-45": (_("A game without an end"), _("After round 99 it is over in any case.")),
    "YT-54": (
        _("Leavers"),
        _("A bot plays on in an empty seat, since everybody must have the same number of turns."),
    ),
}  # fmt: skip
