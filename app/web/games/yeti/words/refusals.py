"""The rules' refusals in words. Kind, exact, and with what to do instead."""

from collections.abc import Mapping
from typing import Any

from app.web.games.yeti.words import names
from app.web.voice import TablePeople


def refusal(reason: str, params: Mapping[str, Any], people: TablePeople) -> str | None:
    """The sentence for a refusal of this game; None for a reason it does not know."""
    _ = people.voice.say
    seat = params.get("seat")
    who = (
        people.names[seat] if isinstance(seat, int) and 0 <= seat < len(people.names) else _("Somebody else")
    )
    kind = params.get("kind")
    tile = params.get("tile")
    texts = {
        "no_kind": _("Pick a kind first. It did not snow, so something must stay."),
        "nothing_picked": _("Pick a kind first."),
        "two_kinds": _("One kind at a time. The Double pack would let you keep two."),
        "kind_not_there": _(
            "There is no %(kind)s in this throw.", kind=_(names.KIND_NAMES.get(str(kind), "Footprint"))
        ),
        "not_your_turn": _("%(name)s is rolling. Your turn comes.", name=who),
        "wrong_phase": _("That throw is over. Look at the new one."),
        "too_dear": _(
            "You have %(coins)s coins; this costs %(cost)s.",
            coins=params.get("coins", 0), cost=params.get("cost", 0),
        ),
        "gone": _("%(tile)s is yours already.", tile=_(names.TILE_NAMES.get(str(tile), "Old yak"))),
        "too_high": _("Your Sherpas do not carry you that far."),
        "rope": _("The rope cannot be both a Sherpa and a tent."),
        "second_look": _("That costs 2 points: look whether you have them, and a die like that."),
        "cannot_keep": _("Only kinds of this throw can be kept."),
        "cannot_mend": _("That cannot be used now."),
        "cannot_turn": _("Snow can be turned to one of the four kinds, or left."),
        "cannot_spend": _("That does not go together. Look at the coins, the Sherpas and the rope."),
        "over": _("This game is over."),
        "malformed": _("We could not read that. Reload the page and try again."),
        "bad_form": _("We could not read that. Reload the page and try again."),
    }  # fmt: skip
    return texts.get(reason)
