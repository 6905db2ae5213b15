"""The reader's choice as plain form controls: every play, route and card in words, with what it leads to.

Which choices there are comes from the rules (forecasts, the yeti's choice, the hand). What was sent and refused
is kept: `sent` holds the fields of that form.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.games.avalanche.deck import Card
from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import forecasts
from app.games.avalanche.views import Forecast, PrivateView, PublicView, SkierState
from app.web.games.avalanche.mountain.layout import cards_of
from app.web.games.avalanche.pieces.ground import Ground
from app.web.games.avalanche.table.danger import danger, landing, safety
from app.web.games.avalanche.table.hand import owed_by, own_skiers, sorted_hand, wished_jumps
from app.web.games.avalanche.table.plays import PlayWords
from app.web.games.avalanche.text.forms import Button, FieldGroup, FieldOption, Sent, TextChoice, Wish
from app.web.games.avalanche.text.yeti import yeti
from app.web.games.avalanche.words.choices import choice_words, locked_in
from app.web.games.avalanche.words.goal import goal


@dataclass(frozen=True)
class Chooser:
    """One seat's choices, as its player reads them."""

    view: PrivateView
    ground: Ground
    sent: Sent

    @property
    def public(self) -> PublicView:
        return self.view.public

    @property
    def deck(self) -> Mapping[str, Card]:
        return cards_of(self.public.deck_hash)

    def card(self, card: str, among: Sequence[str] = (), *, first: bool = True) -> str:
        """A card's name. `among`: cards shown beside it; the second of its kind there says that it is.
        `first`: it begins what is said.
        """
        voice = self.ground.cast.voice
        _ = voice.say
        face = self.deck[card]
        name = (voice.card_first if first else voice.card)(face.symbol, face.speed)
        alike = [c for c in among if (self.deck[c].symbol, self.deck[c].speed) == (face.symbol, face.speed)]
        if card not in alike[1:]:
            return name
        return _("%(card)s (number %(place)s of these)", card=name, place=voice.place(alike.index(card) + 1))

    @property
    def hand(self) -> list[str]:
        return sorted_hand(self.view, self.deck)

    def was_sent(self, name: str, value: str) -> bool:
        return value in self.sent.get(name, ())

    def choice(self) -> TextChoice | None:
        """The form for what this seat is awaited for; None if for nothing."""
        phase, public = self.public.phase, self.public
        if phase is Phase.SELECT and self.view.selection is not None:
            return self.taking_back()
        if self.view.seat not in public.awaited:
            return None
        by_phase = {
            Phase.SELECT: self.select,
            Phase.YETI: lambda: yeti(self.view, self.ground, self.sent),
            Phase.DISCARD: self.discard,
            Phase.DRAFT: self.draft,
            Phase.MULLIGAN: self.mulligan,
        }
        return by_phase[phase]() if phase in by_phase else None

    # ------------------------------------------------------------------ select
    def select(self) -> TextChoice:
        _ = self.ground.cast.voice.say
        skiers = own_skiers(self.view)
        looks = forecasts(self.view)
        groups = tuple(self.plays(skier, [f for f in looks if f.skier == skier]) for skier in skiers)
        text = ""
        if sum(s.state is SkierState.RACING for s in self.public.skiers) > 1:
            text = _(
                "Landing spaces assume that nobody moves before you. Faster skiers move first and may be in the way."
            )
        near = danger(self.view, skiers, self.ground.cast)
        if near:
            text = f"{near.heading}. {text}".rstrip()
        words = choice_words("select", self.ground.cast)
        label = words.other if len(skiers) > 1 else words.go
        return TextChoice("select", self.public.decision, words.title, text, groups, (Button(label),))

    def plays(self, skier: int, looks: Sequence[Forecast]) -> FieldGroup:
        """One radio button a play: its value is the ids of its cards, joined by a space."""
        cast = self.ground.cast
        _ = cast.voice.say
        name = f"card-{skier}"
        order = {card: place for place, card in enumerate(self.hand)}
        looks = sorted(looks, key=lambda f: (len(f.cards), [order[c] for c in f.cards]))
        # Two skiers may want two cards of a kind; for one alone, cards that look the same are the same choice.
        both = self.hand if len(own_skiers(self.view)) > 1 else ()
        options: dict[str, FieldOption] = {}
        for f in looks:
            value = " ".join(f.cards)
            label = self.card(f.cards[0], both)
            if len(f.cards) > 1:
                second = self.card(f.cards[1], both, first=False)
                label = _(
                    "%(first)s and %(second)s, speed %(speed)s", first=label, second=second, speed=f.speed
                )
            checked = self.was_sent(name, value)
            options.setdefault(label, FieldOption(value, label, self.outlook(f), checked))
        legend = _("Cards for %(hat)s", hat=cast.hat_name(skier)) if cast.doubled else _("Cards")
        return FieldGroup(legend, name, many=False, options=tuple(options.values()), wish=self.wish(skier))

    def wish(self, skier: int) -> Wish:
        cast = self.ground.cast
        _ = cast.voice.say
        name = f"jump-{skier}"
        can = self.public.skiers[skier].rockets or cast.solo
        why = "" if can else _("Rockets damaged this round: no jump.")
        return Wish(name, can, why, checked=self.was_sent(name, "yes") or name not in self.sent)

    def outlook(self, f: Forecast) -> str:
        """Where this play leads, with a jump if there can be one and without, and how near the avalanche comes."""
        words = PlayWords(f, self.ground)
        parts = [words.crash_note()]
        if f.over is not None:
            parts += [words.jump_note(), self.safety(f, jump=True)]
        parts += [words.ski_note(), self.safety(f, jump=False)]
        return " ".join(part for part in parts if part)

    def safety(self, f: Forecast, *, jump: bool) -> str:
        there = landing(self.public, f, jump=jump)
        return safety(there, self.ground.cast.voice) if there else ""

    def taking_back(self) -> TextChoice:
        _ = self.ground.cast.voice.say
        text = _("You may change it until the last one is in.")
        return TextChoice(
            "take_back",
            self.public.decision,
            self.locked(),
            text,
            (),
            (Button(_("Unlock and choose again")),),
        )

    def locked(self) -> str:
        """The selection in words."""
        cast = self.ground.cast
        _ = cast.voice.say
        jumps = wished_jumps(self.view)
        parts = []
        for play in self.view.selection.plays if self.view.selection else ():
            what = cast.voice.names(
                [cast.voice.card(self.deck[c].symbol, self.deck[c].speed) for c in play.cards]
            )
            if play.skier in jumps:
                what = _("%(cards)s, with a jump if it can be", cards=what)
            parts.append(
                _("%(hat)s, %(play)s", hat=cast.hat_name(play.skier), play=what) if cast.doubled else what
            )
        return locked_in(parts, cast.voice)

    # ------------------------------------------------------------------ cards
    def cards(self, name: str, ids: Sequence[str], *, many: bool) -> FieldGroup:
        _ = self.ground.cast.voice.say
        options = tuple(FieldOption(c, self.card(c, ids), "", self.was_sent(name, c)) for c in ids)
        return FieldGroup(_("Cards"), name, many, options)

    def discard(self) -> TextChoice:
        owed = owed_by(self.public, self.view.seat)
        words = choice_words("discard", self.ground.cast, owed)
        group = self.cards("card", self.hand, many=owed > 1)
        button = Button(words.go)
        return TextChoice("discard", self.public.decision, words.title, words.text, (group,), (button,))

    def draft(self) -> TextChoice:
        _ = self.ground.cast.voice.say
        group = self.cards("card", self.public.display, many=False)
        words = choice_words("draft", self.ground.cast)
        text = words.text
        skier = self.public.draft_order[0] if self.public.draft_order else None
        if skier is not None and self.ground.cast.doubled:
            text = _("Choose one of the open cards for %(hat)s.", hat=self.ground.cast.hat_name(skier))
        return TextChoice("draft", self.public.decision, words.title, text, (group,), (Button(words.go),))

    def mulligan(self) -> TextChoice:
        words = choice_words("mulligan", self.ground.cast)
        aim = goal(self.public, self.ground.cast.voice)
        text = f"{aim.title} {aim.text} {words.text}"
        buttons = (Button(words.go, "take", "no"), Button(words.other, "take", "yes"))
        return TextChoice("mulligan", self.public.decision, words.title, text, (), buttons)


def racing_own(view: PrivateView) -> bool:
    """Whether the seat still has a skier on the mountain."""
    return any(s.player == view.seat and s.state is SkierState.RACING for s in view.public.skiers)
