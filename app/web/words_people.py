"""Refusals about people at a table, in words."""

from collections.abc import Callable


def sentences(_: Callable[[str], str]) -> dict[str, str]:
    """By reason; `%(name)s` and the like are filled in by `refusals.sentence`."""
    return {
        "no_such_clock": _("There is no such clock."),
        "still_paused": _("The host has paused. In %(minutes)s min anyone can go on."),
        "removed": _("The host has taken you off this table. Open your own."),
        "closed_to_newcomers": _("The host has closed this table to newcomers."),
        "listing_off": _("This server lists no tables. Share the link instead."),
        "seat_dropped": _("You left this race for good. Join the next one."),
        "silenced": _("The host has switched off your chat."),
        "text_empty": _("Nothing to send yet."),
        "text_long": _("That is too long: %(most)s characters at most."),
        "no_such_reaction": _("There is no such reaction."),
        "too_fast": _("A little slower, please. Try again in %(seconds)s s."),
        "too_many_codes": _("Too many wrong codes. Try again in %(seconds)s s."),
        "no_spectators": _("The race has started, and this table is private. Open your own."),
    }
