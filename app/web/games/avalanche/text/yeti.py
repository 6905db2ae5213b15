"""The yeti's walk as a list of routes in words: how far, to where, and who would be hit."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.games.avalanche.forecast import yeti_choice
from app.games.avalanche.views import PrivateView, YetiChoice
from app.web.games.avalanche.pieces.aim import routes
from app.web.games.avalanche.pieces.ground import Ground
from app.web.games.avalanche.text.forms import Button, FieldGroup, FieldOption, Sent, TextChoice
from app.web.games.avalanche.words.choices import choice_words


@dataclass(frozen=True, slots=True)
class Walk:
    """`direction`: "down" or "up". `nodes`: those he enters. `hit`: skiers he steps on, in this order."""

    direction: str
    nodes: tuple[str, ...]
    hit: tuple[int, ...]


def yeti(view: PrivateView, ground: Ground, sent: Sent) -> TextChoice:
    _ = ground.cast.voice.say
    words = choice_words("yeti", ground.cast)
    choice = yeti_choice(view)
    found = walks(choice)
    ends = Counter((walk.direction, walk.nodes[-1]) for walk in found)
    was_sent = sent.get("route", ())
    groups = []
    if not choice.exact:
        note = _("The yeti stays where he is and hits nobody.")
        stays = not any(" ".join(walk.nodes) in was_sent for walk in found)
        groups.append(
            FieldGroup("", "route", many=False, options=(FieldOption("", words.other, note, stays),))
        )
    for direction, legend in (("down", _("Downhill")), ("up", _("Uphill"))):
        options = []
        for walk in found:
            if walk.direction == direction:
                value = " ".join(walk.nodes)
                label = told(walk, ground, lanes=ends[direction, walk.nodes[-1]] > 1)
                options.append(FieldOption(value, label, hits(walk.hit, view, ground), value in was_sent))
        if options:
            groups.append(FieldGroup(legend, "route", many=False, options=tuple(options)))
    decision, task = view.public.decision, task_of(choice, ground)
    return TextChoice("yeti", decision, words.title, task, tuple(groups), (Button(words.go),))


def walks(choice: YetiChoice) -> list[Walk]:
    """One walk for each place he can stop at and each way of hitting skiers on it, short ones first: another
    lane that changes neither leads to nothing else.
    """
    standing = dict(choice.skiers)
    found: dict[tuple[str, str, tuple[int, ...]], Walk] = {}
    for direction, nodes in routes(choice):
        hit = tuple(skier for node in nodes for skier in standing.get(node, ()))
        found.setdefault((direction, nodes[-1], tuple(sorted(hit))), Walk(direction, nodes, hit))
    return list(found.values())


def task_of(choice: YetiChoice, ground: Ground) -> str:
    count = ground.cast.voice.count
    if choice.exact:
        return count(
            "The yeti walks exactly %(n)s space downhill. You choose the path.",
            "The yeti walks exactly %(n)s spaces downhill. You choose the path.",
            choice.reach,
        )
    return count(
        "You are farthest uphill, so you move the yeti: up to %(n)s space, uphill or downhill.",
        "You are farthest uphill, so you move the yeti: up to %(n)s spaces, uphill or downhill.",
        choice.reach,
    )


def told(walk: Walk, ground: Ground, *, lanes: bool) -> str:
    """`lanes`: other walks end at the same place, so say by which lanes this one gets there."""
    voice = ground.cast.voice
    _ = voice.say
    place = ground.node(walk.nodes[-1])
    label = voice.count("%(n)s space to %(place)s", "%(n)s spaces to %(place)s", len(walk.nodes), place=place)
    by = [ground.node(node) for node in walk.nodes[:-1] if node[-1] in "ab"]
    return _("%(walk)s, by way of %(places)s", walk=label, places="; ".join(by)) if lanes and by else label


def hits(skiers: Sequence[int], view: PrivateView, ground: Ground) -> str:
    cast = ground.cast
    _ = cast.voice.say
    if not skiers:
        return _("Hits nobody.")
    if cast.solo:
        return _("Hits you: a card to discard.")
    mine = [view.public.skiers[s].player == view.seat and not cast.doubled for s in skiers]
    names = [_("you") if own else cast.skier(s) for s, own in zip(skiers, mine, strict=True)]
    return _("Hits %(names)s: no rocket jump next round.", names=cast.voice.names(names))
