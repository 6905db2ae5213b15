"""What the next advance of the avalanche means to one reader: the margin in words, and the numbers of its bar, which
static/js/avalanche/danger.js draws.

The numbers are those of `games/avalanche/forecast.py`; here they get words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import forecasts, least_safe_speed, margin
from app.games.avalanche.views import Forecast, Margin, PrivateView, PublicView
from app.web.games.avalanche.mountain.layout import layout_of
from app.web.games.avalanche.pieces.board import at_the_start
from app.web.games.avalanche.words.voice import Cast, RaceVoice


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


MANY = (_("no"), _("one"), _("two"), _("three"), _("four"))
"""How many may jump, in a sentence."""

cells_at_most = 14


@dataclass(frozen=True, slots=True)
class Danger:
    """`state`: calm, watch or danger, of the reader's skier in the most of it; `spoken`: said once when it begins.
    `bar`: see there; `own`: (skier, bank) of each of the reader's. `reach`: the last bank covered if nobody else
    jumps, for one card played, two, one with a jump, two with a jump; `jumpers`: as in `Margin`.
    """

    state: str
    heading: str
    spoken: str
    bar: tuple[int, int, int]
    own: tuple[tuple[int, int], ...]
    reach: tuple[int, ...]
    jumpers: int


def danger(private: PrivateView, skiers: Sequence[int], cast: Cast) -> Danger | None:
    """For these skiers of the seat, those still racing. None where there is nothing to say: before the race, outside
    step 1, without a skier.
    """
    view = private.public
    if view.phase is not Phase.SELECT or at_the_start(view) or not skiers:
        return None
    stands = {skier: there for skier in skiers if (there := margin(view, skier, view.skiers[skier].at))}
    skier, worst = min(stands.items(), key=lambda item: item[1].safe)
    looks = forecasts(private)
    banks = {skier: there.bank for skier, there in stands.items()}
    return Danger(
        "danger" if worst.caught() else "calm" if worst.fatal is None else "watch",
        heading(worst, skier, looks, view, cast),
        spoken(worst, skier, view, cast),
        bar(worst, tuple(banks.values()), farthest(view, looks), view),
        tuple(banks.items()),
        reaches(view, skier),
        worst.jumpers,
    )


def heading(worst: Margin, skier: int, looks: Sequence[Forecast], view: PublicView, cast: Cast) -> str:
    voice = cast.voice
    _ = voice.say
    hat = cast.hat_name(skier)
    if not worst.caught():
        return calm(worst, hat, cast)
    mine = [look for look in looks if look.skier == skier]
    if all(lost(view, look, jump=False) for look in mine):
        jumps = any(look.jump is None and not lost(view, look, jump=True) for look in mine)
        if cast.doubled:
            only_jump = _("Nothing saves %(hat)s but a jump", hat=hat)
            return only_jump if jumps else _("Nothing saves %(hat)s but luck", hat=hat)
        return _("Nothing saves you but a jump") if jumps else _("Nothing saves you but luck")
    return (
        _("The avalanche reaches %(hat)s next", hat=hat)
        if cast.doubled
        else _("The avalanche reaches you next")
    )


def lost(view: PublicView, look: Forecast, *, jump: bool) -> bool:
    """Whether the avalanche covers where this play leads, even if nobody else jumps."""
    there = landing(view, look, jump=jump)
    return there is not None and there.caught()


def landing(view: PublicView, look: Forecast, *, jump: bool) -> Margin | None:
    """The margin where a play leads; None over the line."""
    end = look.jump_free if jump else look.ski_free
    if end is None:
        return None
    return margin(view, look.skier, end, cards=len(look.cards), jump=jump)


def calm(worst: Margin, hat: str, cast: Cast) -> str:
    _ = cast.voice.say
    if worst.fatal is None:
        if cast.doubled:
            return _("%(hat)s is safe by %(n)s", hat=hat, n=worst.safe)
        return cast.voice.count("Safe by %(n)s where you stand", "Safe by %(n)s where you stand", worst.safe)
    many = many_of(worst.fatal, cast.voice)
    if cast.doubled:
        if worst.fatal == 1:
            return _("%(hat)s is safe by 1, caught if anyone jumps", hat=hat)
        return _("%(hat)s is safe by %(n)s, caught if %(many)s jump", hat=hat, n=worst.safe, many=many)
    if worst.fatal == 1:
        return _("Safe by 1 here, caught if anyone jumps")
    return _("Safe by %(n)s here, caught if %(many)s jump", n=worst.safe, many=many)


def spoken(worst: Margin, skier: int, view: PublicView, cast: Cast) -> str:
    _ = cast.voice.say
    if not worst.caught() or cast.doubled:
        return ""
    card = layout_of(view.deck_hash, view.mountain).card_at(view.skiers[skier].at)
    speed = least_safe_speed(view, skier)
    if speed is None:
        return _("The avalanche reaches you next. You are on card %(card)s.", card=card)
    if cast.solo:
        return _(
            "The avalanche reaches you next. You are on card %(card)s; speed %(speed)s or more is safe.",
            card=card, speed=speed,
        )  # fmt: skip
    return _(
        "The avalanche reaches you next. You are on card %(card)s; speed %(speed)s or more is safe if nobody jumps.",
        card=card, speed=speed,
    )  # fmt: skip


def many_of(number: int, voice: RaceVoice) -> str:
    return voice.say(MANY[number]) if number < len(MANY) else str(number)


def reaches(view: PublicView, skier: int) -> tuple[int, ...]:
    """How far the advance comes by each way to play (AV-38, AV-77)."""
    ways = [(cards, jump) for jump in (False, True) for cards in (1, 2)]
    found = [margin(view, skier, 0, cards=cards, jump=jump) for cards, jump in ways]
    return tuple([there.reach for there in found if there])


def farthest(view: PublicView, looks: Sequence[Forecast]) -> int:
    """The last snowbank any play leads to."""
    ends = [landing(view, look, jump=jump) for look in looks for jump in (False, True)]
    return max((there.bank for there in ends if there), default=0)


def bar(worst: Margin, banks: Sequence[int], far: int, view: PublicView) -> tuple[int, int, int]:
    """The first snowbank of the bar, how many have a cell, how many more there would be."""
    first = view.avalanche_at + 1
    last = len(layout_of(view.deck_hash, view.mountain).banks)
    wanted = min(last, max(worst.reach + worst.jumpers, far, *banks) + 1) - first + 1
    shown = min(wanted, cells_at_most)
    return first, shown, wanted - shown


def safeties(jumpers: int, voice: RaceVoice) -> list[str]:
    """The margin of a landing as a sentence, by the snowbanks between it and the next advance: none at all, as few as
    the others' jumps can take, and more: there "#" stands for their number, and again for what is left if all jump.
    """
    _ = voice.say
    found = [_("The avalanche catches you there.")]
    if not jumpers:
        return [*found, _("Safe by 1 snowbank."), _("Safe by # snowbanks.")]
    for safe in range(1, jumpers + 1):
        if safe == 1:
            found.append(_("Safe by 1 snowbank, caught if anyone jumps."))
        else:
            many = many_of(safe, voice)
            found.append(_("Safe by %(n)s snowbanks, caught if %(many)s jump.", n=safe, many=many))
    if jumpers == 1:
        return [*found, _("Safe by # snowbanks, by # if anyone jumps.")]
    return [*found, _("Safe by # snowbanks, by # if %(many)s jump.", many=many_of(jumpers, voice))]


def safety(there: Margin, voice: RaceVoice) -> str:
    """The margin of a landing as the hand says it, with its numbers: "Safe by 3 snowbanks, by 1 if two jump."."""
    found = safeties(there.jumpers, voice)
    sentence = found[min(max(0, there.safe), len(found) - 1)]
    return sentence.replace("#", str(there.safe), 1).replace("#", str(there.safe - there.jumpers), 1)
