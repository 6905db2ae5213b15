"""Every event in words. Names only, never "you": the same sentence goes to all readers, into the log, the
caption and the ear.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.games.avalanche import events as e
from app.games.avalanche.deck import Card
from app.web.avalanche.layout import Layout
from app.web.avalanche.words import Cast, Voice, where


@dataclass(frozen=True, slots=True)
class Teller:
    """What the sentences need besides the event. `deck`: every card by id; `layout`: None when the heat's
    mountain is not known.
    """

    cast: Cast
    voice: Voice
    deck: Mapping[str, Card]
    layout: Layout | None

    def cards(self, ids: Sequence[str]) -> str:
        return self.voice.names([self.voice.card(self.deck[i].symbol, self.deck[i].speed) for i in ids])

    # ------------------------------------------------------------------ reveal
    def revealed(self, event: e.CardsRevealed) -> str:
        _ = self.voice.say
        plays = ", ".join(f"{self.cast.skier(p.skier)} {p.speed}" for p in event.plays)
        return _("Cards revealed: %(plays)s.", plays=plays)

    def total(self, event: e.CardsRevealed) -> str:
        _ = self.voice.say
        if event.limit is None:
            return _("Speed %(total)s, no limit.", total=event.total)
        if event.total > event.limit:
            over = event.total - event.limit
            return _(
                "Total %(total)s. The limit is %(limit)s: over by %(over)s.",
                total=event.total,
                limit=event.limit,
                over=over,
            )
        if event.total == event.limit:
            return _("Exactly %(limit)s: safe.", limit=event.limit)
        return _("%(total)s of %(limit)s: everyone holds.", total=event.total, limit=event.limit)

    def crashed(self, event: e.Crashed) -> str:
        _ = self.voice.say
        name = self.cast.skier(event.skier)
        if "limit" not in event.reasons:
            return _("%(name)s changed speed by more than 2 and crashes: one space only.", name=name)
        return _("%(name)s was fastest and crashes: one space only.", name=name)

    def yeti_card(self, event: e.YetiCardRevealed) -> str:
        _ = self.voice.say
        if event.card is None:
            return _("There is no card left for the yeti.")
        if event.second:
            return _("The jump wakes him: another card, and his speed is %(speed)s.", speed=event.speed)
        return _("The yeti draws %(card)s.", card=self.cards([event.card]))

    # ------------------------------------------------------------------ skiers
    def jumped(self, jump: e.RocketJumped, moved: e.SkierMoved | None) -> str:
        _ = self.voice.say
        name = self.cast.skier(jump.skier)
        last = len(self.layout.cards) if self.layout else 0
        if moved is None or (last and jump.over > last):
            if last and jump.over > last:
                return _("%(name)s rockets off the last card.", name=name)
            return _("%(name)s rockets over card %(card)s and the line.", name=name, card=jump.over)
        to = where(self.voice, self.layout, moved.end)
        if jump.wild:
            return _(
                "%(name)s: a pair, so a wild jump over card %(card)s%(to)s.", name=name, card=jump.over, to=to
            )
        return _("%(name)s rockets over card %(card)s%(to)s.", name=name, card=jump.over, to=to)

    def quickened(self, event: e.AvalancheQuickened) -> str:
        _ = self.voice.say
        return _("Avalanche speed %(speed)s.", speed=event.speed)

    def refused(self, event: e.JumpRefused) -> str:
        _ = self.voice.say
        name = self.cast.skier(event.skier)
        if event.reason == "rockets_out":
            return _("%(name)s: rockets out, no jump.", name=name)
        if event.reason == "yeti_symbol":
            return _(
                "The yeti drew %(symbol)s too: no jump for %(name)s.",
                symbol=self.voice.symbol(event.symbol),
                name=name,
            )
        by = self.cast.skier(event.by) if event.by is not None else ""
        symbol = self.voice.symbol(event.symbol)
        return _(
            "The %(symbol)s is taken: %(by)s was first. %(name)s skis instead.",
            symbol=symbol,
            by=by,
            name=name,
        )

    def moved(self, event: e.SkierMoved) -> str:
        _ = self.voice.say
        name, to = self.cast.skier(event.skier), where(self.voice, self.layout, event.end)
        if event.pushed:
            return _(
                "%(name)s skis %(steps)s and on past taken spaces%(to)s.", name=name, steps=event.steps, to=to
            )
        return _("%(name)s skis %(steps)s%(to)s.", name=name, steps=event.steps, to=to)

    def finished(self, event: e.SkierFinished) -> str:
        _ = self.voice.say
        name = self.cast.skier(event.skier)
        if event.points:
            place = self.voice.place(event.place)
            return self.voice.count(
                "%(name)s is over the line: %(place)s, %(n)s point.",
                "%(name)s is over the line: %(place)s, %(n)s points.",
                event.points, name=name, place=place,
            )  # fmt: skip
        return _("%(name)s is over the line.", name=name)

    # ------------------------------------------------------------------ yeti and avalanche
    def yeti(self, event: e.YetiMoved) -> str:
        _ = self.voice.say
        n = len(event.route)
        if event.out:
            return _("The yeti walks off the last card. He is down first.")
        if event.player is None or self.cast.solo:
            if not n:
                return _("The yeti stays where he is.")
            return self.voice.count("The yeti walks %(n)s step.", "The yeti walks %(n)s steps.", n)
        name = self.cast.names[event.player]
        if not n:
            return _("%(name)s leaves the yeti where he is.", name=name)
        if event.direction == "up":
            return _("%(name)s sends the yeti uphill %(n)s.", name=name, n=n)
        return _("%(name)s sends the yeti downhill %(n)s.", name=name, n=n)

    def hits(self, events: Sequence[e.YetiHit]) -> str:
        """Everybody he stepped on in one walk; "" for nobody."""
        _ = self.voice.say
        if not events:
            return ""
        names = self.voice.names([self.cast.skier(event.skier) for event in events])
        if events[0].rockets_out:
            return _("He steps on %(names)s: no rockets next round.", names=names)
        return _("He steps on %(names)s: one card to give up.", names=names)

    def advanced(self, event: e.AvalancheAdvanced) -> str:
        banks = event.end - event.start
        return self.voice.count(
            "The avalanche covers %(n)s snowbank.", "The avalanche covers %(n)s snowbanks.", banks
        )

    def buried(self, event: e.SkierBuried) -> str:
        _ = self.voice.say
        return _("%(name)s is buried. The helicopter is on its way.", name=self.cast.skier(event.skier))

    # ------------------------------------------------------------------ cards
    def discarded(self, event: e.CardsDiscarded) -> str:
        """Only what a player gave up; played cards need no line."""
        _ = self.voice.say
        if event.player is None or not event.from_hand or event.reason not in {"half", "hit"}:
            return ""
        return _(
            "%(name)s gives up %(cards)s.", name=self.cast.names[event.player], cards=self.cards(event.cards)
        )

    def drafted(self, event: e.CardDrafted) -> str:
        _ = self.voice.say
        return _(
            "%(name)s takes %(card)s.", name=self.cast.names[event.player], card=self.cards([event.card])
        )

    def reshuffled(self, event: e.DeckReshuffled) -> str:
        _ = self.voice.say
        return (
            _("Older cards of the speed stacks make a new deck.")
            if event.stacks
            else _("The discards make a new deck.")
        )

    def mulligan(self, event: e.MulliganDecided) -> str:
        _ = self.voice.say
        name = self.cast.names[event.player]
        return (
            _("%(name)s takes four new cards.", name=name)
            if event.cards
            else _("%(name)s keeps the hand.", name=name)
        )

    def clocked(self, players: Sequence[int]) -> str:
        """Whose time was over."""
        _ = self.voice.say
        return _(
            "The clock decided for %(names)s.", names=self.voice.names([self.cast.names[p] for p in players])
        )

    # ------------------------------------------------------------------ ends
    def heat_ended(self, event: e.HeatEnded) -> str:
        _ = self.voice.say
        score = ", ".join(
            f"{name} {points}" for name, points in zip(self.cast.names, event.points, strict=True)
        )
        return _("Heat %(heat)s is over: %(score)s.", heat=event.heat, score=score)

    def ended(self, winners: Sequence[int], reason: str) -> str:
        _ = self.voice.say
        names = self.voice.names([self.cast.names[w] for w in winners])
        if reason == "yeti":
            return _("The yeti is down first and wins.")
        if reason == "no_card":
            return _("No card left to give up: the yeti wins.")
        if self.cast.solo and not winners:
            return _("The avalanche was faster. The yeti wins.")
        if not winners:
            return _("Nobody wins. Except him.")
        if reason == "last_skier":
            return _("%(names)s is the last skier on the snow and wins.", names=names)
        if reason == "points" and len(winners) > 1:
            return _("%(names)s share the win.", names=names)
        if reason == "points":
            return _("%(names)s has the most points and wins.", names=names)
        return _("%(names)s wins the mountain.", names=names)
