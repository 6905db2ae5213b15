"""Plain dicts by type hints: what goes out comes back, and nothing else comes in."""

from dataclasses import dataclass
from enum import StrEnum

import pytest

from app.games.kernel.shapes import Misshapen, Tagged, plain, reader


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Leaf:
    name: str
    flag: bool = True


@dataclass(frozen=True, slots=True)
class Tree:
    leaves: tuple[Leaf, ...]
    colour: Colour
    size: int | None
    pair: tuple[int, tuple[str, ...]]


TREE = Tree((Leaf("a"), Leaf("b", False)), Colour.RED, None, (3, ("x",)))
PLAIN = {
    "leaves": [{"name": "a", "flag": True}, {"name": "b", "flag": False}],
    "colour": "red",
    "size": None,
    "pair": [3, ["x"]],
}


def test_there_and_back():
    assert plain(TREE) == PLAIN
    assert reader(Tree)(PLAIN, "tree") == TREE


def test_what_has_a_default_may_be_missing_and_unknown_keys_are_passed_over():
    assert reader(Leaf)({"name": "a", "more": object()}, "leaf") == Leaf("a", True)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"size": True}, "tree.size"),
        ({"size": 1.0}, "tree.size"),
        ({"size": 1 << 50}, "tree.size"),
        ({"colour": "blue"}, "tree.colour"),
        ({"colour": ["red"]}, "tree.colour"),
        ({"leaves": "ab"}, "tree.leaves"),
        ({"leaves": [{"name": 1}]}, "tree.leaves[0].name"),
        ({"leaves": [{}]}, "tree.leaves[0].name"),
        ({"leaves": [{"name": "x" * 200}]}, "tree.leaves[0].name"),
        ({"leaves": [{"name": "a", "flag": 1}]}, "tree.leaves[0].flag"),
        ({"leaves": [{"name": "a"}] * 1000}, "tree.leaves"),
        ({"pair": [3]}, "tree.pair"),
        ({"pair": [3, [None]]}, "tree.pair[1][0]"),
    ],
)
def test_another_shape_is_refused_with_its_path(change: dict, path: str):
    with pytest.raises(Misshapen) as refused:
        reader(Tree)({**PLAIN, **change}, "tree")
    assert str(refused.value).startswith(path + ":")


@pytest.mark.parametrize("raw", [None, 3, [], {}, {"type": "tree"}, {"type": ["leaf"]}, {"type": "leaf"}])
def test_a_family_knows_its_own_by_their_tag(raw: object):
    family = Tagged({"leaf": Leaf})
    assert family.decode(family.encode(Leaf("a"))) == Leaf("a")
    with pytest.raises(Misshapen):
        family.decode(raw)
