"""What a player may choose from, and where it would lead, from views alone and by the same rules as the play
itself.

Not here: anything hidden; a forecast knows the board as it stands, not what the others will do.
"""

from collections.abc import Callable

from app.games.avalanche.actions import Select
from app.games.avalanche.deck import Deck, deck_by_hash
from app.games.avalanche.events import Phase
from app.games.avalanche.mountain import OUT, Mountain, mountain_of
from app.games.avalanche.movement import NO_JUMP, WILD, end_space, jump_kind, jump_over
from app.games.avalanche.reveal import breaks_control
from app.games.avalanche.selection import plays_of, selections_of
from app.games.avalanche.views import Forecast, Margin, PrivateView, PublicView, SkierState, YetiChoice


def ground(view: PublicView) -> tuple[Deck, Mountain]:
    """The deck and the mountain a view speaks of. Raises BadDeck if its deck is not known here."""
    deck = deck_by_hash(view.deck_hash)
    return deck, mountain_of(deck, tuple([deck.index[card] for card in view.mountain]))


def _own(view: PrivateView) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seat's racing skiers, and its hand as the rules count it."""
    deck = deck_by_hash(view.public.deck_hash)
    skiers = [
        number
        for number, skier in enumerate(view.public.skiers)
        if skier.player == view.seat and skier.state is SkierState.RACING
    ]
    return tuple(skiers), tuple([deck.index[card] for card in view.hand])


def selections(view: PrivateView) -> tuple[Select, ...]:
    """Every selection of the seat, as `legal_actions` lists them; () outside step 1 or without a racing
    skier.
    """
    skiers, hand = _own(view)
    if view.public.phase is not Phase.SELECT or not skiers:
        return ()
    return tuple(selections_of(deck_by_hash(view.public.deck_hash), hand, skiers))


def forecasts(view: PrivateView) -> tuple[Forecast, ...]:
    """One for each play each racing skier of the seat could make; () outside step 1."""
    if view.public.phase is not Phase.SELECT:
        return ()
    skiers, hand = _own(view)
    deck, mountain = ground(view.public)
    # Every other skier of the seat needs a card, too (AV-63).
    spare = max(1, len(hand) - len(skiers) + 1)
    plays = [play for play in plays_of(deck, hand) if len(play) <= spare]
    return tuple([_forecast(view.public, deck, mountain, skier, play) for skier in skiers for play in plays])


def _forecast(
    view: PublicView, deck: Deck, mountain: Mountain, number: int, cards: tuple[int, ...]
) -> Forecast:
    skier = view.skiers[number]
    speed = sum([deck.speeds[card] for card in cards])
    uncontrolled = "controlled_speed" in view.options and breaks_control(skier.last_speed, speed)
    steps = 1 if uncontrolled else speed
    others = [
        other.at
        for place, other in enumerate(view.skiers)
        if place != number and other.state is SkierState.RACING
    ]
    ski_to, ski_free = end_space(mountain, skier.at, steps, others)
    kind = jump_kind(deck, mountain, skier.at, cards)
    refused = None
    if kind == NO_JUMP:
        refused = "no_match"
    elif not skier.rockets and view.players > 1:
        refused = "rockets_out"
    jump_to = jump_free = over = None
    if refused is None:
        over, landing, over_line = jump_over(mountain, skier.at)
        if over_line:
            jump_to = jump_free = mountain.spaces + 1
        else:
            jump_to, jump_free = end_space(mountain, landing, steps, others)
    return Forecast(
        skier=number,
        cards=deck.names(cards),
        speed=speed,
        jump=refused,
        wild=kind == WILD,
        controlled_crash=uncontrolled,
        ski_to=ski_to,
        ski_free=ski_free,
        jump_to=jump_to,
        jump_free=jump_free,
        over=over,
    )


def margin(view: PublicView, skier: int, space: int, *, cards: int = 1, jump: bool = False) -> Margin | None:
    """What the next advance means for this skier on this space, if it plays so many cards and jumps or does not. None
    over the line. Cards count solo alone (AV-77): one at least, for one has to be played.
    """
    _deck, mountain = ground(view)
    if space > mountain.spaces:
        return None
    quicker = jump + (cards if view.players == 1 else 0)
    jumpers = sum(
        number != skier and other.state is SkierState.RACING and other.rockets
        for number, other in enumerate(view.skiers)
    )
    reach = view.avalanche_at + view.avalanche_speed + quicker
    return Margin(mountain.bank_at[space], reach, jumpers)


def least_safe_speed(view: PublicView, skier: int) -> int | None:
    """The lowest speed that takes the skier beyond the next advance if nobody jumps, on the board as it stands; None if
    no single card is enough.
    """
    deck, mountain = ground(view)
    others = [
        s.at for number, s in enumerate(view.skiers) if number != skier and s.state is SkierState.RACING
    ]
    for speed in range(1, max(deck.speeds) + 1):
        _, end = end_space(mountain, view.skiers[skier].at, speed, others)
        there = margin(view, skier, end)
        if there is None or not there.caught():
            return speed
    return None


def yeti_choice(view: PublicView | PrivateView) -> YetiChoice:
    """The part of the yeti's path within reach. Raises ValueError when nobody is to move him."""
    public = view.public if isinstance(view, PrivateView) else view
    if public.phase is not Phase.YETI or public.reach is None:
        raise ValueError("nobody is to move the yeti")
    _deck, mountain = ground(public)
    exact = public.players == 1
    start = mountain.nodes[public.yeti]
    down = _spread(mountain, mountain.below, start, public.reach)
    up = () if exact else _spread(mountain, mountain.above, start, public.reach)
    near = {node for _, nodes in (*down, *up) for node in nodes}
    standing: dict[str, tuple[int, ...]] = {}
    for number, skier in enumerate(public.skiers):
        if skier.state is SkierState.RACING and skier.at > 0 and mountain.crossing[skier.at] != OUT:
            node = mountain.names[mountain.crossing[skier.at]]
            if node in near:
                standing[node] = (*standing.get(node, ()), number)
    return YetiChoice(public.yeti, public.reach, exact, down, up, tuple(standing.items()))


def _spread(
    mountain: Mountain, step: Callable[[int], tuple[int, ...]], start: int, reach: int
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each node he may stand on in this direction, near ones first, with those he may enter next."""
    found: dict[int, tuple[int, ...]] = {}
    edge = [start]
    for _ in range(reach):
        following: list[int] = []
        for node in edge:
            found[node] = step(node)
            following += [near for near in found[node] if near not in following]
        edge = following
    names = mountain.names
    return tuple(
        (names[node], tuple([names[near] for near in nodes])) for node, nodes in found.items() if nodes
    )
