"""Carver: a bot with a sense of limit, jump, yeti and avalanche. It weighs every choice by what it may expect of it, in
spaces, from what its seat can see.

What it expects is softened by dice, so that it can neither be read nor be perfect.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

from app.games.avalanche.actions import Action, Discard, Draft, MoveYeti, Mulligan, Play, Select
from app.games.avalanche.deck import Deck
from app.games.avalanche.forecast import ground
from app.games.avalanche.mountain import Mountain
from app.games.avalanche.movement import MATCH, NO_JUMP, end_space, jump_kind, jump_over
from app.games.avalanche.outcomes import crash_chance, faster_chance, jumps_chance
from app.games.avalanche.reveal import breaks_control
from app.games.avalanche.views import PrivateView, SkierState, SkierView

SPREAD = 0.7
"""Spaces: how much worse a choice may be and still be made now and then."""

FINISH, BURIAL = 31.0, -26.0
SECOND_CARD, SECOND_CARD_ALONE, OWN_JUMP = -1.5, -3.4, -0.45
MATCH_KEPT, PAIR_KEPT, SPEED_KEPT, SPEED_KEPT_ALONE = 1.0, 0.7, 0.22, 0.4
NEAR, NEAR_SPACES, LAST_CARDS, LAST_JUMP = 2.9, 8, 1.1, 2.2
RIVAL_HIT, LEADER_HIT, OWN_HIT = 1.3, 1.0, -1.7
BLOCKED_ALONE = 0.25
SAME_SYMBOL = 0.25
"""How often a rival plays a single card of the symbol it stands on."""

FRESH_HAND = 6.2
"""What a solo hand is worth on the average, over 1,500 deals: one below it is given back (AV-80)."""

GRAIN = 1_000_000


def carver(
    view: PrivateView, legal: Sequence[Action], draw: Callable[[int], int], spread: float = SPREAD
) -> Action:
    """One of `legal`, which must not be empty. `draw(n)`: a random int in 0..n-1."""
    sense = Sense.of(view)
    kind = type(legal[0])
    if kind is Mulligan:
        return Mulligan(take=sense.hand_worth(sense.hand, sense.own[0].at) < FRESH_HAND)
    weighed = [(sense.worth(action), action) for action in legal if type(action) in weighable]
    if not weighed:
        return legal[draw(len(legal))]
    best = max(worth for worth, _ in weighed)
    if kind is not Select or spread <= 0:
        equal = [action for worth, action in weighed if worth == best]
        return equal[draw(len(equal))]
    chances = [exp((worth - best) / spread) for worth, _ in weighed]
    aim = draw(GRAIN) / GRAIN * sum(chances)
    for chance, (_, action) in zip(chances, weighed, strict=True):
        aim -= chance
        if aim < 0:
            return action
    return weighed[-1][1]


weighable = (Select, MoveYeti, Discard, Draft)


@dataclass(frozen=True, slots=True)
class Sense:
    """What a seat sees, as the weighing needs it. `hand`: cards by index; `own`, `rivals`: racing skiers; `numbers`: of
    the own ones.
    """

    view: PrivateView
    deck: Deck
    mountain: Mountain
    hand: tuple[int, ...]
    own: tuple[SkierView, ...]
    numbers: tuple[int, ...]
    rivals: tuple[SkierView, ...]

    @staticmethod
    def of(view: PrivateView) -> "Sense":
        deck, mountain = ground(view.public)
        racing = [(n, s) for n, s in enumerate(view.public.skiers) if s.state is SkierState.RACING]
        own = [(n, s) for n, s in racing if s.player == view.seat]
        return Sense(
            view, deck, mountain, tuple(deck.index[card] for card in view.hand),
            tuple(s for _, s in own), tuple(n for n, _ in own),
            tuple(s for _, s in racing if s.player != view.seat),
        )  # fmt: skip

    @property
    def alone(self) -> bool:
        return self.view.public.players == 1

    def worth(self, action: Action) -> float:
        """In spaces; only differences mean something."""
        if isinstance(action, Select):
            return self.selection(action)
        if isinstance(action, MoveYeti):
            return self.route(action.route)
        at = self.own[0].at if self.own else 0
        if isinstance(action, Discard):
            gone = {self.deck.index[card] for card in action.cards}
            return self.hand_worth(tuple(card for card in self.hand if card not in gone), at)
        if isinstance(action, Draft):
            return self.hand_worth((*self.hand, self.deck.index[action.card]), at)
        return 0.0

    def selection(self, action: Select) -> float:
        played = {self.deck.index[card] for play in action.plays for card in play.cards}
        rest = tuple(card for card in self.hand if card not in played)
        return sum(self.play(play, action, rest) for play in action.plays)

    def play(self, play: Play, action: Select, rest: tuple[int, ...]) -> float:
        """What one skier may expect of its play. `rest`: the hand that is left."""
        public, deck = self.view.public, self.deck
        skier = public.skiers[play.skier]
        cards = tuple(deck.index[card] for card in play.cards)
        if not cards:
            return 0.0
        speed = sum(deck.speeds[card] for card in cards)
        partner = sum(
            deck.speeds[deck.index[card]]
            for other in action.plays
            if other is not play
            for card in other.cards
        )
        if "controlled_speed" in public.options and breaks_control(skier.last_speed, speed):
            crash = 1.0
        elif partner > speed:  # the own other skier is faster, and crashes first
            crash = 0.0
        else:
            crash = crash_chance(speed, partner, len(self.rivals), public.limit)
        jump = self.jump_chance(play, skier, cards, speed)
        worth = SECOND_CARD_ALONE if self.alone else SECOND_CARD
        worth = worth * (len(cards) - 1) + OWN_JUMP * jump
        for jumps, often in ((True, jump), (False, 1 - jump)):
            for steps, chance in ((1, crash), (speed, 1 - crash)):
                if often * chance > 0:
                    quicker = jumps + (len(cards) if self.alone else 0)  # the avalanche (AV-38, AV-77)
                    end = self.end(play.skier, steps, jumps=jumps)
                    worth += often * chance * self.landing(skier, end, quicker, rest)
        return worth

    def jump_chance(self, play: Play, skier: SkierView, cards: tuple[int, ...], speed: int) -> float:
        kind = jump_kind(self.deck, self.mountain, skier.at, cards)
        if not play.jump or kind == NO_JUMP or not (skier.rockets or self.alone):
            return 0.0
        if kind != MATCH:
            return 1.0
        if self.alone:
            return 1 - BLOCKED_ALONE
        symbol, chance = self.deck.symbols[cards[0]], 1.0
        for rival in self.rivals:
            under = self.mountain.symbol[self.mountain.card_at[rival.at]]
            if rival.rockets and under == symbol:  # the faster one takes the symbol (AV-30)
                chance *= 1 - SAME_SYMBOL * faster_chance(speed)
        return chance

    def end(self, number: int, steps: int, *, jumps: bool) -> int:
        """The space where the skier comes down, beyond the last one over the line."""
        skiers, mountain = self.view.public.skiers, self.mountain
        start, over_line = skiers[number].at, False
        if jumps:
            _, start, over_line = jump_over(mountain, start)
        others = [s.at for n, s in enumerate(skiers) if n != number and s.state is SkierState.RACING]
        return mountain.spaces + 1 if over_line else end_space(mountain, start, steps, others)[1]

    def landing(self, skier: SkierView, end: int, quicker: int, rest: tuple[int, ...]) -> float:
        """What it is worth to come down there, with the avalanche so much quicker by the skier's own doing."""
        public, mountain = self.view.public, self.mountain
        if end > mountain.spaces:
            return end - skier.at + FINISH
        bank = mountain.bank_at[end]
        ready = sum(rival.rockets for rival in self.rivals)
        buried = jumps_chance(ready, bank - public.avalanche_at - public.avalanche_speed - quicker)
        left = mountain.spaces - end
        worth = end - skier.at + BURIAL * buried + NEAR * max(0, NEAR_SPACES - left) / NEAR_SPACES
        card = mountain.card_at[end]
        if card >= mountain.length - 1:
            worth += LAST_CARDS
            if self.has_match(rest, end) or self.has_pair(rest):
                worth += LAST_JUMP
        return worth + self.hand_worth(rest, end)

    def hand_worth(self, hand: Sequence[int], at: int) -> float:
        """What a hand is worth to a skier who stands there."""
        kept = SPEED_KEPT_ALONE if self.alone else SPEED_KEPT
        worth = kept * sum(self.deck.speeds[card] for card in hand)
        return worth + MATCH_KEPT * self.has_match(hand, at) + PAIR_KEPT * self.has_pair(hand)

    def has_match(self, hand: Sequence[int], at: int) -> bool:
        symbol = self.mountain.symbol[self.mountain.card_at[at]] if at <= self.mountain.spaces else ""
        return any(self.deck.symbols[card] == symbol for card in hand)

    def has_pair(self, hand: Sequence[int]) -> bool:
        symbols = [self.deck.symbols[card] for card in hand]
        return len(set(symbols)) < len(symbols)

    def route(self, nodes: Sequence[str]) -> float:
        """Every skier on a space he enters is hit (AV-43)."""
        entered = {self.mountain.nodes[node] for node in nodes}
        leader = max((rival.at for rival in self.rivals), default=0)
        worth = 0.0
        for skier in self.own:
            worth += OWN_HIT * (self.mountain.crossing[skier.at] in entered if skier.at else 0)
        for rival in self.rivals:
            if rival.at and self.mountain.crossing[rival.at] in entered:
                worth += RIVAL_HIT + (LEADER_HIT if rival.at == leader else 0.0)
        return worth
