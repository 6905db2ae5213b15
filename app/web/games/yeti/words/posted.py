"""Posted forms as actions, and actions as the one value of a button. Not here: whether an action is legal."""

from collections.abc import Mapping, Sequence

from app.games.kernel.contract import Json, MalformedAction
from app.games.yeti.actions import DiceAction, KeepDice, MendTray, SpendTurn, TurnSnow

Posted = Mapping[str, Sequence[str]]

NOTHING = "none"


def value_of(action: DiceAction) -> str:
    """An action as the value of one button: "keep:footprint+coin", "spend:photo-3:1:0"."""
    match action:
        case KeepDice(kinds):
            return f"keep:{'+'.join(kinds) or NOTHING}"
        case MendTray(use, old, new):
            return f"mend:{use}:{old}:{new}" if old else f"mend:{use}"
        case TurnSnow(to):
            return f"turn:{to or NOTHING}"
        case SpendTurn(climb=climb, tent=tent):
            return f"spend:{purchase_of(action)}:{climb}:{int(tent)}"


def purchase_of(action: SpendTurn) -> str:
    if action.photo is not None:
        return f"photo-{action.photo}"
    return f"tile-{action.tile}" if action.tile else NOTHING


def action_of(form: Posted) -> Json:
    """A form has either one button's value in `choice`, or `kind` and the fields of that decision. Raises
    MalformedAction.
    """
    whole = _first(form, "choice")
    if whole:
        kind, *parts = whole.split(":")
        return _of_parts(kind, parts)
    kind = _first(form, "kind")
    if kind == "keep":
        kinds = list(form.get("keep", ()))
        if not kinds:  # keeping nothing has a button of its own: a stray press must not throw dice away
            raise MalformedAction("nothing_picked")
        return {"type": "keep", "kinds": kinds}
    if kind == "mend":
        use = _first(form, "mend")
        return _of_parts("mend", use.split(":"))
    if kind == "turn":
        return _of_parts("turn", [_first(form, "turn")])
    if kind == "spend":
        fields = [_first(form, "buy") or NOTHING, _first(form, "climb") or "0", _first(form, "tent") or "0"]
        return _of_parts("spend", fields)
    raise MalformedAction("bad_form")


def _of_parts(kind: str, parts: Sequence[str]) -> Json:
    match kind, list(parts):
        case "keep", [kinds]:
            return {"type": "keep", "kinds": [] if kinds == NOTHING else kinds.split("+")}
        case "mend", [use] if use:
            return {"type": "mend", "use": use, "old": None, "new": None}
        case "mend", [use, old, new]:
            return {"type": "mend", "use": use, "old": old, "new": new}
        case "turn", [face] if face:
            return {"type": "turn", "to": None if face == NOTHING else face}
        case "spend", [buy, climb, tent] if climb.isdecimal() and len(climb) < 3 and tent in ("0", "1"):
            return _spend(buy) | {"climb": int(climb), "tent": tent == "1"}
    raise MalformedAction("bad_form")


def _spend(buy: str) -> Json:
    what, _, which = buy.partition("-")
    if what == "photo" and which.isdecimal() and len(which) < 3:
        return {"type": "spend", "photo": int(which), "tile": None}
    if what == "tile" and which:
        return {"type": "spend", "photo": None, "tile": which}
    if buy == NOTHING:
        return {"type": "spend", "photo": None, "tile": None}
    raise MalformedAction("bad_form")


def _first(form: Posted, name: str) -> str:
    values = form.get(name, ())
    return values[0] if values else ""
