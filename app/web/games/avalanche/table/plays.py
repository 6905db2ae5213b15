"""Where one play leads, in words: what the table says to a choice, and what the text view writes under it.

Both are told by the same end of the play. The text view names spaces, which the picture shows.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.games.avalanche.views import Forecast
from app.web.games.avalanche.pieces.ground import Ground


class PlayEnd(StrEnum):
    """`OFF_LAST`: jumped from the last card, which leads over the line. `NEXT_EMPTY`: the space counted is taken."""

    OFF_LAST = "off_last"
    OVER_LINE = "over_line"
    NEXT_EMPTY = "next_empty"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class PlayWords:
    """One play on one mountain. What is said of a jump is asked for only where the play could jump."""

    look: Forecast
    ground: Ground

    def end_of(self, counted: int | None, free: int | None) -> PlayEnd:
        if free is not None and free > self.ground.layout.spaces:
            return PlayEnd.OVER_LINE
        return PlayEnd.COUNTED if counted == free else PlayEnd.NEXT_EMPTY

    @property
    def jump_end(self) -> PlayEnd:
        if self.look.over is not None and self.look.over > len(self.ground.layout.cards):
            return PlayEnd.OFF_LAST
        return self.end_of(self.look.jump_to, self.look.jump_free)

    @property
    def ski_end(self) -> PlayEnd:
        return self.end_of(self.look.ski_to, self.look.ski_free)

    # ------------------------------------------------------------------ at the table
    def jump(self) -> str:
        _ = self.ground.cast.voice.say
        look, end = self.look, self.jump_end
        if end is PlayEnd.OFF_LAST:
            return _("A rocket jump off the last card, over the line.")
        if end is PlayEnd.OVER_LINE:
            return _("You rocket jump over card %(over)s and the line.", over=look.over)
        card = self.ground.layout.card_at(look.jump_free or 0)
        crash = (
            _(" Too far from your last speed: you crash, one space past the jump.")
            if look.controlled_crash
            else ""
        )
        kind = (
            _("You make a wild jump over card %(over)s", over=look.over)
            if look.wild
            else _("You rocket jump over card %(over)s", over=look.over)
        )
        if end is PlayEnd.NEXT_EMPTY:
            return _("%(jump)s to the next empty space, on card %(card)s.", jump=kind, card=card) + crash
        return _("%(jump)s and land on card %(card)s, if that space is empty.", jump=kind, card=card) + crash

    def ski(self) -> str:
        voice, look, end = self.ground.cast.voice, self.look, self.ski_end
        _ = voice.say
        if look.controlled_crash:
            return _("Too far from your last speed: you crash and ski one space.")
        why = _("Rockets damaged this round: you ski") if look.jump == "rockets_out" else _("You ski")
        if end is PlayEnd.OVER_LINE:
            return _("%(ski)s over the line, if nobody slows you down.", ski=why)
        card = self.ground.layout.card_at(look.ski_free)
        if end is PlayEnd.NEXT_EMPTY:
            return voice.count(
                "%(ski)s %(n)s space, then on to the next empty space (card %(card)s).",
                "%(ski)s %(n)s spaces, then on to the next empty space (card %(card)s).",
                look.speed, ski=why, card=card,
            )  # fmt: skip
        return voice.count(
            "%(ski)s %(n)s space to card %(card)s.",
            "%(ski)s %(n)s spaces to card %(card)s.",
            look.speed,
            ski=why,
            card=card,
        )

    # ------------------------------------------------------------------ in the text view
    def crash_note(self) -> str:
        """What comes before everything else; "" where nobody crashes by the speed before (AV-93)."""
        _ = self.ground.cast.voice.say
        crash = _("Too far from your last speed: a crash, one space only.")
        return crash if self.look.controlled_crash else ""

    def jump_note(self) -> str:
        _ = self.ground.cast.voice.say
        look, end = self.look, self.jump_end
        if end is PlayEnd.OFF_LAST:
            return _("Jump over the line.")
        kind = (
            _("Wild jump over card %(card)s", card=look.over)
            if look.wild
            else _("Jump over card %(card)s", card=look.over)
        )
        if end is PlayEnd.OVER_LINE:
            return _("%(jump)s and over the line.", jump=kind)
        place = self.ground.spot(look.jump_free or 0)
        if end is PlayEnd.NEXT_EMPTY:
            return _("%(jump)s to %(place)s, the next empty space.", jump=kind, place=place)
        return _("%(jump)s to %(place)s.", jump=kind, place=place)

    def ski_note(self) -> str:
        """Where the play could jump, it says that this is the other way."""
        _ = self.ground.cast.voice.say
        instead, place = self.look.over is not None, self.ground.spot(self.look.ski_free)
        match self.ski_end:
            case PlayEnd.OVER_LINE:
                return _("Without a jump you ski over the line.") if instead else _("Ski over the line.")
            case PlayEnd.NEXT_EMPTY:
                taken = _("Without a jump you ski to %(place)s, the next empty space.", place=place)
                return taken if instead else _("Ski to %(place)s, the next empty space.", place=place)
        plain = _("Without a jump you ski to %(place)s.", place=place)
        return plain if instead else _("Ski to %(place)s.", place=place)
