"""The result of a race by name: who comes first, and who is buried. Shared by all readers."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.avalanche.course import RaceRound, ground, order
from app.games.avalanche.events import Phase, SkierBuried
from app.games.avalanche.tally import yeti_to_line
from app.games.avalanche.views import PublicView, SkierState
from app.web.games.avalanche.finish.wording import points_place
from app.web.games.avalanche.words.voice import Cast, RaceVoice


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A line of the result. `hat`: None = the yeti; `seat`: None for him. `how`: "card 10", "7 points"."""

    place: str
    rank: int
    name: str
    how: str
    seat: int | None
    hat: int | None


@dataclass(frozen=True, slots=True)
class FinishPodium:
    """`buried`: lines without a place."""

    places: tuple[PodiumPlace, ...]
    buried: tuple[PodiumPlace, ...]


def over(view: PublicView) -> bool:
    return view.phase is Phase.OVER and view.winners is not None


def how(view: PublicView, skier: int, voice: RaceVoice) -> str:
    _ = voice.say
    s = view.skiers[skier]
    if s.state is SkierState.FINISHED:
        return _("over the line")
    card = ground(view).card_at[s.at]
    return _("card %(card)s", card=card) if card else _("start line")


def buried_in(rounds: Sequence[RaceRound], view: PublicView, skier: int, voice: RaceVoice) -> str:
    """When a skier was buried, or, without the events, where."""
    _ = voice.say
    found = [one.number for one in rounds if one.heat == view.heat and one.of(SkierBuried, [skier])]
    return _("round %(round)s", round=found[-1]) if found else how(view, skier, voice)


def podium(view: PublicView, cast: Cast, rounds: Sequence[RaceRound]) -> FinishPodium:
    if not over(view):
        return FinishPodium((), ())
    if "racing" in view.options:
        return FinishPodium(by_points(view, cast), ())
    voice = cast.voice
    places: list[PodiumPlace] = []
    buried: list[PodiumPlace] = []
    for skier in order(view):
        s = view.skiers[skier]
        if s.state is SkierState.BURIED:
            place = PodiumPlace(
                "", 0, cast.skier(skier), buried_in(rounds, view, skier, voice), s.player, cast.hats[skier]
            )
            buried.append(place)
        else:
            rank = len(places) + 1
            row = PodiumPlace(
                voice.place(rank),
                rank,
                cast.skier(skier),
                how(view, skier, voice),
                s.player,
                cast.hats[skier],
            )
            places.append(row)
    if cast.solo:
        places = with_yeti(view, places, voice)
    elif not view.winners:
        _ = voice.say
        places = [PodiumPlace(voice.place(1), 1, _("The yeti"), _("undefeated"), None, None)]
    return FinishPodium(tuple(places), tuple(buried))


def with_yeti(view: PublicView, places: Sequence[PodiumPlace], voice: RaceVoice) -> list[PodiumPlace]:
    """Solo the yeti races, too: first or second."""
    _ = voice.say
    card = ground(view).length - yeti_to_line(view)[0]
    if not view.winners and view.reason == "buried":
        text = _("undefeated")
    else:
        text = _("over the line") if view.yeti == "out" else _("card %(card)s", card=card)
    rank = 2 if view.winners else 1
    yeti = PodiumPlace(voice.place(rank), rank, _("The yeti"), text, None, None)
    mine = [
        PodiumPlace(voice.place(3 - rank), 3 - rank, one.name, one.how, one.seat, one.hat) for one in places
    ]
    return [*mine, yeti] if view.winners else [yeti, *mine]


def by_points(view: PublicView, cast: Cast) -> tuple[PodiumPlace, ...]:
    """Racing: equal points share a place (AV-88)."""
    found = []
    for player, points in sorted(enumerate(view.points), key=lambda item: -item[1]):
        rank = points_place(view, player)
        text = cast.voice.count("%(n)s point", "%(n)s points", points)
        hat = cast.hats[cast.players.index(player)]
        found.append(PodiumPlace(cast.voice.place(rank), rank, cast.names[player], text, player, hat))
    return tuple(found)
