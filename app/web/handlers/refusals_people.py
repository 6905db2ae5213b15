"""Refusals about people at a table, in words."""

from collections.abc import Callable


def sentences(_: Callable[[str], str]) -> dict[str, str]:
    """By reason; `%(name)s` and the like are filled in by `refusals.sentence`."""
    return {
        "banned": _("The people who run this server have closed it to you."),
        "registration_closed": _("This server takes no new people just now."),
        "registration_invited": _(
            "This server is for invited people. Open a friend's link, or enter a code first."
        ),
        "server_full": _("There are as many tables here as this server can bear. Try again later."),
        "undo_over": _("That cannot be undone any more. Take bots off by their seat menus."),
        "no_such_clock": _("There is no such clock."),
        "still_paused": _("The host has paused the game. In %(minutes)s min anyone can resume it."),
        "removed": _("The host has removed you from this table. Open your own."),
        "closed_to_newcomers": _("The host has closed this table to newcomers."),
        "listing_off": _("This server lists no tables. Share the link instead."),
        "silenced": _("The host has switched off your chat."),
        "text_empty": _("Nothing to send yet."),
        "text_long": _("That is too long: %(most)s characters at most."),
        "no_such_reaction": _("There is no such reaction."),
        "catch_breath": _("Catch your breath. In %(seconds)s s you can react again."),
        "own_snowball": _("A snowball is for somebody else."),
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
        "seat_dropped": _("That seat has left the game for good."),
        "claim_pending": _("%(name)s has asked for that seat already. The host decides."),
        "seat_moved": _("The seats have changed meanwhile. Look where %(name)s sits now, and try again."),
        "no_claim": _("Nobody asks for that seat any more."),
        "seated": _("%(name)s sits somewhere else by now."),
        "no_spectators": _("The game has started, and this table is private. Open your own."),
    }
