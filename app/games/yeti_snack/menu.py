"""The cards and every number of the game, read from data.json. Not here: what happens with them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any

from app.games.yeti_snack.mould import Mould, check_request, facts_of, mould_of

MIN_SEATS, MAX_SEATS = 1, 4
CALM, HUNGRY, QUICK = "calm", "hungry", "quick"
OPTIONS = (CALM, HUNGRY, QUICK)


class BadMenu(ValueError):
    """A data file that is none, or that the engine cannot express."""


@dataclass(frozen=True, slots=True)
class SnackCard:
    """Both sides of a card: a Model, and a request of the yeti's."""

    id: str
    model: Mould
    request: str


@dataclass(frozen=True, slots=True, eq=False)
class Menu:
    """Times in ms. `numbers`: everything but names and notes as canonical JSON; `hash`: its SHA-256."""

    cards: Mapping[str, SnackCard]
    sets: int
    sets_quick: int
    cards_a_set: int
    count_ms: int
    tea_ms: int
    lag_ms: int
    limit_ms: int
    most_folds: int
    solo_base_ms: int
    solo_fold_ms: int
    hunger_percent: int
    hungry_percent: int
    calm_slack: int
    numbers: str
    hash: str

    def suits(self, model: str, yeti: str) -> bool:
        """Whether the pair can be solved (YS-14)."""
        return facts_of(self.cards[model].model, self.cards[yeti].request).par is not None


def menu_of(text: str) -> Menu:
    """Raises BadMenu."""
    try:
        return _read(json.loads(text))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadMenu(f"no data file of this game: {error!r}") from None


def _read(raw: Mapping[str, Any]) -> Menu:
    cards = {
        card["id"]: SnackCard(card["id"], mould_of(card["model"]), check_request(card["yeti"]))
        for card in raw["cards"]
    }
    if len(cards) != len(raw["cards"]):
        raise BadMenu("cards: different ids are expected")
    solo = raw["solo"]
    numbers = json.dumps(
        {key: value for key, value in raw.items() if key not in ("note", "tokens", "legend")},
        sort_keys=True,
        separators=(",", ":"),
    )
    return Menu(
        cards=cards,
        sets=int(raw["sets_to_win"]),
        sets_quick=int(raw["sets_to_win_quick"]),
        cards_a_set=int(raw["cards_a_set"]),
        count_ms=int(raw["count_ms"]),
        tea_ms=int(raw["tea_ms"]),
        lag_ms=int(raw["lag_ms"]),
        limit_ms=int(raw["limit_ms"]),
        most_folds=int(raw["most_folds"]),
        solo_base_ms=int(solo["base_ms"]),
        solo_fold_ms=int(solo["fold_ms"]),
        hunger_percent=int(solo["hunger_percent"]),
        hungry_percent=int(solo["hungry_percent"]),
        calm_slack=int(solo["calm_slack"]),
        numbers=numbers,
        hash=sha256(numbers.encode()).hexdigest(),
    )


standard = menu_of((files("app.games.yeti_snack") / "data.json").read_text(encoding="utf-8"))
_known = {standard.hash: standard}


def menu_by_hash(digest: str) -> Menu:
    """Raises BadMenu for a menu that nobody has made known."""
    try:
        return _known[digest]
    except KeyError:
        raise BadMenu(f"no menu with the hash {digest[:12]}") from None
