"""At every instant the page shows one moment: after each beat of random games its public parts are the fold of the
events told so far, and its private parts know of nothing that comes later.
"""

import pytest

from app.games.avalanche.views import SkierState
from app.web.games.avalanche.mountain.layout import layout_of
from app.web.games.avalanche.pieces.ground import Ground, around, where
from app.web.games.avalanche.pieces.roster import ranking
from app.web.games.avalanche.samples.tables import SamplePlay
from app.web.games.avalanche.story.facts import Told
from app.web.games.avalanche.words.voice import Cast, cast_of, voice_of
from tests.e2e.conftest import Players
from tests.e2e.fed import Fed, Shot, Version

pytestmark = pytest.mark.browser

some = [(3, ("racing", "drafting"), 0), (2, (), 1)]
more = [
    (players, options, seat)
    for players in (2, 3, 4, 5)
    for options in ((), ("drafting",), ("controlled_speed",), ("last_skier_wins",), ("racing",))
    for seat in (0, None)
] + [(1, options, 0) for options in ((), ("controlled_speed",))]  # fmt: skip


@pytest.mark.parametrize(
    ("players_", "options", "seat"),
    [*some, *(pytest.param(*one, marks=pytest.mark.long) for one in more)],
)
def test_every_beat_is_the_fold_of_the_events_up_to_it(
    players: Players, players_: int, options: tuple[str, ...], seat: int | None
) -> None:
    """Random games of every kind, told beat by beat."""
    fed = Fed(players.arrive(), SamplePlay(players_, options, f"one moment {players_} {options}"), seat)
    told = 0
    for version in fed.versions():
        place = (players_, options, seat, version.number)
        told += sum(not wrong_after(version, shot, count, place) for count, shot in version.shots)
        assert not any(shot["goal"] for _, shot in version.shots)
    assert told > 20


def wrong_after(version: Version, shot: Shot, count: int, place: object) -> bool:
    """Fails on the first fact that is another one; False if there was something to compare."""
    beat, now = version.beats[count - 1], version.moments[count - 1]
    about = (place, beat.kind, beat.sentence)
    silent(version, shot, count, about)
    if now is None:
        return True
    cast = cast_of(version.table, voice_of("en"))
    expected, seen = public(now, cast), shown(shot, now)
    if beat.kind == "jump" and beat.end > layout_of(now.view.deck_hash, now.view.mountain).spaces:
        # Who jumps over the line is over it; only its place is the next event.
        expected |= {f"{beat.skier} at": beat.end, f"{beat.skier} dot": beat.end}
        expected[f"{beat.skier} where"] = seen[f"{beat.skier} where"]
    assert seen == expected, (about, {k: (seen[k], expected[k]) for k in expected if seen[k] != expected[k]})
    return False


def silent(version: Version, shot: Shot, count: int, about: object) -> None:
    """Whatever is the reader's own stands as before; what is said and logged has been told."""
    before = version.before
    assert shot["private"] == before["private"], about
    assert not shot["title"].startswith("(!)"), about
    assert shot["round"] == before["round"], about
    told = " ".join(beat.sentence for beat in version.beats[:count])
    said = [*shot["said"], *shot["log"]]
    for beat in version.beats[count:]:
        if beat.sentence and beat.sentence not in told and beat.kind != "round":
            assert not any(beat.sentence in line for line in said if line not in before["log"]), (about, beat)
    shown = count - 1 if version.beats[count - 1].kind == "reveal" else count  # the list comes with the total
    for beat in version.beats[:shown]:
        if beat.sentence and beat.ms and beat.kind not in {"draw", "quicken"}:
            assert any(beat.sentence in line for line in shot["log"]), (about, beat, shot["log"])


def public(now: Told, cast: Cast) -> Shot:
    """The facts of a moment, by the fold."""
    view = now.view
    voice, places = voice_of("en"), ranking(view)
    layout = layout_of(view.deck_hash, view.mountain)
    found: Shot = {
        "yeti": view.yeti, "speed": view.avalanche_speed, "front": view.avalanche_at, "covered": view.avalanche_at,
        "next": now.reach,
    }  # fmt: skip
    ground = Ground(layout, cast)
    found["around"] = " ".join(around(view, ground, now.reach))
    for skier, s in enumerate(view.skiers):
        racing = s.state is SkierState.RACING
        bank = layout.bank_at(s.at)
        near = racing and view.avalanche_at < bank <= now.reach
        place = voice.place(places[skier]) if skier in places else ""
        found |= {
            f"{skier} at": None if s.state is SkierState.BURIED else s.at,
            f"{skier} out": {"buried": "Buried", "finished": "Finished"}.get(s.state, ""),
            f"{skier} cards": view.hand_sizes[s.player],
            f"{skier} place": place,
            f"{skier} where": where(view, ground, skier),
            f"{skier} points": view.points[s.player] if "racing" in view.options else None,
            f"{skier} reached": (near, near),
            f"{skier} dot": s.at if racing else 0,
        }
        if view.players > 1 and racing:
            found |= {f"{skier} rockets": s.rockets, f"{skier} badge": not s.rockets}
    return found


def shown(shot: Shot, now: Told) -> Shot:
    """The same facts, as the page shows them."""
    view = now.view
    found: Shot = {name: shot[name] for name in ("yeti", "speed", "front", "covered", "next", "around")}
    if shot["cam"] and view.yeti == "top":
        found["yeti"] = "top"  # he waits behind the gate
    if shot["cam"] and not view.avalanche_at:
        found["front"] = 0
    dots = dict(dot.split() for dot in shot["dots"])
    for skier, s in enumerate(view.skiers):
        one = shot["skiers"][skier]
        racing = s.state is SkierState.RACING
        found |= {
            f"{skier} at": 0 if one["at"] is not None and one["line"] > 0 and one["at"] < 1 else one["at"],
            f"{skier} out": one["state"] if one["state"] in {"Buried", "Finished"} else "",
            f"{skier} cards": one["cards"],
            f"{skier} place": one["place"] or spoken_place(one["spoken"]),
            f"{skier} where": spoken_where(one["spoken"]),
            f"{skier} points": one["points"],
            f"{skier} reached": (one["reached"], one["ring"]),
            f"{skier} dot": int(dots.get(str(skier + 1), 0)),
        }
        if view.players > 1 and racing:
            found |= {f"{skier} rockets": one["rockets"], f"{skier} badge": one["badge"]}
    return found


def spoken_place(spoken: str) -> str:
    """Where points are written in a cabin its place is only said."""
    places = {voice_of("en").place(place) for place in range(1, 6)}
    return next((part for part in spoken.split(", ") if part in places), "")


def spoken_where(spoken: str) -> str:
    """What follows the hat and the place."""
    _, hat, *rest = spoken.split(", ")
    assert hat
    return ", ".join(rest[1:] if spoken_place(spoken) else rest)
