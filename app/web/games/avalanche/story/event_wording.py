"""Every event in words. Names only, never "you": the same sentence goes to all readers, into the log, the
caption and the ear.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.games.avalanche import events as e
from app.games.avalanche.deck import Card
from app.web.games.avalanche.mountain.layout import Layout
from app.web.games.avalanche.words.voice import Cast, RaceVoice, aside, controlled_speed, where


@dataclass(frozen=True, slots=True)
class EventWording:
    """What the sentences need besides the event. `deck`: every card by id; `layout`: None when the heat's
    mountain is not known.
    """

    cast: Cast
    voice: RaceVoice
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
        if event.limit is None and self.cast.controlled:
            speed = _("Speed %(total)s.", total=event.total)
            return f"{speed} {controlled_speed(self.voice)}"
        if event.limit is None:
            return _("Speed %(total)s. There is no limit.", total=event.total)
        if event.total > event.limit:
            over = event.total - event.limit
            return _(
                "Total %(total)s, limit %(limit)s: %(over)s too many.",
                total=event.total,
                limit=event.limit,
                over=over,
            )
        if self.cast.controlled:  # somebody may still crash by the speed before
            return _("Total %(total)s, limit %(limit)s: it is kept.", total=event.total, limit=event.limit)
        if event.total == event.limit:
            return _("Total %(limit)s, exactly the limit: nobody crashes.", limit=event.limit)
        return _("Total %(total)s, limit %(limit)s: nobody crashes.", total=event.total, limit=event.limit)

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
            return _(
                "After the jump the yeti draws a second card: his speed is %(speed)s.", speed=event.speed
            )
        return _("The yeti draws %(card)s.", card=self.cards([event.card]))

    # ------------------------------------------------------------------ skiers
    def jumped(self, jump: e.RocketJumped, moved: e.SkierMoved | None) -> str:
        _ = self.voice.say
        name = self.cast.skier(jump.skier)
        last = len(self.layout.cards) if self.layout else 0
        if moved is None or (last and jump.over > last):
            if last and jump.over > last:
                return _("%(name)s rocket jumps off the last card.", name=name)
            return _("%(name)s rocket jumps over card %(card)s and the line.", name=name, card=jump.over)
        to = where(self.voice, self.layout, moved.end)
        if jump.wild:
            return _(
                "%(name)s plays a pair: wild jump over card %(card)s%(to)s.", name=name, card=jump.over, to=to
            )
        return _("%(name)s rocket jumps over card %(card)s%(to)s.", name=name, card=jump.over, to=to)

    def quickened(self, event: e.AvalancheQuickened) -> str:
        _ = self.voice.say
        return _("The avalanche speeds up to %(speed)s.", speed=event.speed)

    def refused(self, event: e.JumpRefused) -> str:
        _ = self.voice.say
        name = self.cast.skier(event.skier)
        if event.reason == "rockets_out":
            return _("%(name)s has damaged rockets: no jump.", name=name)
        if event.reason == "yeti_symbol":
            return _(
                "The yeti drew the same symbol (%(symbol)s): no jump for %(name)s.",
                symbol=self.voice.symbol(event.symbol),
                name=name,
            )
        by = self.cast.skier(event.by) if event.by is not None else ""
        symbol = self.voice.symbol(event.symbol)
        return _(
            "%(by)s already jumped with a %(symbol)s this round, so %(name)s only skis.",
            symbol=symbol,
            by=by,
            name=name,
        )

    def moved(self, event: e.SkierMoved) -> str:
        _ = self.voice.say
        name, to = self.cast.skier(event.skier), where(self.voice, self.layout, event.end)
        if event.pushed:
            return self.voice.count(
                "%(name)s skis %(n)s space, then on to the next empty space%(to)s.",
                "%(name)s skis %(n)s spaces, then on to the next empty space%(to)s.",
                event.steps, name=name, to=aside(self.voice, self.layout, event.end),
            )  # fmt: skip
        return self.voice.count(
            "%(name)s skis %(n)s space%(to)s.",
            "%(name)s skis %(n)s spaces%(to)s.",
            event.steps,
            name=name,
            to=to,
        )

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
            return _("The yeti walks off the last card and is down first.")
        if event.player is None or self.cast.solo:
            if not n:
                return _("The yeti stays where he is.")
            return self.voice.count("The yeti walks %(n)s space.", "The yeti walks %(n)s spaces.", n)
        name = self.cast.names[event.player]
        if not n:
            return _("%(name)s leaves the yeti where he is.", name=name)
        if event.direction == "up":
            return self.voice.count(
                "%(name)s moves the yeti %(n)s space uphill.",
                "%(name)s moves the yeti %(n)s spaces uphill.",
                n,
                name=name,
            )
        return self.voice.count(
            "%(name)s moves the yeti %(n)s space downhill.",
            "%(name)s moves the yeti %(n)s spaces downhill.",
            n,
            name=name,
        )

    def hits(self, events: Sequence[e.YetiHit]) -> str:
        """Everybody the yeti hit in one walk; "" for nobody."""
        _ = self.voice.say
        if not events:
            return ""
        names = self.voice.names([self.cast.skier(event.skier) for event in events])
        if events[0].rockets_out:
            return _("The yeti hits %(names)s: no rocket jump next round.", names=names)
        return _("The yeti hits %(names)s: one card to discard.", names=names)

    def advanced(self, event: e.AvalancheAdvanced) -> str:
        banks = event.end - event.start
        return self.voice.count(
            "The avalanche covers %(n)s snowbank.", "The avalanche covers %(n)s snowbanks.", banks
        )

    def buried(self, event: e.SkierBuried) -> str:
        _ = self.voice.say
        return _(
            "The avalanche buries %(name)s, who is out. The helicopter is on its way.",
            name=self.cast.skier(event.skier),
        )

    # ------------------------------------------------------------------ cards
    def discarded(self, event: e.CardsDiscarded) -> str:
        """What a player gave up."""
        _ = self.voice.say
        name = self.cast.names[event.player] if event.player is not None else ""
        return _("%(name)s discards %(cards)s.", name=name, cards=self.cards(event.cards))

    def drawn(self, draws: Sequence[e.CardDrawn]) -> str:
        """One card for each skier that still races (AV-64), however many of the events there are."""
        _ = self.voice.say
        players = sorted({draw.player for draw in draws})
        if self.cast.solo:
            return _("One card drawn.")
        if self.cast.doubled:
            return _("Everyone draws one card for each skier left.")
        if len(players) == len(self.cast.names):
            return _("Everyone draws one card.")
        names = self.voice.names([self.cast.names[player] for player in players])
        if len(players) == 1:
            return _("%(name)s draws one card.", name=names)
        return _("%(names)s draw one card each.", names=names)

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
            return _("No card left to discard: the yeti wins.")
        if self.cast.solo and not winners:
            return _("The avalanche buries the skier. The yeti wins.")
        if not winners:
            return _("Nobody wins. Except the yeti.")
        if reason == "last_skier":
            return _("%(names)s is the last skier on the mountain and wins.", names=names)
        if reason == "points" and len(winners) > 1:
            return _("%(names)s share the win.", names=names)
        if reason == "points":
            return _("%(names)s has the most points and wins.", names=names)
        return _("%(names)s wins the race.", names=names)
