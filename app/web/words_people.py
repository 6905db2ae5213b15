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
        "silenced": _("The host has switched off your chat."),
        "text_empty": _("Nothing to send yet."),
        "text_long": _("That is too long: %(most)s characters at most."),
        "no_such_reaction": _("There is no such reaction."),
        "too_fast": _("A little slower, please. Try again in %(seconds)s s."),
        "too_many_codes": _("Too many wrong codes. Try again in %(seconds)s s."),
        "address_unfit": _("That does not look like a mail address."),
        "mail_down": _("The mail could not be sent just now. Try again in a few minutes."),
        "no_mail": _("This server sends no e-mail."),
        "no_push": _("This server sends no push."),
        "push_unfit": _("This browser gave an address for push that cannot be used."),
        "too_many_mails": _("We have sent enough mails for now. Try again later."),
        "wrong_code": _("That code or key is not known, or its time is over."),
        "confirm_delete": _("Tick the box first: this cannot be undone."),
        "seat_dropped": _("That seat has left the race for good."),
        "claim_pending": _("%(name)s has asked for that seat already. The host decides."),
        "seat_moved": _("The seats have changed meanwhile. Look where %(name)s sits now, and try again."),
        "no_claim": _("Nobody asks for that seat any more."),
        "seated": _("%(name)s sits somewhere else by now."),
        "no_spectators": _("The race has started, and this table is private. Open your own."),
    }
