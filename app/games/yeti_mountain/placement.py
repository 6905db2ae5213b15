"""Reading positions of the interchange format. Not here: writing them (`position.py`).

A position need not be one that play could reach, but it can be read in one way only: one card a spot, every climber on
a card, what the phase rules out is not there.
"""

from collections.abc import Mapping
from typing import Any

from app.games.kernel.interchange import BadPosition, flag, items, table, whole
from app.games.kernel.stream import Stream
from app.games.yeti_mountain.choices import spot, thing, things
from app.games.yeti_mountain.events import ClimbPhase
from app.games.yeti_mountain.kit import MAX_SEATS, MIN_SEATS, OPTIONS, Kit
from app.games.yeti_mountain.position import GAME
from app.games.yeti_mountain.state import AVALANCHE, SLOPE, YETI, ClimbState, OpenOffer, SpotCard

KEYS = (
    "game", "players", "options", "round", "first", "turn", "left", "phase", "cards", "climbers", "asked", "aimed",
    "found", "offer", "slopes", "yetis", "pouch", "rolls", "removed",
)  # fmt: skip
MORE = ("winners", "reason")
REASONS = ("summit", "nightfall")
MANY = 9_999
CARD_KEYS = {
    SLOPE: ("at", "kind", "searched", "objects"),
    YETI: ("at", "kind", "yeti", "objects", "friends"),
    AVALANCHE: ("at", "kind"),
}


def place(raw: Any, kit: Kit, seed: bytes, path: str = "start") -> ClimbState:
    """The state of a position, its decision opened as number 1; `seed` feeds the search numbers after `rolls`.

    Raises BadPosition with the path of the first thing wrong.
    """
    position = table(raw, path, KEYS, MORE)
    if position["game"] != GAME:
        raise BadPosition(f"{path}.game: {GAME!r} is expected")
    players = whole(position["players"], f"{path}.players", MIN_SEATS, MAX_SEATS)
    s = ClimbState(kit, players, _options(position["options"], f"{path}.options"), Stream(seed))
    s.round = whole(position["round"], f"{path}.round", 1, s.nightfall)
    s.first = whole(position["first"], f"{path}.first", 0, players - 1)
    s.turn = whole(position["turn"], f"{path}.turn", 0, players - 1)
    s.left = whole(position["left"], f"{path}.left", 0, kit.actions)
    s.phase = _phase(position["phase"], f"{path}.phase")
    s.removed = whole(position["removed"], f"{path}.removed", 0, MANY)
    for number, entry in enumerate(items(position["cards"], f"{path}.cards")):
        _place_card(s, entry, f"{path}.cards[{number}]")
    _place_climbers(s, position["climbers"], f"{path}.climbers")
    _place_stacks(s, position, path)
    _place_turn(s, position, path)
    _settle(s, position, path)
    return s


def _options(raw: Any, path: str) -> tuple[str, ...]:
    options = items(raw, path)
    if not all(isinstance(option, str) and option in OPTIONS for option in options):
        raise BadPosition(f"{path}: some of {', '.join(OPTIONS)} are expected")
    if len(set(options)) != len(options):
        raise BadPosition(f"{path}: no option twice")
    return tuple(sorted(options))


def _phase(raw: Any, path: str) -> ClimbPhase:
    if not isinstance(raw, str) or raw not in set(ClimbPhase):
        raise BadPosition(f"{path}: one of {', '.join(ClimbPhase)} is expected")
    return ClimbPhase(raw)


def _place_card(s: ClimbState, raw: Any, path: str) -> None:
    kind = raw.get("kind") if isinstance(raw, Mapping) else None
    if not isinstance(kind, str) or kind not in CARD_KEYS:
        raise BadPosition(f"{path}.kind: one of {', '.join(CARD_KEYS)} is expected")
    entry = table(raw, path, CARD_KEYS[kind])
    at = spot(entry["at"], f"{path}.at")
    if not 1 <= at[0] <= s.summit:
        raise BadPosition(f"{path}.at: a level from 1 to {s.summit} is expected (YM-02, YM-50)")
    if at in s.cards:
        raise BadPosition(f"{path}.at: two cards lie there")
    if kind != AVALANCHE and (at[0] in s.kit.yeti_levels) != (kind == YETI):
        raise BadPosition(f"{path}.kind: yetis lie on yeti levels, slopes on the others")
    s.cards[at] = _card(s, kind, entry, path)


def _card(s: ClimbState, kind: str, entry: Mapping[str, Any], path: str) -> SpotCard:
    if kind == AVALANCHE:
        return SpotCard(AVALANCHE)
    objects = things(entry["objects"], f"{path}.objects", s.kit)
    if kind == SLOPE:
        return SpotCard(SLOPE, searched=flag(entry["searched"], f"{path}.searched"), objects=objects)
    yeti = entry["yeti"]
    if not isinstance(yeti, str) or yeti not in s.kit.wants:
        raise BadPosition(f"{path}.yeti: a yeti of the game is expected")
    friends = [
        whole(seat, f"{path}.friends", 0, s.players - 1)
        for seat in items(entry["friends"], f"{path}.friends")
    ]
    if len(set(friends)) != len(friends):
        raise BadPosition(f"{path}.friends: nobody twice")
    return SpotCard(YETI, objects=objects, yeti=yeti, friends=tuple(friends))


def _place_climbers(s: ClimbState, raw: Any, path: str) -> None:
    climbers = items(raw, path)
    if len(climbers) != s.players:
        raise BadPosition(f"{path}: one for each of the {s.players} players is expected")
    for seat, entry in enumerate(climbers):
        where = f"{path}[{seat}]"
        climber = table(entry, where, ("at", "objects"))
        s.at[seat] = spot(climber["at"], f"{where}.at")
        card = s.cards.get(s.at[seat])
        if card is None or card.kind == AVALANCHE:
            raise BadPosition(f"{where}.at: a slope or yeti card is expected under a climber")
        s.carried[seat] = things(climber["objects"], f"{where}.objects", s.kit)


def _place_stacks(s: ClimbState, position: Mapping[str, Any], path: str) -> None:
    slopes = position["slopes"]
    if not isinstance(slopes, str) or set(slopes) - set("sa"):
        raise BadPosition(f"{path}.slopes: a text of the letters s and a is expected")
    s.slopes = slopes
    yetis = items(position["yetis"], f"{path}.yetis")
    if not all(isinstance(yeti, str) and yeti in s.kit.wants for yeti in yetis):
        raise BadPosition(f"{path}.yetis: yetis of the game are expected")
    s.yetis = tuple(yetis)
    pouch = items(position["pouch"], f"{path}.pouch")
    s.pouch = tuple([thing(item, f"{path}.pouch[{number}]", s.kit) for number, item in enumerate(pouch)])
    rolls = items(position["rolls"], f"{path}.rolls")
    s.rolls = tuple([whole(roll, f"{path}.rolls[{number}]", 1, 6) for number, roll in enumerate(rolls)])


def _place_turn(s: ClimbState, position: Mapping[str, Any], path: str) -> None:
    asked = [
        whole(seat, f"{path}.asked", 0, s.players - 1) for seat in items(position["asked"], f"{path}.asked")
    ]
    if len(set(asked)) != len(asked) or s.turn in asked:
        raise BadPosition(f"{path}.asked: different other players are expected")
    s.asked = tuple(sorted(asked))
    aimed, found, offer = position["aimed"], position["found"], position["offer"]
    s.aimed = None if aimed is None else spot(aimed, f"{path}.aimed")
    s.found = None if found is None else thing(found, f"{path}.found", s.kit)
    if offer is not None:
        bargain = table(offer, f"{path}.offer", ("to", "give", "take"))
        s.offer = OpenOffer(
            whole(bargain["to"], f"{path}.offer.to", 0, s.players - 1),
            things(bargain["give"], f"{path}.offer.give", s.kit),
            things(bargain["take"], f"{path}.offer.take", s.kit),
        )


def _settle(s: ClimbState, position: Mapping[str, Any], path: str) -> None:
    """What the phase asks for and rules out."""
    over = s.phase is ClimbPhase.OVER
    winners, reason = position.get("winners"), position.get("reason")
    if not over and (winners is not None or reason is not None):
        raise BadPosition(f"{path}.winners: only a game that is over has any")
    if (s.aimed is not None) != (s.phase is ClimbPhase.PLACE):
        raise BadPosition(f"{path}.aimed: a spot is expected in phase place, null in any other")
    if (s.found is not None) != (s.phase is ClimbPhase.DROP):
        raise BadPosition(f"{path}.found: an object is expected in phase drop, null in any other")
    if (s.offer is not None) != (s.phase is ClimbPhase.ANSWER):
        raise BadPosition(f"{path}.offer: an offer is expected in phase answer, null in any other")
    if s.offer is not None and s.offer.to not in s.asked:
        raise BadPosition(f"{path}.asked: the partner of the offer stands there already")
    for seat, carried in enumerate(s.carried):
        most = s.kit.carry + (s.phase is ClimbPhase.DROP and seat == s.turn)
        if len(carried) > most or (most > s.kit.carry and (len(carried) < most or s.found not in carried)):
            raise BadPosition(
                f"{path}.climbers[{seat}].objects: {most} at most, one more in phase drop (YM-12)"
            )
    if s.phase in (ClimbPhase.ACT, ClimbPhase.ANSWER) and not s.left:
        raise BadPosition(f"{path}.left: an action in hand is expected")
    if over:
        _settle_over(s, winners, reason, path)
    else:
        s.decision = 1


def _settle_over(s: ClimbState, winners: Any, reason: Any, path: str) -> None:
    found = [whole(seat, f"{path}.winners", 0, s.players - 1) for seat in items(winners, f"{path}.winners")]
    if not found or len(set(found)) != len(found):
        raise BadPosition(f"{path}.winners: different players are expected")
    if not isinstance(reason, str) or reason not in REASONS:
        raise BadPosition(f"{path}.reason: one of {', '.join(REASONS)} is expected")
    s.winners, s.reason = tuple(sorted(found)), reason
