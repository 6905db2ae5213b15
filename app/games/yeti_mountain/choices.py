"""Choices of the interchange format, read. Not here: whether one is legal (`legal.py`)."""

from typing import Any

from app.games.kernel.interchange import BadPosition, flag, items, table, whole
from app.games.yeti_mountain import actions as a
from app.games.yeti_mountain.kit import Kit, Spot

KINDS = ("lay", "move", "search", "give", "swap", "pick", "offer", "end", "place", "drop", "answer")
FAR = 10_000


def spot(raw: Any, path: str) -> Spot:
    """A level and a column; whether anything can lie there is not asked here."""
    pair = items(raw, path)
    if len(pair) != 2:
        raise BadPosition(f"{path}: a level and a column are expected")
    return whole(pair[0], f"{path}[0]", -FAR, FAR), whole(pair[1], f"{path}[1]", -FAR, FAR)


def thing(raw: Any, path: str, kit: Kit) -> str:
    if not isinstance(raw, str) or raw not in kit.objects:
        raise BadPosition(f"{path}: an object of the game is expected")
    return raw


def things(raw: Any, path: str, kit: Kit) -> tuple[str, ...]:
    return tuple(
        sorted(thing(item, f"{path}[{number}]", kit) for number, item in enumerate(items(raw, path)))
    )


def _true(raw: Any, path: str) -> None:
    if raw is not True:
        raise BadPosition(f"{path}: true is expected")


def decode_choice(raw: Any, path: str, kit: Kit, players: int) -> tuple[int, a.ClimbAction]:
    """Player and action. Raises BadPosition unless it has the shape of a choice and names what exists."""
    choice = table(raw, path, ("player",), KINDS)
    player = whole(choice["player"], f"{path}.player", 0, players - 1)
    kinds = [kind for kind in KINDS if kind in choice]
    if len(kinds) != 1:
        raise BadPosition(f"{path}: exactly one of {', '.join(KINDS)} is expected")
    return player, _action(kinds[0], choice[kinds[0]], f"{path}.{kinds[0]}", kit, players)


def _action(kind: str, value: Any, path: str, kit: Kit, players: int) -> a.ClimbAction:
    match kind:
        case "lay":
            return a.LayCard(spot(value, path))
        case "move":
            return a.StepTo(spot(value, path))
        case "search":
            _true(value, path)
            return a.SearchCard()
        case "give":
            gift = table(value, path, ("to", "object"))
            return a.GiveYeti(spot(gift["to"], f"{path}.to"), thing(gift["object"], f"{path}.object", kit))
        case "swap":
            swap = table(value, path, ("give", "take"))
            return a.SwapYeti(
                thing(swap["give"], f"{path}.give", kit), thing(swap["take"], f"{path}.take", kit)
            )
        case "pick":
            return a.PickUp(thing(value, path, kit))
        case "offer":
            offer = table(value, path, ("to", "give", "take"))
            return a.OfferTrade(
                whole(offer["to"], f"{path}.to", 0, players - 1),
                things(offer["give"], f"{path}.give", kit),
                things(offer["take"], f"{path}.take", kit),
            )
        case "end":
            _true(value, path)
            return a.EndTurn()
        case "place":
            return a.PlaceAvalanche(None if value is None else spot(value, path))
        case "drop":
            return a.DropItem(thing(value, path, kit))
        case _:
            return a.AnswerOffer(flag(value, path))
