"""Why a race ended as it did, in one sentence for one reader: the causes of `app.games.avalanche.verdict` in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.avalanche import causes as c
from app.games.avalanche.course import RaceRound
from app.games.avalanche.verdict import causes
from app.web.games.avalanche.finish.wording import some, word
from app.web.games.avalanche.words.voice import Cast

longest_why = 130
"""Letters. A sentence with long names gives way to the next one that fits."""


def why(rounds: Sequence[RaceRound], seat: int | None, cast: Cast) -> str:
    """The first cause that fits whose sentence is short enough; "" without the events of the race."""
    if not rounds:
        return ""
    tell = Reasons(rounds, seat, cast)
    sentences = (tell.sentence(cause) for cause in causes(rounds, seat))
    return next(text for text in sentences if len(text) <= longest_why)


@dataclass(frozen=True, slots=True)
class Reasons:
    """Causes in sentences, as they are told to one reader."""

    rounds: Sequence[RaceRound]
    seat: int | None
    cast: Cast

    def mine(self, skier: int) -> bool:
        return self.cast.players[skier] == self.seat

    def sentence(self, cause: c.Cause) -> str:
        _, count, cast = self.cast.voice.say, self.cast.voice.count, self.cast
        match cause:
            case c.OwnJump():
                one = _(
                    "Your jump in round %(jumped)s sped the avalanche up. "
                    "It caught you in round %(buried)s, one snowbank short."
                )
                many = _(
                    "Your jump in round %(jumped)s sped the avalanche up. "
                    "It caught you in round %(buried)s, %(n)s snowbanks short."
                )
                return some(cast.voice, cause.short, one, many, jumped=cause.jumped, buried=cause.buried)
            case c.SymbolTaken():
                return self.taken(cause)
            case c.RivalCrash():
                return self.crash(cause)
            case c.HitAtBadTime():
                return _(
                    "The yeti hit you in round %(hit)s. With damaged rockets you could not jump in round %(round)s; "
                    "%(name)s could.",
                    hit=cause.hit, round=cause.round, name=cast.skier(cause.by),
                )  # fmt: skip
            case c.AllBuried():
                return self.all_buried(cause)
            case c.BeatYeti() | c.YetiFirst() | c.NoCard():
                return self.solo(cause)
            case c.Caught():
                return _(
                    "The avalanche caught you on card %(card)s in round %(round)s, at speed %(speed)s.",
                    card=cause.card, round=cause.round, speed=cause.speed,
                ) if cause.card else _(
                    "The avalanche caught you at the start in round %(round)s, at speed %(speed)s.",
                    round=cause.round, speed=cause.speed,
                )  # fmt: skip
            case c.LastSkiing():
                return _(
                    "The avalanche caught everyone else. The last was %(name)s, in round %(round)s.",
                    name=_("you") if self.mine(cause.last) else cast.skier(cause.last), round=cause.round,
                )  # fmt: skip
            case c.HeatPoints():
                return self.points(cause)
            case c.Ahead():
                return self.ahead(cause)
        return count("The race took %(n)s round.", "The race took %(n)s rounds.", cause.rounds)

    def crash(self, cause: c.RivalCrash) -> str:
        _ = self.cast.voice.say
        if cause.second == cause.rival:
            text = (
                _(
                    "%(rival)s crashed in round %(crashed)s and was on card %(card)s when your jump took you over the "
                    "line in round %(round)s."
                )
                if cause.jumped
                else _(
                    "%(rival)s crashed in round %(crashed)s and was on card %(card)s when your %(speed)s took you over "
                    "the line in round %(round)s."
                )
            )
        elif cause.jumped:
            text = _(
                "%(rival)s crashed in round %(crashed)s, and your jump in round %(round)s took you over the line "
                "while %(second)s was still on card %(card)s."
            )
        else:
            text = _(
                "%(rival)s crashed in round %(crashed)s, and your %(speed)s in round %(round)s took you over the line "
                "while %(second)s was still on card %(card)s."
            )
        return text % {
            "rival": self.cast.skier(cause.rival), "crashed": cause.crashed, "speed": cause.speed,
            "round": cause.round, "second": self.cast.skier(cause.second), "card": cause.card,
        }  # fmt: skip

    def taken(self, cause: c.SymbolTaken) -> str:
        _ = self.cast.voice.say
        params = {
            "name": self.cast.skier(cause.by), "round": cause.round, "a_symbol": self.a_symbol(cause.symbol),
        }  # fmt: skip
        if cause.faster:
            text = _(
                "You and %(name)s both held %(a_symbol)s in round %(round)s. %(name)s was faster and jumped with it, "
                "so you only skied."
            )
        else:
            text = _(
                "You and %(name)s both held %(a_symbol)s in round %(round)s. %(name)s moved first and jumped with it, "
                "so you only skied."
            )
        return text % params

    def a_symbol(self, symbol: str) -> str:
        _ = self.cast.voice.say
        names = {
            "diamond": _("a diamond"), "square": _("a square"), "circle": _("a circle"),
            "triangle": _("a triangle"),
        }  # fmt: skip
        return names.get(symbol, symbol)

    def all_buried(self, cause: c.AllBuried) -> str:
        voice, name = self.cast.voice, self.cast.skier(cause.closest)
        _ = voice.say
        first = (
            _("You came closest: card %(card)s.", card=cause.card)
            if self.mine(cause.closest)
            else _("%(name)s came closest: card %(card)s.", name=name, card=cause.card)
        )
        one = _(
            "After %(jumps)s the avalanche ran at speed %(speed)s and caught the last one in round %(round)s."
        )
        many = _(
            "After %(jumps)s the avalanche ran at speed %(speed)s and caught the last %(n)s in round %(round)s."
        )
        jumps = voice.count("%(n)s jump", "%(n)s jumps", cause.jumps)
        second = some(voice, cause.last, one, many, jumps=jumps, speed=cause.speed, round=cause.round)
        return f"{first} {second}"

    def solo(self, cause: c.BeatYeti | c.YetiFirst | c.NoCard) -> str:
        _ = self.cast.voice.say
        if isinstance(cause, c.NoCard):
            return _(
                "The yeti hit you in round %(round)s, and you had no card left to discard.", round=cause.round
            )
        if isinstance(cause, c.YetiFirst):
            return _(
                "With speed %(speed)s in round %(round)s the yeti left the mountain. You were still on card %(card)s.",
                speed=cause.speed, round=cause.round, card=cause.card,
            )  # fmt: skip
        if cause.over is not None:
            return _(
                "In round %(round)s you jumped over card %(over)s. The yeti was still on card %(yeti)s.",
                round=cause.round, over=cause.over, yeti=cause.yeti,
            )  # fmt: skip
        return _(
            "In round %(round)s your %(speed)s took you over the line. The yeti was still on card %(yeti)s.",
            round=cause.round, speed=cause.speed, yeti=cause.yeti,
        )  # fmt: skip

    def points(self, cause: c.HeatPoints) -> str:
        voice = self.cast.voice
        _ = voice.say
        points = voice.names([str(n) for n in cause.points])
        if cause.player == self.seat:
            return _("Heat by heat you scored %(points)s.", points=points)
        return _(
            "Heat by heat %(name)s scored %(points)s.", name=self.cast.names[cause.player], points=points
        )

    def ahead(self, cause: c.Ahead) -> str:
        voice = self.cast.voice
        _ = voice.say
        rounds = word(voice, cause.of)
        if cause.rounds == cause.of:
            if cause.player == self.seat:
                return _("You were ahead after every round.")
            return _("%(name)s was ahead after every round.", name=self.cast.names[cause.player])
        if cause.player == self.seat:
            one = _("You were ahead after one of %(of)s rounds.")
            many = _("You were ahead after %(n)s of %(of)s rounds.")
            return some(voice, cause.rounds, one, many, of=rounds)
        one = _("%(name)s was ahead after one of %(of)s rounds.")
        many = _("%(name)s was ahead after %(n)s of %(of)s rounds.")
        return some(voice, cause.rounds, one, many, of=rounds, name=self.cast.names[cause.player])
