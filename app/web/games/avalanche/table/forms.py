"""The table's controls as they are posted, read into actions. Whether an action is legal is the rules' business."""

import re
from collections.abc import Mapping

from app.games.kernel.contract import Json, MalformedAction

Form = Mapping[str, list[str]]
card_name = re.compile(r"[A-Za-z0-9_-]{1,16}")
node_name = re.compile(r"\d{1,2}\.\d{1,2}[ab]?|out")


def parse_action(form: Form) -> Json:
    """Fields: kind; select: card-<skier> (one or two values), jump-<skier> (yes, no); yeti: route (nodes joined by
    spaces, "" = he stays); discard, draft: card; mulligan: take (yes, no). Raises MalformedAction.
    """
    match last(form, "kind"):
        case "select":
            return select(form)
        case "take_back":
            return {"type": "take_back"}
        case "yeti":
            return {"type": "yeti", "route": route(form)}
        case "discard":
            return {"type": "discard", "cards": sorted(cards(form, "card"))}
        case "draft":
            chosen = cards(form, "card")
            return {"type": "draft", "card": chosen[-1]}
        case "mulligan":
            return {"type": "mulligan", "take": yes(form, "take")}
    raise MalformedAction("bad_form")


def last(form: Form, name: str) -> str:
    values = form.get(name) or [""]
    return values[-1]


def yes(form: Form, name: str) -> bool:
    """A switch sends "no" and, when it is on, "yes" as well."""
    return "yes" in form.get(name, [])


def cards(form: Form, name: str) -> list[str]:
    found = [value for value in form.get(name, []) if value]
    if not found:
        raise MalformedAction("no_card")
    if len(found) > 12 or not all(card_name.fullmatch(card) for card in found):
        raise MalformedAction("bad_form")
    return found


def select(form: Form) -> Json:
    """A play for each skier that has a jump switch in the form."""
    skiers = sorted(int(name[5:]) for name in form if re.fullmatch(r"jump-[0-4]", name))
    if not skiers:
        raise MalformedAction("bad_form")
    plays = [
        {"skier": s, "cards": sorted(cards(form, f"card-{s}")), "jump": yes(form, f"jump-{s}")}
        for s in skiers
    ]
    return {"type": "select", "plays": plays}


def route(form: Form) -> list[str]:
    nodes = last(form, "route").split()
    if len(nodes) > 24 or not all(node_name.fullmatch(node) for node in nodes):
        raise MalformedAction("bad_form")
    return nodes
