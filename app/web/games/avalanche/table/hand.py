"""One seat's own cards, and what each choice would lead to. Never rendered for anybody else."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.games.avalanche.deck import Card
from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import forecasts, margin
from app.games.avalanche.views import Forecast, PrivateView, PublicView, SkierState
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.pieces.ground import Ground
from app.web.games.avalanche.table.danger import landing, safeties
from app.web.games.avalanche.table.plays import PlayWords
from app.web.games.avalanche.words.voice import Cast, RaceVoice


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
    """`title`: the name at the beginning of a sentence. `note`: what this card alone does now, in two words; `rocket`:
    it alone would jump.
    """

    id: str
    symbol: str
    speed: int
    name: str
    title: str
    rocket: bool
    note: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class HandContext:
    """`kind`: select, discard or idle. `locked`: the selection is in. `outlook`: what every play would do, as JSON for
    the script, see `outlook`; `margins`: how near the avalanche is then, see `margins`; `hats`: names
    of one's skiers where there are two.
    """

    kind: str
    locked: bool
    decision: int
    label: str
    cards: tuple[HandCard, ...]
    outlook: Markup
    margins: Markup
    hats: Markup
    empty: str


def own_skiers(view: PrivateView) -> list[int]:
    """The seat's skiers that are still racing."""
    return [
        i for i, s in enumerate(view.public.skiers) if s.player == view.seat and s.state is SkierState.RACING
    ]


def owed_by(view: PublicView, seat: int) -> int:
    """How many cards a seat must discard."""
    return dict(zip(view.awaited, view.owed, strict=False)).get(seat, 1)


def wished_jumps(view: PrivateView) -> frozenset[int]:
    """Skiers of the seat whose locked-in play jumps if it can (AV-28)."""
    could = {(f.skier, frozenset(f.cards)) for f in forecasts(view) if f.jump is None}
    plays = view.selection.plays if view.selection else ()
    return frozenset(p.skier for p in plays if p.jump and (p.skier, frozenset(p.cards)) in could)


def kind_of(view: PrivateView) -> str:
    public = view.public
    if public.phase is Phase.SELECT and own_skiers(view):
        return "select"
    if public.phase is Phase.DISCARD and view.seat in public.awaited:
        return "discard"
    return "idle"


def played(view: PrivateView, cast: Cast) -> HandContext:
    """Of a reader who makes this seat's choices."""
    return hand(view, cast, acts=True)


def shown(view: PrivateView, cast: Cast) -> HandContext:
    """Of a reader for whom a bot makes them."""
    return hand(view, cast, acts=False)


def hand(view: PrivateView, cast: Cast, *, acts: bool) -> HandContext:
    """`acts`: the reader makes this seat's choices (a bot may sit in for them)."""
    voice, public = cast.voice, view.public
    _ = voice.say
    deck = cards_of(public.deck_hash)
    ground = Ground(layout_of(public.deck_hash, public.mountain), cast)
    kind = kind_of(view) if acts else "idle"
    looks = forecasts(view) if kind == "select" else ()
    singles = {(f.skier, f.cards[0]): f for f in looks if len(f.cards) == 1}
    cards = tuple(
        card_of(view, cast, kind, deck[card], [f for (_, c), f in singles.items() if c == card])
        for card in sorted_hand(view, deck)
    )
    return HandContext(
        kind,
        locked=view.selection is not None,
        decision=public.decision,
        label=voice.count("Your hand, %(n)s card", "Your hand, %(n)s cards", len(cards)),
        cards=cards,
        outlook=attribute([outlook(f, ground, deck, public) for f in looks]),
        margins=attribute(margins(view, own_skiers(view), voice) if looks else {}),
        hats=attribute({s: cast.hat_name(s) for s in own_skiers(view)} if cast.doubled else {}),
        empty=_("No cards in hand."),
    )


def attribute(value: object) -> Markup:
    """As JSON for an attribute in single quotes: a third shorter than with every double quote escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign, escaped in (("&", "&amp;"), ("<", "&lt;"), ("'", "&#39;")):
        text = text.replace(sign, escaped)
    return Markup(text)  # noqa: S704 - escaped just now


def nobody(public: PublicView) -> HandContext:
    """For a reader without a seat."""
    return HandContext(
        "idle",
        locked=False,
        decision=public.decision,
        label="",
        cards=(),
        outlook=Markup("[]"),
        margins=Markup("{}"),
        hats=Markup("{}"),
        empty="",
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
    title = cast.voice.card_first(card.symbol, card.speed)
    return HandCard(card.id, card.symbol, card.speed, name, title, rocket, note, tuple(picks))


def outlook(f: Forecast, ground: Ground, deck: Mapping[str, Card], view: PublicView) -> dict[str, Any]:
    """One play for the script. `ski`, `hop`: the landing without and with a jump, as its spaces (counted, free) and the
    snowbanks between it and the next advance if nobody else jumps, left out over the line; `what` a
    pair is called, and what comes of a play with a jump (`on`, only where one is possible) and without (`off`).
    """
    cards = [deck[c] for c in f.cards]
    at = view.skiers[f.skier].at
    found: dict[str, Any] = {"skier": f.skier, "cards": list(f.cards), "speed": f.speed, "at": at}
    skis, hops = landing(view, f, jump=False), landing(view, f, jump=True)
    found["ski"] = [f.ski_to, f.ski_free, *((skis.safe,) if skis else ())]
    if f.jump_to is not None:
        found["hop"] = [f.jump_to, f.jump_free, *((hops.safe,) if hops else ())]
    if f.controlled_crash:
        found["crash"] = True
    if len(cards) > 1:
        found["what"] = pair_named(f, ground.cast, cards)
    words = PlayWords(f, ground)
    if f.jump is None:
        found["on"] = words.jump()
    found["off"] = words.ski()
    return found


def margins(view: PrivateView, skiers: Sequence[int], voice: RaceVoice) -> dict[int, list[str]]:
    """For each skier its margins as sentences, by the snowbanks between a landing and the next advance; the last one
    is for all from there on, with "#" for their number and then for what is left if everybody jumps.
    """
    found = {}
    for skier in skiers:
        here = margin(view.public, skier, 0)
        found[skier] = safeties(here.jumpers, voice) if here else []
    return found


def pair_named(f: Forecast, cast: Cast, cards: Sequence[Card]) -> str:
    _ = cast.voice.say
    what = cast.voice.card_first(cards[0].symbol, cards[0].speed)
    return _("%(card)s and %(speed)s: speed %(sum)s", card=what, speed=cards[1].speed, sum=f.speed)
