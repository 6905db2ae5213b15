"""What a viewer may know: everything but the order of the stacks and the pouch and the dice to come (YM-26, YM-27)."""

from dataclasses import dataclass

from app.games.yeti_mountain.events import ClimbPhase
from app.games.yeti_mountain.kit import Spot
from app.games.yeti_mountain.state import ClimbState, OpenOffer, SpotCard


@dataclass(frozen=True, slots=True)
class PlacedCard:
    at: Spot
    card: SpotCard


@dataclass(frozen=True, slots=True)
class ClimbView:
    """`slopes`, `yetis`, `pouch`: how many each still holds. Per seat: `climbers`, `carried`. `winners` None until the
    game is over.
    """

    players: int
    options: tuple[str, ...]
    kit_hash: str
    decision: int
    round: int
    first: int
    turn: int
    left: int
    phase: ClimbPhase
    cards: tuple[PlacedCard, ...]
    climbers: tuple[Spot, ...]
    carried: tuple[tuple[str, ...], ...]
    asked: tuple[int, ...]
    aimed: Spot | None
    found: str | None
    offer: OpenOffer | None
    slopes: int
    yetis: int
    pouch: int
    removed: int
    winners: tuple[int, ...] | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class SeatClimbView:
    """The public view with the eyes of one seat."""

    public: ClimbView
    seat: int


def public_view(s: ClimbState) -> ClimbView:
    return ClimbView(
        players=s.players,
        options=s.options,
        kit_hash=s.kit.hash,
        decision=s.decision,
        round=s.round,
        first=s.first,
        turn=s.turn,
        left=s.left,
        phase=s.phase,
        cards=tuple([PlacedCard(spot, s.cards[spot]) for spot in sorted(s.cards)]),
        climbers=tuple(s.at),
        carried=tuple(s.carried),
        asked=s.asked,
        aimed=s.aimed,
        found=s.found,
        offer=s.offer,
        slopes=len(s.slopes),
        yetis=len(s.yetis),
        pouch=len(s.pouch),
        removed=s.removed,
        winners=s.winners,
        reason=s.reason,
    )
