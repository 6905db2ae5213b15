"""A public view brought up to date by events alone: proof that the events tell everything. Nothing is decided here."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from app.games.yeti_mountain import events as e
from app.games.yeti_mountain.kit import Spot, kit_by_hash
from app.games.yeti_mountain.state import SLOPE, YETI, OpenOffer, SpotCard, together, without
from app.games.yeti_mountain.views import ClimbView, PlacedCard


def blank(kit_hash: str, players: int, options: tuple[str, ...]) -> ClimbView:
    """What there is to see before a game's first event."""
    return ClimbView(
        players=players, options=options, kit_hash=kit_hash, decision=0, round=1, first=0, turn=0, left=0,
        phase=e.ClimbPhase.ACT, cards=(), climbers=((1, 0),) * players, carried=((),) * players, asked=(),
        aimed=None, found=None, offer=None, slopes=0, yetis=0, pouch=0, removed=0, winners=None, reason=None,
    )  # fmt: skip


class ClimbSheet:
    """A view under change."""

    def __init__(self, view: ClimbView) -> None:
        self.now: dict[str, Any] = {field.name: getattr(view, field.name) for field in fields(view)}
        self.carry = kit_by_hash(view.kit_hash).carry
        self.cards = {placed.at: placed.card for placed in view.cards}

    def view(self) -> ClimbView:
        cards = tuple([PlacedCard(spot, self.cards[spot]) for spot in sorted(self.cards)])
        return ClimbView(**(self.now | {"cards": cards}))

    def spend(self, actions: int = 1) -> None:
        self.now["left"] -= actions

    def hand(self, seat: int, gone: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> None:
        hands = list(self.now["carried"])
        hands[seat] = together(without(hands[seat], gone), more)
        self.now["carried"] = tuple(hands)

    def lies(self, at: Spot, gone: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> None:
        card = self.cards[at]
        self.cards[at] = replace(card, objects=together(without(card.objects, gone), more))


def fold(view: ClimbView, happened: Sequence[e.ClimbEvent]) -> ClimbView:
    """The view after the events, from the view before them and nothing else."""
    sheet = ClimbSheet(view)
    for event in happened:
        _writers[type(event)](sheet, event)
    return sheet.view()


def _started(sheet: ClimbSheet, event: e.ClimbStarted) -> None:
    sheet.cards = {(1, column): SpotCard(SLOPE) for column in range(event.row)}
    sheet.now |= {
        "first": event.first, "turn": event.first, "climbers": event.climbers, "slopes": event.slopes,
        "yetis": event.yetis, "pouch": event.pouch, "left": event.actions,
    }  # fmt: skip


def _laid(sheet: ClimbSheet, event: e.CardLaid) -> None:
    """A drawn avalanche was counted, and its action spent, when it was drawn."""
    sheet.cards[event.at] = SpotCard(event.kind, yeti=event.yeti)
    if event.kind in (SLOPE, YETI):
        sheet.now["slopes" if event.kind == SLOPE else "yetis"] -= 1
        sheet.spend()
    sheet.now["aimed"] = None


def _drawn(sheet: ClimbSheet, event: e.AvalancheDrawn) -> None:
    sheet.now["slopes"] -= 1
    sheet.now["aimed"] = event.at
    sheet.spend()


def _discarded(sheet: ClimbSheet, _event: e.AvalancheDiscarded) -> None:
    sheet.now |= {"aimed": None, "removed": sheet.now["removed"] + 1}
    sheet.spend(-1)


def _moved(sheet: ClimbSheet, event: e.ClimberMoved) -> None:
    climbers = list(sheet.now["climbers"])
    climbers[event.seat] = event.at
    sheet.now["climbers"] = tuple(climbers)
    sheet.spend()


def _searched(sheet: ClimbSheet, event: e.CardSearched) -> None:
    sheet.cards[event.at] = replace(sheet.cards[event.at], searched=True)
    if event.found is not None:
        sheet.now["pouch"] -= 1
        sheet.hand(event.seat, more=(event.found,))
        if len(sheet.now["carried"][event.seat]) > sheet.carry:
            sheet.now["found"] = event.found
    sheet.spend()


def _dropped(sheet: ClimbSheet, event: e.ItemDropped) -> None:
    sheet.hand(event.seat, gone=(event.item,))
    sheet.lies(event.at, more=(event.item,))
    sheet.now["found"] = None


def _gave(sheet: ClimbSheet, event: e.ItemGiven) -> None:
    sheet.hand(event.seat, gone=(event.item,))
    sheet.lies(event.at, more=(event.item,))
    card = sheet.cards[event.at]
    sheet.cards[event.at] = replace(card, friends=(*card.friends, event.seat))
    sheet.spend()


def _swapped(sheet: ClimbSheet, event: e.ItemsSwapped) -> None:
    sheet.hand(event.seat, gone=(event.gave,), more=(event.took,))
    sheet.lies(event.at, gone=(event.took,), more=(event.gave,))
    sheet.spend()


def _picked(sheet: ClimbSheet, event: e.ItemPicked) -> None:
    sheet.lies(event.at, gone=(event.item,))
    sheet.hand(event.seat, more=(event.item,))
    sheet.spend()


def _offered(sheet: ClimbSheet, event: e.TradeOffered) -> None:
    sheet.now["asked"] = tuple(sorted((*sheet.now["asked"], event.to)))
    sheet.now["offer"] = OpenOffer(event.to, event.give, event.take)


def _refused(sheet: ClimbSheet, _event: e.TradeRefused) -> None:
    sheet.now["offer"] = None


def _traded(sheet: ClimbSheet, event: e.TradeMade) -> None:
    sheet.now["offer"] = None
    sheet.hand(event.seat, gone=event.give, more=event.take)
    sheet.hand(event.to, gone=event.take, more=event.give)
    sheet.spend()


def _rested(sheet: ClimbSheet, _event: e.TurnRested) -> None:
    sheet.now["asked"] = ()


def _round(sheet: ClimbSheet, event: e.ClimbRound) -> None:
    sheet.now["round"] = event.round


def _turn(sheet: ClimbSheet, event: e.ClimbTurn) -> None:
    sheet.now |= {"turn": event.seat, "left": event.actions, "asked": ()}


def _asks(sheet: ClimbSheet, event: e.ClimbAsked) -> None:
    sheet.now |= {"decision": event.decision, "phase": event.phase}


def _over(sheet: ClimbSheet, event: e.ClimbOver) -> None:
    sheet.now |= {"phase": e.ClimbPhase.OVER, "winners": event.winners, "reason": event.reason}
    if event.reason == "nightfall":
        sheet.now["asked"] = ()


_writers: dict[type, Callable[[ClimbSheet, Any], None]] = {
    e.ClimbStarted: _started,
    e.CardLaid: _laid,
    e.AvalancheDrawn: _drawn,
    e.AvalancheDiscarded: _discarded,
    e.ClimberMoved: _moved,
    e.CardSearched: _searched,
    e.ItemDropped: _dropped,
    e.ItemGiven: _gave,
    e.ItemsSwapped: _swapped,
    e.ItemPicked: _picked,
    e.TradeOffered: _offered,
    e.TradeRefused: _refused,
    e.TradeMade: _traded,
    e.TurnRested: _rested,
    e.ClimbRound: _round,
    e.ClimbTurn: _turn,
    e.ClimbAsked: _asks,
    e.ClimbOver: _over,
}
