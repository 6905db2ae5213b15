"""What a seat may choose: one class a kind of choice. Spots are (level, column), objects and yetis go by their ids."""

from dataclasses import dataclass

from app.games.yeti_mountain.kit import Spot


@dataclass(frozen=True, slots=True)
class LayCard:
    """Names the empty spot; its level decides the stack (YM-04)."""

    at: Spot


@dataclass(frozen=True, slots=True)
class StepTo:
    at: Spot


@dataclass(frozen=True, slots=True)
class SearchCard:
    """On the card the climber stands on (YM-11)."""


@dataclass(frozen=True, slots=True)
class GiveYeti:
    """From a card beside the yeti's (YM-08)."""

    to: Spot
    item: str


@dataclass(frozen=True, slots=True)
class SwapYeti:
    """With the yeti of the climber's card (YM-14)."""

    give: str
    take: str


@dataclass(frozen=True, slots=True)
class PickUp:
    item: str


@dataclass(frozen=True, slots=True)
class OfferTrade:
    """`give`, `take`: kinds in order, a kind may stand twice (YM-20)."""

    to: int
    give: tuple[str, ...]
    take: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Gives the rest of the actions up (YM-30)."""


@dataclass(frozen=True, slots=True)
class PlaceAvalanche:
    """None throws it away (YM-05)."""

    at: Spot | None


@dataclass(frozen=True, slots=True)
class DropItem:
    item: str


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    yes: bool


type_names = {
    "lay": LayCard,
    "move": StepTo,
    "search": SearchCard,
    "give": GiveYeti,
    "swap": SwapYeti,
    "pick": PickUp,
    "offer": OfferTrade,
    "end": EndTurn,
    "place": PlaceAvalanche,
    "drop": DropItem,
    "answer": AnswerOffer,
}

ClimbAction = (
    LayCard | StepTo | SearchCard | GiveYeti | SwapYeti | PickUp | OfferTrade | EndTurn | PlaceAvalanche
    | DropItem | AnswerOffer
)  # fmt: skip
