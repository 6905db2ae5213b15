"""Views, built from a state field by field: what is not written here is not known. Not here: the types
(`views.py`).
"""

from app.games.avalanche.events import Phase, RevealedPlay
from app.games.avalanche.reveal import last_speed
from app.games.avalanche.state import RaceState
from app.games.avalanche.views import OpenView, PrivateView, PublicView, SkierState, SkierView

SKIER_STATES = (SkierState.RACING, SkierState.BURIED, SkierState.FINISHED)
"""By the numbers of `state.py`."""


def public_view(s: RaceState) -> PublicView:
    deck, variant = s.deck, s.variant
    names, owner = deck.names, variant.owner
    skiers = [
        SkierView(
            player=owner[skier],
            state=SKIER_STATES[s.status[skier]],
            at=s.at[skier],
            line=s.line[skier],
            rockets=s.rockets[skier],
            stack=tuple([names(played) for played in s.stacks[skier]]),
            last_speed=last_speed(s, skier),
        )
        for skier in range(variant.skiers)
    ]
    return PublicView(
        players=variant.players,
        options=variant.options,
        deck_hash=deck.hash,
        decision=s.decision,
        heat=s.heat,
        round=s.round,
        phase=s.phase,
        awaited=s.awaited,
        locked=tuple([player for player, chosen in enumerate(s.selections) if chosen is not None]),
        mountain=names(s.mountain.cards),
        deck=len(s.pile) - s.drawn,
        discard=names(sorted(s.discard)),
        display=names(s.display),
        hand_sizes=tuple([len(hand) for hand in s.hands]),
        skiers=tuple(skiers),
        yeti=s.mountain.name(s.yeti),
        avalanche_at=s.avalanche_at,
        avalanche_speed=s.avalanche_speed,
        limit=s.limit,
        table=tuple(
            [RevealedPlay(t.skier, owner[t.skier], names(t.cards), t.speed, t.jump) for t in s.table]
        ),
        yeti_cards=names(s.yeti_cards),
        hit=s.hit,
        reach=s.reach,
        owed=s.owed,
        draft_order=s.draft_order,
        points=tuple(s.points),
        finished=s.finished,
        winners=s.winners,
        reason=s.reason,
    )


def private_view(s: RaceState, seat: int) -> PrivateView:
    return PrivateView(public_view(s), seat, s.deck.names(s.hands[seat]), s.selections[seat])


def open_view(s: RaceState) -> OpenView:
    """Everything, for a game that is over; raises ValueError for any other."""
    if s.phase is not Phase.OVER:
        raise ValueError("a position is laid open only when the game is over")
    return laid_open(s)


def laid_open(s: RaceState) -> OpenView:
    """Everything. Only for positions out of a game that is over (`replay.py`): nothing here can tell."""
    names = s.deck.names
    return OpenView(public_view(s), tuple(names(hand) for hand in s.hands), names(s.pile[s.drawn :]))
