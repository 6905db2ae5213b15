"""Where things are on a mountain, in words: what the picture of it shows, for the ear."""

from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PublicView, SkierState
from app.web.games.avalanche.mountain.layout import Layout
from app.web.games.avalanche.pieces.board import board
from app.web.games.avalanche.words.voice import Cast


@dataclass(frozen=True)
class Ground:
    """Places of one mountain in the reader's words."""

    layout: Layout
    cast: Cast

    def spot(self, space: int) -> str:
        """As in: card 7, space 3. The start line and what lies over the line have words of their own."""
        _ = self.cast.voice.say
        card = self.layout.card_at(space)
        if not card:
            return _("the start line")
        if card > len(self.layout.cards):
            return _("over the line")
        return _("card %(card)s, space %(space)s", card=card, space=space - self.layout.spans[card - 1][0])

    def node(self, name: str) -> str:
        """A place on the yeti's trail."""
        _ = self.cast.voice.say
        if name == "top":
            return _("above the mountain")
        if name == "out":
            return _("off the mountain")
        card, column = name.rstrip("ab").split(".")
        words = (
            _("card %(card)s, on space %(space)s")
            if self.layout.nodes[name].crossing
            else _("card %(card)s, beside space %(space)s")
        ) % {"card": card, "space": column}
        return _("%(place)s, path %(lane)s", place=words, lane=name[-1]) if name[-1] in "ab" else words


def where(view: PublicView, ground: Ground, skier: int) -> str:
    cast = ground.cast
    _ = cast.voice.say
    s = view.skiers[skier]
    if s.state is SkierState.BURIED:
        return _("buried: %(place)s", place=ground.spot(s.at))
    if s.state is SkierState.FINISHED:
        return _("over the line")
    if not s.at:
        return _("the start line, number %(n)s from the front", n=s.line)
    return ground.spot(s.at)


def around(view: PublicView, ground: Ground, reach: int | None = None) -> tuple[str, ...]:
    """Where the yeti and the avalanche are. `reach`: as in `avalanche`."""
    _ = ground.cast.voice.say
    return (_("The yeti: %(place)s.", place=ground.node(view.yeti)), *avalanche(view, ground, reach))


def avalanche(view: PublicView, ground: Ground, reach: int | None = None) -> list[str]:
    """`reach`: the last snowbank of the next advance, where it is not that of a round that begins."""
    _, count = ground.cast.voice.say, ground.cast.voice.count
    now = board(view, ground.layout)
    facts = [_("Avalanche speed %(speed)s.", speed=view.avalanche_speed)]
    if now.front:
        facts.append(count("%(n)s snowbank covered.", "%(n)s snowbanks covered.", now.front))
    else:
        facts.append(_("No snowbank covered yet."))
    first, last = now.front + 1, now.next if reach is None else reach
    if view.phase is not Phase.OVER and first == last:
        facts.append(_("Snowbank %(first)s is next.", first=first))
    elif view.phase is not Phase.OVER and first < last:
        facts.append(_("Snowbanks %(first)s to %(last)s are next.", first=first, last=last))
    return facts
