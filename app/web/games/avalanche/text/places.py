"""The mountain and everybody on it in words: card by card, skier by skier, and how things stand. One reader's own.

The same facts as the picture of the mountain; places are told as card and space, snowbanks by number.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PublicView, SkierState
from app.tables.model import Table
from app.web.games.avalanche.mountain.layout import Bank, Layout
from app.web.games.avalanche.pieces.board import board
from app.web.games.avalanche.pieces.ground import Ground, avalanche, where
from app.web.games.avalanche.pieces.roster import ranking, roster
from app.web.games.avalanche.words.voice import Cast, controlled_speed


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card of the mountain. `name`: of its symbol `symbol`. `standing`: who is where on it, one text a skier."""

    number: int
    symbol: str
    name: str
    spaces: str
    standing: tuple[str, ...]
    banks: str
    trail: str
    yeti: str


@dataclass(frozen=True, slots=True)
class SkierRow:
    """One skier. `seat`: its player's. `rockets`: "" where it has none to lose; `points`, `last`: "" without the
    option. `away`: a person whose pages are closed, whose seat the host may give to a bot.
    """

    seat: int
    hat: int
    name: str
    hat_name: str
    place: str
    where: str
    rockets: str
    state: str
    cards: int
    points: str
    last: str
    mine: bool
    away: bool


def mountain(view: PublicView, ground: Ground, seat: int | None) -> tuple[CardRow, ...]:
    layout, cast = ground.layout, ground.cast
    _ = cast.voice.say
    rows = []
    for number, (card, (first, count)) in enumerate(zip(layout.cards, layout.spans, strict=True), 1):
        standing = []
        for skier, s in enumerate(view.skiers):
            if s.state is SkierState.RACING and layout.card_at(s.at) == number:
                standing.append(
                    _("%(space)s: %(name)s", space=s.at - first, name=named(skier, view, cast, seat))
                )
        here = view.yeti not in {"top", "out"} and layout.node_card(view.yeti) == number
        rows.append(
            CardRow(
                number=number,
                symbol=card.symbol,
                name=cast.voice.symbol(card.symbol),
                spaces=cast.voice.count("%(n)s space", "%(n)s spaces", count),
                standing=tuple(sorted(standing)),
                banks=banks(view, layout, number, cast),
                trail=trail(layout, number, cast),
                yeti=_("the yeti is at %(place)s", place=view.yeti.partition(".")[2]) if here else "",
            )
        )
    return tuple(rows)


def named(skier: int, view: PublicView, cast: Cast, seat: int | None) -> str:
    _ = cast.voice.say
    name = cast.skier(skier)
    return _("%(name)s (you)", name=name) if view.skiers[skier].player == seat else name


def banks(view: PublicView, layout: Layout, card: int, cast: Cast) -> str:
    """Numbers of a card's snowbanks, each with what the avalanche has done or will do to it."""
    now = board(view, layout)
    parts = []
    for number, bank in enumerate(layout.banks, 1):
        if bank.card == card:
            parts.append(one_bank(number, bank, (now.front, now.next, now.most), cast))
    return ", ".join(parts)


def one_bank(number: int, bank: Bank, edges: Sequence[int], cast: Cast) -> str:
    _ = cast.voice.say
    front, following, most = edges
    text = (
        str(number)
        if bank.width == 1
        else cast.voice.count("%(bank)s of %(n)s space", "%(bank)s of %(n)s spaces", bank.width, bank=number)
    )
    if number <= front:
        return _("%(bank)s covered", bank=text)
    if number <= following:
        return _("%(bank)s next", bank=text)
    return _("%(bank)s possible", bank=text) if number <= most else text


def trail(layout: Layout, card: int, cast: Cast) -> str:
    """The yeti's trail along a card, one part a space."""
    _ = cast.voice.say
    columns: dict[str, list[str]] = {}
    for name in layout.nodes:
        if layout.node_card(name) == card:
            columns.setdefault(name.rstrip("ab").split(".")[1], []).append(name)
    parts = []
    for column, names in columns.items():
        how = [_("on the space") if layout.nodes[n].crossing else _("beside it") for n in names]
        if len(names) == 1:
            parts.append(_("%(space)s %(how)s", space=column, how=how[0]))
        else:
            parts.append(
                _("%(space)s fork, a %(first)s, b %(second)s", space=column, first=how[0], second=how[1])
            )
    return "; ".join(parts)


def skiers(
    table: Table, view: PublicView, ground: Ground, present: frozenset[int], seat: int | None
) -> tuple[SkierRow, ...]:
    """First to last; before anybody has moved, from the front of the line; the buried at the end."""
    cast = ground.cast
    _ = cast.voice.say
    cabins = roster(view, table, cast, present).cabins
    places = ranking(view)
    order = sorted(
        range(len(view.skiers)),
        key=lambda s: (places.get(s, 99), view.skiers[s].state is SkierState.BURIED, view.skiers[s].line),
    )
    found = []
    for skier in order:
        s, cabin = view.skiers[skier], cabins[skier]
        rockets = "" if cabin.rockets is None else _("ready") if cabin.rockets else _("damaged this round")
        state = _("%(state)s, a bot sits in", state=cabin.word) if cabin.sits_in else cabin.word
        points = "" if cabin.points is None else str(cabin.points)
        last = ""
        if "controlled_speed" in view.options:
            last = _("any") if s.last_speed is None else str(s.last_speed)
        found.append(
            SkierRow(
                s.player, cabin.hat, cabin.name, cabin.hat_name, cabin.place, where(view, ground, skier),
                rockets, state, cabin.cards, points, last, s.player == seat, cabin.away,
            )
        )  # fmt: skip
    return tuple(found)


def summary(view: PublicView, ground: Ground) -> tuple[str, ...]:
    """How things stand, one fact a sentence."""
    cast = ground.cast
    _, count = cast.voice.say, cast.voice.count
    racing = sum(s.state is SkierState.RACING for s in view.skiers)
    facts = []
    if view.phase is not Phase.OVER:
        if view.limit is not None:
            facts.append(
                count(
                    "Speed limit %(limit)s for %(n)s skier.",
                    "Speed limit %(limit)s for %(n)s skiers.",
                    racing,
                    limit=view.limit,
                )
            )
        elif not cast.controlled:
            facts.append(_("No speed limit."))
        if cast.controlled:
            facts.append(controlled_speed(cast.voice))
    facts += avalanche(view, ground)
    facts.append(_("The yeti: %(place)s.", place=ground.node(view.yeti)))
    if view.phase is not Phase.OVER:
        facts.append(count("%(n)s card in the deck.", "%(n)s cards in the deck.", view.deck))
    return tuple(facts)
