"""What is said at a table, as lines of the text view."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.tables.chat.chat import ChatMessage
from app.web.games.avalanche.words.voice import Cast, RaceVoice


@dataclass(frozen=True, slots=True)
class Saying:
    """One line of the chat. `name`: who said it; `reacts`: `text` goes on after the name, as in "Mira waves"."""

    number: int
    seat: int | None
    name: str
    text: str
    reacts: bool


@dataclass(frozen=True, slots=True)
class ReactionButton:
    """A button. `code`: as it is sent; `label`: as it is read."""

    code: str
    label: str


def reactions(voice: RaceVoice) -> tuple[ReactionButton, ...]:
    _ = voice.say
    return (
        ReactionButton("hop", _("Hop")),
        ReactionButton("phew", _("Phew")),
        ReactionButton("haha", _("Ha ha")),
        ReactionButton("sorry", _("Sorry")),
        ReactionButton("wow", _("Wow")),
        ReactionButton("snowball", _("Throw a snowball")),
    )


def sayings(lines: Sequence[ChatMessage], cast: Cast) -> tuple[Saying, ...]:
    return tuple(
        Saying(line.id, line.seat, cast.voice.called(line.name), *said(line, cast)) for line in lines
    )


def said(line: ChatMessage, cast: Cast) -> tuple[str, bool]:
    """The words of a line, and whether they go on after the name without a colon."""
    _ = cast.voice.say
    if line.kind != "reaction":
        return line.text, False
    if line.target is not None and line.target < len(cast.names):
        return _("throws a snowball at %(name)s", name=cast.names[line.target]), True
    deeds = {
        "snowball": _("throws a snowball"),
        "wave": _("waves"),
        "cheer": _("cheers"),
        "laugh": _("laughs"),
        "gasp": _("gasps"),
        "ouch": _("says ouch"),
    }
    words = {one.code: one.label for one in reactions(cast.voice)}
    return deeds.get(line.text) or words.get(line.text, line.text), line.text in deeds
