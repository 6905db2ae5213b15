"""Whose cards are where while a round of a race that is over goes by: the open hands, brought up to date by events.

The public view says how many cards a hand holds; here is which. What was drawn no event says: the next round's
opening knows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.avalanche import events as e
from app.games.avalanche.views import OpenView


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """One player's open hand. `played`: those of its cards that lie revealed on the table."""

    player: int
    cards: tuple[str, ...]
    played: frozenset[str]


def open_hands(hands: Sequence[Sequence[str]], played: Sequence[str]) -> tuple[PlayerHand, ...]:
    return tuple(
        PlayerHand(player, tuple(cards), frozenset(played) & frozenset(cards))
        for player, cards in enumerate(hands)
    )


class RoundCards:
    """Whose cards are where while a round goes by."""

    def __init__(self, opening: OpenView, following: OpenView | None) -> None:
        same = following is not None and following.public.heat == opening.public.heat
        self.following = following if same else None
        self.cards = [list(hand) for hand in opening.hands]
        self.revealed: e.CardsRevealed | None = None
        self.after: list[e.Event] = []
        self.drawn: set[int] = set()
        self.advanced = False

    def take(self, events: Sequence[e.Event]) -> None:
        for event in events:
            if self.revealed is not None:
                self.after.append(event)
            match event:
                case e.CardsRevealed():
                    self.revealed = event
                case e.CardsDiscarded(player=int(player)) if event.from_hand:
                    self.cards[player] = [card for card in self.cards[player] if card not in event.cards]
                case e.CardDrafted():
                    self.cards[event.player].append(event.card)
                case e.CardDrawn():
                    self.drawn.add(event.player)
                case e.AvalancheAdvanced():
                    self.advanced = True

    def hands(self, sizes: Sequence[int]) -> tuple[PlayerHand, ...]:
        """A card that was played stays in sight, ringed, until the hand is as full as in the next round. `sizes`: of
        the hands by now; between two draws of one player nobody knows which card came first.
        """
        played = [card for play in self.revealed.plays for card in play.cards] if self.revealed else []
        now = list(open_hands(self.cards, played))
        if self.following is not None:
            for player, hand in enumerate(open_hands(self.following.hands, ())):
                if player in self.drawn and len(hand.cards) == sizes[player]:
                    now[player] = hand
        return tuple(now)
