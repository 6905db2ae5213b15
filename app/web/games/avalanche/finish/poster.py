"""The end of a race as regions. Private: `finish` (own line, why, ribbon, picture) and `rematch`. Shared, by name:
`podium` (the result as a hidden list), `buriedlist`, `numbers` and `after`. All are empty while the race goes on.

The race is given whole (`race`); without its events there is no reason, no ribbon and no number, and the rest stands.
Not here: the words (`finish_words.py`, `finish_why.py`), the shared result (`finish_podium.py`, `finish_numbers.py`),
and where figures stand (`finish_scene.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.avalanche.course import RaceRound, rounds_of
from app.games.avalanche.tally import Highlight, signs
from app.games.avalanche.views import PublicView, SkierState
from app.tables.model import EventsOf, Status, Table
from app.web.games.avalanche.finish import scene as scenes
from app.web.games.avalanche.finish.podium import FinishPodium, PodiumPlace, over, podium
from app.web.games.avalanche.finish.scene import Fallen, Scene, Stander
from app.web.games.avalanche.finish.why import why
from app.web.games.avalanche.finish.wording import SIGNS, OwnLine, kicker, own_line
from app.web.games.avalanche.words.voice import Cast, RaceVoice

sizes = ((18, "longer"), (14, "long"))
"""Letters of a line of the poster; a longer one is set smaller, so that it stays one line."""
icons = {
    Highlight.SKI: "ski",
    Highlight.JUMP: "rocket",
    Highlight.CRASH: "crash",
    Highlight.HIT: "paw",
    Highlight.NEAR: "snow",
    Highlight.FINISH: "flag",
    Highlight.BURIED: "heli",
}


@dataclass(frozen=True, slots=True)
class FinishTile:
    """One round of the ribbon. `when`: round and, with several, heat, in words; `word`: what happened. `heat`: what is
    written over the first round of each of several heats, "" elsewhere.
    """

    sign: str
    icon: str
    number: int
    when: str
    word: str
    heat: str = ""


@dataclass(frozen=True, slots=True)
class Finish:
    """`outcome`: "" while the race goes on. `size`: class of the own line's size. `says`: the whole result, spoken.
    `share`: address of the page that shares it, "" for who only looks on. `names`: in `why`.
    """

    outcome: str
    kicker: str = ""
    first: str = ""
    second: str = ""
    size: str = ""
    why: str = ""
    ribbon: tuple[FinishTile, ...] = ()
    says: str = ""
    share: str = ""
    scene: Scene | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class After:
    """Ways on. `race`: address of the replay, "" without one."""

    race: str
    rounds: str


kept_races = 64
_rounds: dict[int, tuple[Sequence[EventsOf], tuple[RaceRound, ...]]] = {}
"""Of races that are over and shown, by the very sequence of their events: every reader's poster asks."""


def rounds_in(race: Sequence[EventsOf], view: PublicView) -> tuple[RaceRound, ...]:
    """Rounds of a race that is over; () while it goes on, or if its beginning is not there."""
    if not over(view) or not race:
        return ()
    kept = _rounds.get(id(race))
    if kept is not None and kept[0] is race:
        return kept[1]
    events = [event for part in race for event in part.events]
    rounds = rounds_of(events, view.players, view.options, view.deck_hash)
    _rounds[id(race)] = (race, rounds)
    while len(_rounds) > kept_races:
        del _rounds[next(iter(_rounds))]
    return rounds


def finish(
    table: Table, view: PublicView, seat: int | None, cast: Cast, rounds: Sequence[RaceRound]
) -> Finish:
    """`seat`: the reader's, None = looks on."""
    if not over(view):
        return Finish("")
    line = own_line(view, seat, cast, rounds)
    result = podium(view, cast, rounds)
    reason = why(rounds, seat, cast)
    return Finish(
        outcome=line.outcome,
        kicker=kicker(view, seat, len(rounds) or view.round, cast),
        first=line.first,
        second=line.second,
        size=size_of(line),
        why=reason,
        ribbon=ribbon(rounds, seat, cast.voice),
        says=spoken(line, reason, result, seat, cast),
        share=f"/t/{table.code}/share" if seat is not None and rounds else "",
        scene=scene(view, line, result, seat, cast),
        names=cast.names,
    )


def ribbon(rounds: Sequence[RaceRound], seat: int | None, voice: RaceVoice) -> tuple[FinishTile, ...]:
    if seat is None:
        return ()
    _ = voice.say
    heats = bool(rounds) and rounds[-1].heat > 1
    told = signs(rounds, seat)
    first = {one.heat: one for one in reversed(told)} if heats else {}
    return tuple(
        FinishTile(
            one.sign.value, icons[one.sign], one.round,
            _("Heat %(heat)s, round %(round)s", heat=one.heat, round=one.round)
            if heats
            else _("Round %(round)s", round=one.round),
            voice.say(SIGNS[one.sign]),
            _("Heat %(heat)s", heat=one.heat) if first.get(one.heat) is one else "",
        )
        for one in told
    )  # fmt: skip


def size_of(line: OwnLine) -> str:
    """Class of the size in which both lines of the poster are set."""
    letters = max(len(line.first), len(line.second))
    return next((name for most, name in sizes if letters > most), "")


def called(one: PodiumPlace, seat: int | None, cast: Cast) -> str:
    """A skier's name, or "You"; with two skiers each by the hat."""
    _ = cast.voice.say
    if seat is None or one.seat != seat:
        return one.name
    if cast.doubled and one.hat in cast.hats:
        return _("You, %(hat)s", hat=cast.hat_name(cast.hats.index(one.hat)))
    return _("You")


def spoken(line: OwnLine, reason: str, result: FinishPodium, seat: int | None, cast: Cast) -> str:
    _ = cast.voice.say
    places = [
        _("%(place)s %(name)s, %(how)s", place=one.place, name=called(one, seat, cast), how=one.how)
        for one in result.places
    ]
    buried = [
        _("%(name)s: buried, %(how)s", name=called(one, seat, cast), how=one.how) for one in result.buried
    ]
    end = "" if line.second.endswith(".") else "."
    parts = [f"{line.first} {line.second}{end}", reason]
    parts += [f"{'; '.join(some)}." for some in (places, buried) if some]
    return " ".join(part for part in parts if part)


def short_name(one: PodiumPlace, seat: int | None, cast: Cast) -> str:
    """The player's name alone: whose hat it is one sees in the picture."""
    _ = cast.voice.say
    if one.seat is None:
        return one.name
    return _("You") if one.seat == seat else cast.names[one.seat]


def standers(result: FinishPodium, seat: int | None, cast: Cast) -> list[Stander]:
    """Who stands, first first, as the reader calls them."""
    return [
        Stander(
            one.rank, one.place, short_name(one, seat, cast), one.how, one.hat,
            me=seat is not None and one.seat == seat,
        )
        for one in result.places
    ]  # fmt: skip


def fallen(result: FinishPodium, seat: int | None, cast: Cast) -> list[Fallen]:
    _ = cast.voice.say
    return [
        Fallen(
            short_name(one, seat, cast), _("buried, %(how)s", how=one.how), one.hat or 0,
            me=seat is not None and one.seat == seat,
        )
        for one in result.buried
    ]  # fmt: skip


def scene(view: PublicView, line: OwnLine, result: FinishPodium, seat: int | None, cast: Cast) -> Scene:
    _ = cast.voice.say
    up, down = standers(result, seat, cast), fallen(result, seat, cast)
    mine = [one for one in down if one.me]
    if line.outcome == "buried" and mine:
        return scenes.rescued(mine[0].hat, up, [one for one in down if not one.me])
    if cast.solo and view.skiers[0].state is not SkierState.BURIED:
        hat = cast.hats[0]
        if view.winners:
            return scenes.solo_won(hat, up[0], up[1])
        return scenes.solo_lost(hat, up[0], up[1])
    if not view.winners:
        ranks = [cast.voice.place(2), cast.voice.place(3)]
        return scenes.nobody(down, cast.voice.place(1), _("The yeti"), _("nobody"), ranks)
    return scenes.podium(up, down)


def after(table: Table, view: PublicView, rounds: Sequence[RaceRound], voice: RaceVoice) -> After:
    if not over(view) or table.status is not Status.OVER:
        return After("", "")
    count = len(rounds) or view.round
    return After(
        f"/r/{table.id}",
        voice.count("%(n)s round, every hand open", "%(n)s rounds, every hand open", count),
    )
