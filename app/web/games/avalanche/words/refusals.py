"""The rules' refusals in words. Kind, exact, and with what to do instead."""

from collections.abc import Mapping
from typing import Any

from app.tables.model import Table
from app.web.games.avalanche.words.voice import cast_of, voice_of


def refusal(reason: str, params: Mapping[str, Any], table: Table | None, language: str) -> str | None:
    """The sentence for a refusal of this game; None for a reason it does not know."""
    voice = voice_of(language)
    _ = voice.say
    named = dict(params)
    cast = cast_of(table, voice) if table is not None and table.seats else None
    if cast is not None:
        for key in ("player", "who", "awaited"):
            value = named.get(key)
            players = [value] if isinstance(value, int) else value
            if isinstance(players, list | tuple) and all(
                isinstance(p, int) and 0 <= p < len(cast.names) for p in players
            ):
                named["name"] = voice.names([cast.names[p] for p in players])
        if isinstance(named.get("skier"), int) and 0 <= named["skier"] < len(cast.hats):
            named["hat"] = cast.hat_name(named["skier"])
    words = {
        "no_card": _("Pick a card first."),
        "two_symbols": _("Two cards only go together if they have the same symbol."),
        "too_many_cards": _("One card, or two with the same symbol. Put one back first."),
        "card_in_both": _("That card is already with your other skier."),
        "not_your_card": _("That card is not in your hand."),
        "wrong_skier": _("Choose for each of your skiers that is still racing."),
        "too_late": _("Too late to change: everyone is in, the cards are turning."),
        "not_your_decision": _("%(name)s decides now."),
        "yeti_too_far": _("Too far: the yeti may walk %(reach)s spaces at most."),
        "yeti_turns": _("The yeti cannot turn round in the middle of a walk. Uphill or downhill, not both."),
        "yeti_not_next": _("The yeti has to walk there: choose a space that his path leads to."),
        "yeti_top": _("The yeti’s path ends there."),
        "solo_distance": _("The yeti walks exactly %(reach)s spaces. Choose only the path."),
        "wrong_discard_number": _("Discard exactly this many cards: %(owed)s."),
        "not_your_draft_turn": _("%(name)s picks first: farther uphill."),
        "card_gone": _("Somebody has taken that card. Pick another one."),
        "second_mulligan": _("Only once. This is your hand."),
        "out_of_race": _("You are buried. You can watch."),
        "wrong_choice": _("That is not the choice the table waits for now."),
        "card_order": _("We could not read that. Reload the page and try again."),
        "game_over": _("This race is over."),
        "bad_form": _("We could not read that. Reload the page and try again."),
        "malformed": _("We could not read that. Reload the page and try again."),
    }
    text = words.get(reason)
    if text is None:
        return None
    fallback = {"name": _("Somebody else"), "reach": "", "owed": ""}
    return text % {**fallback, **named} if "%(" in text else text
