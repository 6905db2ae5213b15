# ruff: noqa: E501 - a text is easier to compare and to translate whole
"""What the platform says of any game, as it is said of a race: the platform's text, and the race's own."""

from app.web.templating import Phrasebook


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


def count(one: str, many: str) -> tuple[str, str]:
    """Marks both forms of a text for the catalogue."""
    return one, many


counted = {
    (
        "%(n)s of %(all)s people is in. The host starts the game.",
        "%(n)s of %(all)s people are in. The host starts the game.",
    ): count(
        "%(n)s of %(all)s people is in. The host starts the race.",
        "%(n)s of %(all)s people are in. The host starts the race.",
    ),
    (
        "%(names)s wants another game.",
        "%(names)s want another game.",
    ): count(
        "%(names)s wants another race.",
        "%(names)s want another race.",
    ),
}

phrases = Phrasebook(
    {ours: own for both, said in counted.items() for ours, own in zip(both, said, strict=True)}
    | {
        "A player": _("A skier"),
        "An unofficial fan game. Texts and drawings are our own.": _(
            "An unofficial fan game. The deck is our own reconstruction; texts and drawings are our own, too."
        ),
        "The host has paused the game. In %(minutes)s min anyone can resume it.": _(
            "The host has paused the race. In %(minutes)s min anyone can resume it."
        ),
        "That seat has left the game for good.": _("That seat has left the race for good."),
        "The game has started, and this table is private. Open your own.": _(
            "The race has started, and this table is private. Open your own."
        ),
        "That choice came too late: the game has gone on. Nothing was changed.": _(
            "That round is already revealed. Your pick stayed as it was."
        ),
        "All seats are taken. Open your own table.": _("All five seats are taken. Open your own table."),
        "The game has started. Ask the host for the next one.": _(
            "The race has started. Ask the host for the next one."
        ),
        "The game has not started yet.": _("The race has not started yet."),
        "The game is not over yet.": _("The race is not over yet."),
        "Too few players. Take a seat or add a bot.": _("Somebody has to ski. Take a seat or add a bot."),
        "At most %(most)s can play here. Remove somebody from the table.": _(
            "At most %(most)s can ski here. Remove somebody from the table."
        ),
        "This game is over.": _("This race is over."),
        "Were you playing here?": _("Were you skiing here?"),
        "If somebody leaves the game": _("If somebody leaves the race"),
        "A bot finishes the game for them.": _("A bot finishes the race for them."),
        "A bot plays on": _("A bot races on"),
        "People with the link may watch; nobody sees what is hidden.": _(
            "People with the link may watch the race; nobody sees hidden cards."
        ),
        "%(by)s: if somebody leaves, a bot plays on.": _("%(by)s: if somebody leaves, a bot races on."),
        "Left the game": _("Left the race"),
        "All seats are taken.": _("All five seats are taken."),
        "There is a free seat. Take it to join the game.": _(
            "There is a free seat. Take it to join the race."
        ),
        "%(host)s starts the game.": _("%(host)s starts the race."),
        "The game was changed, so you are asked again: are you ready?": _(
            "The race was changed, so you are asked again: are you ready?"
        ),
        "Start the game": _("Start the race"),
        "It fixes all chance of this table before anybody sits down. The secret behind it is shown when the game is over.": _(
            "It fixes every shuffle of this table before anybody sits down. The secret behind it is shown when the race is over."
        ),
        "Pause the game": _("Pause the race"),
        "Resume the game": _("Resume the race"),
        "The game is paused. In %(minutes)s min anyone can resume it.": _(
            "The race is paused. In %(minutes)s min anyone can resume it."
        ),
        "Leave the game": _("Leave the race"),
        "A bot plays your seat to the end. You cannot come back into this game.": _(
            "A bot plays your seat to the end. You cannot come back into this race."
        ),
        "A bot plays on in your seat. You can come back and take it again.": _(
            "A bot races on in your seat. You can come back and take it again."
        ),
        "Watch it again from the start": _("Watch the race again"),
        "All chance follows from the seed. With the choices in the file of the whole game the same game comes out.": _(
            "Every shuffle follows from the seed. With the choices in the file of the whole game the same race comes out."
        ),
        "Before the game began everyone was shown the fingerprint of its chance. Here is the secret behind it.": _(
            "Before the first card was dealt everyone was shown the fingerprint of the shuffle. Here is the secret behind it."
        ),
        "You are invited to a game at Yeti Mountain. Play in the browser, no account needed.": _(
            "You are invited to a race down Yeti Mountain: secret cards, a shared speed limit, an avalanche behind you. Play in the browser, no account needed."
        ),
        "Come and play at Yeti Mountain": _("Come skiing: a race at Yeti Mountain"),
        "being played": _("racing"),
        "You play as": _("You ski as"),
        "Looking for players": _("Looking for skiers"),
        "No table is looking for players just now. Open one and put it on this page: a switch in its lobby does it.": _(
            "No table is looking for skiers just now. Open one and put it on this page: a switch in its lobby does it."
        ),
        "You did not win": _("The yeti won"),
        "Another game": _("Another race"),
        "You sit at no table yet.": _("You sit at no table yet. The mountain is waiting."),
        "Play again?": _("Race the yeti again?"),
        "Play again": _("Race again"),
        "Another game?": _("Another race?"),
        "The next game is being set up. You can watch that one, too.": _(
            "The next race is being set up. You can watch that one, too."
        ),
        "%(name)s has paused the game.": _("%(name)s has paused the race."),
        "The game is paused.": _("The race is paused."),
        "%(by)s pauses the game.": _("%(by)s pauses the race."),
        "%(by)s resumes the game.": _("%(by)s resumes the race."),
    }
)
