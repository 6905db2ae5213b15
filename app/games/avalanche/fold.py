"""A public view brought up to date by events alone: proof that the events tell everything, and the base of
replays.

Nothing is decided here. Each event has one small function that writes down what it says.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.deck import deck_by_hash
from app.games.avalanche.mountain import SOLO_YETI, mountain_of
from app.games.avalanche.variant import Variant
from app.games.avalanche.views import PublicView, SkierState, SkierView


class FoldingView:
    """A view under change: the same fields, free to be set."""

    def __init__(self, view: PublicView) -> None:
        self.deck_of = deck_by_hash(view.deck_hash)
        self.fields: dict[str, Any] = {field.name: getattr(view, field.name) for field in fields(view)}

    def view(self) -> PublicView:
        return PublicView(**self.fields)

    def after(self, events: Iterable[e.Event]) -> PublicView:
        """Writes down the events; gives the view after them."""
        for event in events:
            _writers[type(event)](self, event)
        return self.view()

    def add(self, name: str, items: Iterable[Any], *, ordered: bool = False) -> None:
        """Appends, or keeps cards sorted by id where they lie in no order of their own."""
        both = (*self.fields[name], *items)
        self.fields[name] = both if ordered else tuple(sorted(both))

    def drop(self, name: str, items: Iterable[Any]) -> None:
        gone = set(items)
        self.fields[name] = tuple(item for item in self.fields[name] if item not in gone)

    def more_cards(self, player: int, count: int) -> None:
        sizes = list(self.fields["hand_sizes"])
        sizes[player] += count
        self.fields["hand_sizes"] = tuple(sizes)

    def skier(self, number: int, **changes: Any) -> None:
        skiers = list(self.fields["skiers"])
        skiers[number] = replace(skiers[number], **changes)
        self.fields["skiers"] = tuple(skiers)

    def stack(self, number: int, stack: tuple[tuple[str, ...], ...]) -> None:
        deck = self.deck_of
        last = sum(deck.speeds[deck.index[card]] for card in stack[-1]) if stack else None
        self.skier(number, stack=stack, last_speed=last)


def blank(variant: Variant, deck_hash: str) -> PublicView:
    """What there is to see before a game's first event."""
    skier = SkierView(0, SkierState.RACING, 0, 0, True, (), None)
    return PublicView(
        players=variant.players, options=variant.options, deck_hash=deck_hash, decision=0, heat=0, round=0,
        phase=e.Phase.SELECT, awaited=(), locked=(), mountain=(), deck=0, discard=(), display=(),
        hand_sizes=(0,) * variant.players,
        skiers=tuple([replace(skier, player=owner) for owner in variant.owner]),
        yeti="top", avalanche_at=0, avalanche_speed=0, limit=None, table=(), yeti_cards=(), hit=(),
        reach=None, owed=(), draft_order=(), points=(0,) * variant.players, finished=(), winners=None,
        reason=None,
    )  # fmt: skip


def fold(view: PublicView, events: Sequence[e.Event]) -> PublicView:
    """The view after the events, from the view before them and nothing else."""
    return FoldingView(view).after(events) if events else view


def _heat_started(sheet: FoldingView, event: e.HeatStarted) -> None:
    solo = sheet.fields["players"] == 1
    index = sheet.deck_of.index
    mountain = mountain_of(sheet.deck_of, tuple(index[card] for card in event.mountain))
    sheet.fields |= {
        "heat": event.heat, "round": 1, "mountain": event.mountain, "deck": event.deck, "discard": (),
        "display": event.display, "hand_sizes": event.hand_sizes,
        "yeti": mountain.names[SOLO_YETI] if solo else "top", "avalanche_at": 0, "avalanche_speed": 0,
        "limit": None, "table": (), "yeti_cards": (), "hit": (), "reach": None, "owed": (),
        "draft_order": (), "finished": (), "locked": (),
    }  # fmt: skip
    for number, line in enumerate(event.line):
        at = 1 if solo else 0
        sheet.skier(
            number, state=SkierState.RACING, at=at, line=line, rockets=True, stack=(), last_speed=None
        )


def _mulligan_decided(sheet: FoldingView, event: e.MulliganDecided) -> None:
    sheet.add("discard", event.cards)
    sheet.more_cards(event.player, -len(event.cards))


def _round_started(sheet: FoldingView, event: e.RoundStarted) -> None:
    sheet.fields |= {"round": event.round, "limit": event.limit, "table": (), "yeti_cards": (), "hit": ()}


def _decision_opened(sheet: FoldingView, event: e.DecisionOpened) -> None:
    sheet.fields |= {
        "decision": event.decision, "phase": event.phase, "awaited": event.awaited, "reach": event.reach,
        "owed": event.owed, "draft_order": event.order, "locked": (),
    }  # fmt: skip


def _selection_locked(sheet: FoldingView, event: e.SelectionLocked) -> None:
    sheet.drop("awaited", [event.player])
    sheet.add("locked", [event.player])


def _selection_taken_back(sheet: FoldingView, event: e.SelectionTakenBack) -> None:
    sheet.drop("locked", [event.player])
    sheet.add("awaited", [event.player])


def _cards_revealed(sheet: FoldingView, event: e.CardsRevealed) -> None:
    sheet.fields |= {"table": event.plays, "locked": ()}
    for play in event.plays:
        sheet.more_cards(play.player, -len(play.cards))


def _stack_cleared(sheet: FoldingView, event: e.StackCleared) -> None:
    sheet.stack(event.skier, ())
    sheet.add("discard", event.cards)


def _yeti_card_revealed(sheet: FoldingView, event: e.YetiCardRevealed) -> None:
    if event.card is not None:
        sheet.add("yeti_cards", [event.card], ordered=True)
        sheet.fields["deck"] -= 1


def _avalanche_quickened(sheet: FoldingView, event: e.AvalancheQuickened) -> None:
    sheet.fields["avalanche_speed"] = event.speed


def _skier_moved(sheet: FoldingView, event: e.SkierMoved) -> None:
    sheet.skier(event.skier, at=event.end)


def _skier_finished(sheet: FoldingView, event: e.SkierFinished) -> None:
    index = sheet.deck_of.index
    mountain = mountain_of(sheet.deck_of, tuple(index[card] for card in sheet.fields["mountain"]))
    sheet.skier(event.skier, state=SkierState.FINISHED, at=mountain.spaces + 1)
    sheet.add("finished", [event.skier], ordered=True)
    points = list(sheet.fields["points"])
    points[sheet.fields["skiers"][event.skier].player] += event.points
    sheet.fields["points"] = tuple(points)


def _yeti_moved(sheet: FoldingView, event: e.YetiMoved) -> None:
    if event.out:
        sheet.fields["yeti"] = "out"
    elif event.route:
        sheet.fields["yeti"] = event.route[-1]


def _yeti_hit(sheet: FoldingView, event: e.YetiHit) -> None:
    sheet.add("hit", [event.skier], ordered=True)
    if event.rockets_out:
        sheet.skier(event.skier, rockets=False)


def _rockets_restored(sheet: FoldingView, event: e.RocketsRestored) -> None:
    sheet.skier(event.skier, rockets=True)


def _avalanche_advanced(sheet: FoldingView, event: e.AvalancheAdvanced) -> None:
    sheet.fields["avalanche_at"] = event.end


def _skier_buried(sheet: FoldingView, event: e.SkierBuried) -> None:
    sheet.skier(event.skier, state=SkierState.BURIED)


def _cards_discarded(sheet: FoldingView, event: e.CardsDiscarded) -> None:
    sheet.add("discard", event.cards)
    if event.player is not None:
        sheet.more_cards(event.player, -event.from_hand)
    if event.reason == "stack" and event.skier is not None:
        sheet.stack(event.skier, ())
    if event.reason == "yeti":
        sheet.fields["yeti_cards"] = ()
    if event.reason == "half" and event.player in sheet.fields["awaited"]:
        place = sheet.fields["awaited"].index(event.player)
        for name in ("awaited", "owed"):
            items = sheet.fields[name]
            sheet.fields[name] = items[:place] + items[place + 1 :]


def _stack_grew(sheet: FoldingView, event: e.StackGrew) -> None:
    sheet.stack(event.skier, (*sheet.fields["skiers"][event.skier].stack, event.cards))


def _deck_reshuffled(sheet: FoldingView, event: e.DeckReshuffled) -> None:
    sheet.fields["deck"] = event.deck
    if not event.stacks:
        sheet.fields["discard"] = ()
    for skier, _ in event.stacks:
        sheet.stack(skier, sheet.fields["skiers"][skier].stack[-1:])


def _card_drawn(sheet: FoldingView, event: e.CardDrawn) -> None:
    sheet.fields["deck"] -= 1
    sheet.more_cards(event.player, 1)


def _card_drafted(sheet: FoldingView, event: e.CardDrafted) -> None:
    sheet.drop("display", [event.card])
    sheet.drop("draft_order", [event.skier])
    sheet.more_cards(event.player, 1)


def _display_refilled(sheet: FoldingView, event: e.DisplayRefilled) -> None:
    sheet.add("display", event.cards)
    sheet.fields["deck"] -= len(event.cards)


def _heat_ended(sheet: FoldingView, event: e.HeatEnded) -> None:
    sheet.fields["points"] = event.points


def _game_ended(sheet: FoldingView, event: e.GameEnded) -> None:
    sheet.fields |= {
        "phase": e.Phase.OVER, "winners": event.winners, "reason": event.reason, "awaited": (), "reach": None,
        "owed": (), "draft_order": (), "locked": (),
    }  # fmt: skip


def _nothing_to_write(_sheet: FoldingView, _event: e.Event) -> None:
    """Facts that explain others and change nothing that lies on the table themselves."""


_writers: dict[type, Callable[[FoldingView, Any], None]] = {
    e.HeatStarted: _heat_started,
    e.MulliganDecided: _mulligan_decided,
    e.RoundStarted: _round_started,
    e.DecisionOpened: _decision_opened,
    e.SelectionLocked: _selection_locked,
    e.SelectionTakenBack: _selection_taken_back,
    e.CardsRevealed: _cards_revealed,
    e.StackCleared: _stack_cleared,
    e.Crashed: _nothing_to_write,
    e.YetiCardRevealed: _yeti_card_revealed,
    e.AvalancheQuickened: _avalanche_quickened,
    e.RocketJumped: _nothing_to_write,
    e.JumpRefused: _nothing_to_write,
    e.SkierMoved: _skier_moved,
    e.SkierFinished: _skier_finished,
    e.YetiMoved: _yeti_moved,
    e.YetiHit: _yeti_hit,
    e.RocketsRestored: _rockets_restored,
    e.AvalancheAdvanced: _avalanche_advanced,
    e.SkierBuried: _skier_buried,
    e.CardsDiscarded: _cards_discarded,
    e.StackGrew: _stack_grew,
    e.DeckReshuffled: _deck_reshuffled,
    e.CardDrawn: _card_drawn,
    e.CardDrafted: _card_drafted,
    e.DisplayRefilled: _display_refilled,
    e.HeatEnded: _heat_ended,
    e.GameEnded: _game_ended,
}
