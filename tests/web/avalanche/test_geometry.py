"""Where things stand on the picture: the same mountain as the rules know, in both orientations."""

import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from app.games.avalanche.deck import Card, Deck, standard
from app.games.avalanche.mountain import mountain_of
from app.games.avalanche.views import PublicView
from app.web.games.avalanche.mountain import places
from app.web.games.avalanche.mountain.geometry import Tall, Wide
from app.web.games.avalanche.mountain.layout import layout_of, nodes_of
from app.web.games.avalanche.pieces import board
from app.web.games.avalanche.samples.tables import samples
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.words.voice import cast_of, voice_of


def mountains() -> list[tuple[str, ...]]:
    """Mountains of 2 to 24 cards, as AV-105 allows them."""
    dice = random.Random(5)
    return [tuple(dice.sample(standard.ids, size)) for size in (2, 3, 7, 12, 12, 12, 24)]


@pytest.mark.parametrize("ids", mountains(), ids=len)
def test_layout_is_the_mountain_of_the_rules(ids: tuple[str, ...]) -> None:
    """Spaces, snowbanks, nodes and their joints are those the game is played on (AV-53, AV-105)."""
    layout = layout_of(standard.hash, ids)
    mountain = mountain_of(standard, tuple(standard.index[i] for i in ids))
    assert layout.spaces == mountain.spaces
    assert len(layout.banks) == mountain.banks
    assert [layout.bank_at(s) for s in range(mountain.spaces + 1)] == mountain.bank_at
    assert [layout.card_at(s) for s in range(mountain.spaces + 2)] == mountain.card_at
    assert set(layout.nodes) == {name for name in mountain.nodes if name != "top"}
    joints = {
        (mountain.name(n), mountain.name(b)) for n in mountain.nodes.values() if n for b in mountain.below(n)
    }
    assert set(layout.edges) == joints


@pytest.mark.parametrize("ids", mountains(), ids=len)
@pytest.mark.parametrize("frame_of", [Wide, Tall])
def test_everything_runs_downhill(ids: tuple[str, ...], frame_of: type[Wide] | type[Tall]) -> None:
    """Every space and every snowbank's end lies below the one before, and inside the picture."""
    layout = layout_of(standard.hash, ids)
    frame = frame_of(layout)
    axis = 1 if frame.tall else 0
    spaces = [frame.space(s)[axis] for s in range(layout.spaces + 2)]
    assert spaces == sorted(set(spaces))
    ends = [frame.bank_end(b) for b in range(len(layout.banks) + 1)]
    assert ends == sorted(set(ends))
    assert 0 <= frame.percent(ends[0]) < frame.percent(ends[-1]) <= 100
    for bank, (above, below) in enumerate(pairwise(ends), 1):
        inside = [s for s in range(1, layout.spaces + 1) if above < frame.space_u(s) < below]
        assert {layout.bank_at(s) for s in inside} == {bank}


@pytest.mark.parametrize("frame_of", [Wide, Tall])
def test_a_crossing_is_the_skiers_own_space(frame_of: type[Wide] | type[Tall]) -> None:
    """Where the paths meet, node and space are one point; elsewhere they are apart."""
    layout = layout_of(standard.hash, standard.ids[:12])
    frame = frame_of(layout)
    for name, node in layout.nodes.items():
        assert (frame.node(name) == frame.space(node.column + 1)) == node.crossing


every_fork = [("y", a, b) for a in ("y|y", "X|y", "y|X") for b in ("y|y", "X|y", "y|X", "y", "X")]


@pytest.mark.parametrize("trail", every_fork, ids=" ".join)
def test_two_lanes_never_lie_on_one_another(trail: tuple[str, ...]) -> None:
    """The lanes of a fork have places of their own, whatever a deck file can express (AV-105)."""
    deck = Deck((Card("a", "circle", 1, (3,), trail), Card("b", "circle", 2, (1, 1), ("X", "y"))))
    nodes = nodes_of(mountain_of(deck, (0, 1)), deck.cards)
    spots = [(node.column, node.side) for node in nodes.values()]
    assert len(spots) == len(set(spots))
    assert all((node.side == 0) == node.crossing for node in nodes.values())


def test_the_trail_goes_on_across_the_track() -> None:
    """After a crossing he is on the other side: he really crosses the ski track."""
    deck = Deck((Card("a", "circle", 1, (3,), ("y", "X", "y")), Card("b", "circle", 2, (2,), ("X", "y"))))
    nodes = nodes_of(mountain_of(deck, (0, 1)), deck.cards)
    assert [node.side for node in nodes.values()] == [1, 0, -1, 0, 1]


def test_every_place_a_page_names_has_coordinates() -> None:
    """Places are classes: each one in any region stands in the mountain's stylesheet."""
    for sample in samples():
        regions = screen.regions_shared(sample.table, sample.view, sample.story, sample.present, "en")
        regions |= screen.regions_private(sample.table, sample.view, "en")
        html = "".join(regions[name] for name in ("board", "pieces", "rail", "aim"))
        key = re.search(r'data-key="([^"]+)"', regions["mountain"])
        assert key
        css = places.places_css(key[1])
        named = set(
            re.findall(r"\b((?:at|line|front|next|most|mark|dot)-[a-z]?\d[\w-]*|at-n(?:top|out))\b", html)
        )
        assert named
        assert not [name for name in named if f".{name}{{" not in css], sample.name


def test_files_of_a_mountain_come_only_under_their_own_address() -> None:
    """Everything needed stands in the address; any other one gets nothing."""
    sample = next(samples())
    key = places.mountain_key(sample.view.public)  # type: ignore[union-attr]
    for name in (f"{key}.css", f"{key}.json", f"{key}-wide.html", f"{key}-tall.html"):
        file = screen.drawing_file(name)
        assert file
        assert "style=" not in file.text
        assert file.lasting
    for wrong in (
        f"{key}x.css",
        f"x{key}.css",
        f"{key}.svg",
        f"{key}-square.html",
        "a.css",
        "",
        ".css",
        "../x.css",
    ):
        assert screen.drawing_file(wrong) is None


def test_a_page_of_another_version_gets_our_drawing_but_not_to_keep() -> None:
    """A rolling upgrade: the page is from one process, its stylesheet is asked of the other."""
    sample = next(samples())
    key = places.mountain_key(sample.view.public)  # type: ignore[union-attr]
    other = key.removesuffix(places.drawn_by()) + "0123456789ab"
    for ending in (".css", ".json", "-wide.html", "-tall.html"):
        file = screen.drawing_file(other + ending)
        assert file
        assert not file.lasting
        assert file.text == (screen.drawing_file(key + ending) or file).text


def test_words_on_the_avalanche_step_aside_for_the_yeti() -> None:
    """Wherever he stands on them, on a lane above or below the ski track; nowhere else."""
    view = next(s.view for s in samples() if isinstance(s.view, PublicView))
    layout = layout_of(view.deck_hash, view.mountain)
    at = len(layout.banks) // 2
    wide = Wide(layout)
    front = wide.point(wide.bank_end(at), 0)[0]
    seen = set()
    for name in layout.nodes:
        x, y = wide.node(name)
        shift = board.plate(replace(view, avalanche_at=at, yeti=name), layout).shift
        near = front - board.plate_reach <= x <= front + board.yeti_half
        assert bool(shift) == near, name
        if near:
            aside = "low" if y < wide.point(wide.bank_end(at), 0)[1] - board.yeti_half else "high"
            assert shift == f"{aside} {places.node_class(name)}"
        seen.add(shift.split(" ")[0])
    assert {"", "low"} <= seen


def test_who_stands_where_the_yeti_stands_is_seen_beside_him() -> None:
    """On a crossing, which is a space of the skiers, too; on a lane and elsewhere pieces keep their places (AV-45)."""
    sample = next(s for s in samples() if s.name == "watching")
    view, cast = sample.view, cast_of(sample.table, voice_of("en"))
    assert isinstance(view, PublicView)
    layout = layout_of(view.deck_hash, view.mountain)
    met = 0
    for name, node in layout.nodes.items():
        drawn = board.pieces(replace(view, yeti=name), layout, cast)
        beside = {piece.skier for piece in drawn.skiers if piece.place.endswith(" shares")}
        under = {n for n, s in enumerate(view.skiers) if node.crossing and s.at == node.column + 1}
        assert beside == under
        assert drawn.yeti.endswith(" shares") == bool(under)
        met += len(under)
    assert met
