"""What the race is about, in one line and a half: shown while the camera stands back."""

from dataclasses import dataclass

from app.games.avalanche.views import PublicView
from app.web.games.avalanche.words.voice import RaceVoice


@dataclass(frozen=True, slots=True)
class Goal:
    title: str
    text: str


def goal(view: PublicView, voice: RaceVoice) -> Goal:
    """AV-18, AV-73, AV-77, AV-84."""
    _ = voice.say
    last = len(view.mountain)
    if view.players == 1:
        return Goal(
            _("Reach the bottom before the yeti."),
            _("Every card you play speeds the avalanche up. Every jump speeds it up once more."),
        )
    if "racing" in view.options:
        return Goal(
            _("Three heats, most points win."),
            _("First off card %(last)s gets 3 points, then 2, then 1.", last=last),
        )
    return Goal(_("First off card %(last)s wins.", last=last), _("Stay ahead of the avalanche and the yeti."))
