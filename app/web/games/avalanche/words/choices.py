"""What is asked of a player, in words: titles, explanations and buttons, for the picture and for the text view.

Where the two ask in their own way (the picture shows what the text view has to say), the other words are with them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.web.games.avalanche.words.voice import Cast, RaceVoice


@dataclass(frozen=True, slots=True)
class ChoiceWords:
    """`title`: over the choice; `within`: the same in the middle of a line. `text`: why, or what to do. `go`: on its
    button; `other`: on the second one, or on the only one of a player with two skiers.
    """

    title: str = ""
    within: str = ""
    text: str = ""
    go: str = ""
    other: str = ""


no_words = ChoiceWords()


def choice_words(kind: str, cast: Cast, owed: int = 1) -> ChoiceWords:
    """`kind`: select, take_back, yeti, discard, draft, mulligan, bot, left, watch; for any other one waits. `owed`:
    cards to discard.
    """
    _ = cast.voice.say
    match kind:
        case "select":
            return ChoiceWords(
                _("Choose your speed"), _("choose your speed"), go=_("Lock in"), other=_("Lock in both")
            )
        case "take_back":
            return ChoiceWords(within=_("you are locked in"))
        case "yeti":
            return ChoiceWords(
                _("Move the yeti"), _("move the yeti"), go=_("Send the yeti"), other=_("Stay put")
            )
        case "discard":
            return discard(owed, cast)
        case "draft":
            text = _("Choose one of the open cards.")
            return ChoiceWords(_("Take a card"), _("take a card"), text, _("Take it"))
        case "mulligan":
            title = _("Keep these four cards?")
            text = _("You can swap all four, once. Then the race starts.")
            return ChoiceWords(title, _("your first hand"), text, _("Keep"), _("Swap all four"))
        case "bot":
            title, text = _("A bot sits in for you"), _("It plays until you take your seat back.")
            return ChoiceWords(title, _("a bot plays for you"), text, _("Take your seat back"))
        case "left":
            text = _("A bot plays your seat to the end.")
            return ChoiceWords(_("You have left this race"), _("you have left this race"), text)
        case "watch":
            return ChoiceWords(_("Watching"), _("you are watching"), go=_("I have a seat here"))
    return ChoiceWords(within=_("waiting"))


def discard(owed: int, cast: Cast) -> ChoiceWords:
    voice = cast.voice
    _ = voice.say
    title = voice.count("Discard %(n)s card", "Discard %(n)s cards", owed)
    within = voice.count("discard %(n)s card", "discard %(n)s cards", owed)
    text = _("The yeti hit you.") if cast.solo else _("One of your skiers has left the mountain.")
    return ChoiceWords(title, within, text, title)


def locked_in(plays: Sequence[str], voice: RaceVoice) -> str:
    """What a player has locked in, from each of its plays in words."""
    _ = voice.say
    return _("Locked in: %(what)s.", what="; ".join(plays))
