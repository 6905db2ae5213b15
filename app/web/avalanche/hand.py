"""One seat's own cards, and what each choice would lead to. Never rendered for anybody else."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.games.avalanche.deck import Card
from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import forecasts
from app.games.avalanche.views import Forecast, PrivateView, PublicView, SkierState
from app.web.avalanche.layout import Layout, cards_of, layout_of
from app.web.avalanche.words import Cast, Voice


@dataclass(frozen=True, slots=True)
class Pick:
    """A checkbox of a card: for the skier whose speed it would be, or for giving it up (skier None)."""

    id: str
    name: str
    skier: int | None
    hat: int
    label: str
    checked: bool


@dataclass(frozen=True, slots=True)
class HandCard:
    """`note`: what this card alone does now, in two words; `rocket`: it alone would jump."""

    id: str
    symbol: str
    speed: int
    name: str
    rocket: bool
    note: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """`kind`: select, discard or idle. `locked`: the selection is in. `outlook`: what every play would do, as JSON for
    the script, see `outlook`.
    """

    kind: str
    locked: bool
    decision: int
    label: str
    cards: tuple[HandCard, ...]
    outlook: Markup
    empty: str


def own_skiers(view: PrivateView) -> list[int]:
    """The seat's skiers that are still racing."""
    return [
        i for i, s in enumerate(view.public.skiers) if s.player == view.seat and s.state is SkierState.RACING
    ]


def kind_of(view: PrivateView) -> str:
    public = view.public
    if public.phase is Phase.SELECT and own_skiers(view):
        return "select"
    if public.phase is Phase.DISCARD and view.seat in public.awaited:
        return "discard"
    return "idle"


def hand(view: PrivateView, cast: Cast, *, acts: bool) -> Hand:
    """`acts`: the reader makes this seat's choices (a bot may sit in for them)."""
    voice, public = cast.voice, view.public
    _ = voice.say
    deck = cards_of(public.deck_hash)
    layout = layout_of(public.deck_hash, public.mountain)
    kind = kind_of(view) if acts else "idle"
    looks = forecasts(view) if kind == "select" else ()
    singles = {(f.skier, f.cards[0]): f for f in looks if len(f.cards) == 1}
    cards = tuple(
        card_of(view, cast, kind, deck[card], [f for (_, c), f in singles.items() if c == card])
        for card in sorted_hand(view, deck)
    )
    return Hand(
        kind,
        locked=view.selection is not None,
        decision=public.decision,
        label=voice.count("Your hand, %(n)s card", "Your hand, %(n)s cards", len(cards)),
        cards=cards,
        outlook=attribute([outlook(f, cast, deck, layout, public.skiers[f.skier].at) for f in looks]),
        empty=_("No cards in hand."),
    )


def attribute(value: object) -> Markup:
    """As JSON for an attribute in single quotes: a third shorter than with every double quote escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign, escaped in (("&", "&amp;"), ("<", "&lt;"), ("'", "&#39;")):
        text = text.replace(sign, escaped)
    return Markup(text)  # noqa: S704 - escaped just now


def nobody(public: PublicView) -> Hand:
    """For a reader without a seat."""
    return Hand(
        "idle", locked=False, decision=public.decision, label="", cards=(), outlook=Markup("[]"), empty=""
    )


def sorted_hand(view: PrivateView, deck: Mapping[str, Card]) -> list[str]:
    """By symbol, then number: pairs lie side by side."""
    order = ("diamond", "square", "circle", "triangle")
    return sorted(
        view.hand,
        key=lambda c: (order.index(deck[c].symbol) if deck[c].symbol in order else 9, deck[c].speed, c),
    )


def card_of(view: PrivateView, cast: Cast, kind: str, card: Card, looks: Sequence[Forecast]) -> HandCard:
    _ = cast.voice.say
    name = cast.voice.card(card.symbol, card.speed)
    rocket = any(f.jump is None and not f.wild for f in looks)
    note = _("rocket match") if rocket else ""
    if looks and all(f.controlled_crash for f in looks):
        note = _("crash")
    elif (
        not note
        and looks
        and "controlled_speed" in view.public.options
        and any(view.public.skiers[f.skier].last_speed for f in looks)
    ):
        note = _("within 2")
    picks: list[Pick] = []
    base = f"pick-{view.public.decision}-{card.id}"
    if kind == "select":
        skiers = own_skiers(view)
        chosen = {c: p.skier for p in (view.selection.plays if view.selection else ()) for c in p.cards}
        for skier in skiers:
            label = f"{name}, {note}" if note else name
            if len(skiers) > 1:
                label = _("%(card)s for %(hat)s", card=label, hat=cast.hat_name(skier))
            own_id = f"{base}-{skier}" if len(skiers) > 1 else base
            picks.append(
                Pick(own_id, f"card-{skier}", skier, cast.hats[skier], label, chosen.get(card.id) == skier)
            )
    elif kind == "discard":
        picks.append(Pick(base, "card", None, 0, name, checked=False))
    return HandCard(card.id, card.symbol, card.speed, name, rocket, note, tuple(picks))


def outlook(f: Forecast, cast: Cast, deck: Mapping[str, Card], layout: Layout, at: int) -> dict[str, Any]:
    """One play for the script. `ski`, `hop`: spaces of the landing without and with a jump, as (counted, free); `what`
    is played, and what comes of it with a jump (`on`, only where one is possible) and without (`off`).
    """
    cards = [deck[c] for c in f.cards]
    found: dict[str, Any] = {"skier": f.skier, "cards": list(f.cards), "speed": f.speed, "at": at}
    found["ski"] = [f.ski_to, f.ski_free]
    if f.jump_to is not None:
        found["hop"] = [f.jump_to, f.jump_free]
    if f.controlled_crash:
        found["crash"] = True
    found["what"] = play_named(f, cast, cards)
    if f.jump is None:
        jumps = f.over is not None
        found["on"] = jump_sentence(f, cast.voice, layout) if jumps else ski_sentence(f, cast.voice, layout)
    found["off"] = ski_sentence(f, cast.voice, layout)
    return found


def play_named(f: Forecast, cast: Cast, cards: Sequence[Card]) -> str:
    """Its cards, and whose they are where there are two skiers."""
    _ = cast.voice.say
    what = cast.voice.card_first(cards[0].symbol, cards[0].speed)
    if len(cards) > 1:
        what = _("%(card)s and %(speed)s: speed %(sum)s", card=what, speed=cards[1].speed, sum=f.speed)
    if cast.doubled:
        what = _("%(hat)s, %(play)s", hat=cast.hat_name(f.skier), play=what)
    return what


def jump_sentence(f: Forecast, voice: Voice, layout: Layout) -> str:
    _ = voice.say
    end = f.jump_free if f.jump_free is not None else f.jump_to or 0
    if f.over is not None and f.over > len(layout.cards):
        return _("A rocket off the last card, over the line.")
    if end > layout.spaces:
        return _("You rocket over card %(over)s and the line.", over=f.over)
    card = layout.card_at(end)
    crash = (
        _(" Too far from your last speed: you crash, one space past the jump.") if f.controlled_crash else ""
    )
    kind = (
        _("A wild jump over card %(over)s", over=f.over)
        if f.wild
        else _("You rocket over card %(over)s", over=f.over)
    )
    if f.jump_free != f.jump_to:
        return _("%(jump)s to card %(card)s, to the next free space.", jump=kind, card=card) + crash
    return _("%(jump)s and land on card %(card)s, if that space is free.", jump=kind, card=card) + crash


def ski_sentence(f: Forecast, voice: Voice, layout: Layout) -> str:
    _ = voice.say
    if f.controlled_crash:
        return _("Too far from your last speed: you crash and ski one space.")
    why = _("Rockets out this round: you ski") if f.jump == "rockets_out" else _("You ski")
    if f.ski_free > layout.spaces:
        return _("%(ski)s %(speed)s, over the line if nobody slows you down.", ski=why, speed=f.speed)
    card = layout.card_at(f.ski_free)
    if f.ski_free != f.ski_to:
        return _(
            "%(ski)s %(speed)s and on to the next free space, on card %(card)s.",
            ski=why,
            speed=f.speed,
            card=card,
        )
    return _("%(ski)s %(speed)s, to card %(card)s.", ski=why, speed=f.speed, card=card)
