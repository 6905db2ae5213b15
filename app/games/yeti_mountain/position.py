"""Positions and choices of the interchange format, written. Not here: reading them (`placement.py`).

A position lays the stacks open, so it is for scenarios and for games that are over.
"""

from app.games.kernel.contract import Json
from app.games.yeti_mountain import actions as a
from app.games.yeti_mountain.state import AVALANCHE, YETI, ClimbState, SpotCard

GAME = "yeti_mountain"


def position_of(s: ClimbState) -> Json:
    position: Json = {
        "game": GAME,
        "players": s.players,
        "options": list(s.options),
        "round": s.round,
        "first": s.first,
        "turn": s.turn,
        "left": s.left,
        "phase": s.phase.value,
        "cards": [card_of(spot, s.cards[spot]) for spot in sorted(s.cards)],
        "climbers": [
            {"at": list(at), "objects": list(carried)} for at, carried in zip(s.at, s.carried, strict=True)
        ],
        "asked": list(s.asked),
        "aimed": None if s.aimed is None else list(s.aimed),
        "found": s.found,
        "offer": None
        if s.offer is None
        else {"to": s.offer.to, "give": list(s.offer.give), "take": list(s.offer.take)},
        "slopes": s.slopes,
        "yetis": list(s.yetis),
        "pouch": list(s.pouch),
        "rolls": list(s.rolls),
        "removed": s.removed,
    }
    if s.winners is not None:
        position |= {"winners": list(s.winners), "reason": s.reason}
    return position


def card_of(spot: tuple[int, int], card: SpotCard) -> Json:
    entry: Json = {"at": list(spot), "kind": card.kind}
    if card.kind == YETI:
        entry |= {"yeti": card.yeti, "objects": list(card.objects), "friends": list(card.friends)}
    elif card.kind != AVALANCHE:
        entry |= {"searched": card.searched, "objects": list(card.objects)}
    return entry


def encode_choice(seat: int, action: a.ClimbAction) -> Json:
    """One object: `player` and one more key."""
    choice: Json
    match action:
        case a.LayCard():
            choice = {"lay": list(action.at)}
        case a.StepTo():
            choice = {"move": list(action.at)}
        case a.SearchCard():
            choice = {"search": True}
        case a.GiveYeti():
            choice = {"give": {"to": list(action.to), "object": action.item}}
        case a.SwapYeti():
            choice = {"swap": {"give": action.give, "take": action.take}}
        case a.PickUp():
            choice = {"pick": action.item}
        case a.OfferTrade():
            choice = {"offer": {"to": action.to, "give": list(action.give), "take": list(action.take)}}
        case a.EndTurn():
            choice = {"end": True}
        case a.PlaceAvalanche():
            choice = {"place": None if action.at is None else list(action.at)}
        case a.DropItem():
            choice = {"drop": action.item}
        case a.AnswerOffer():
            choice = {"answer": action.yes}
    return {"player": seat, **choice}
