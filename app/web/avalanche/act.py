"""What one reader may do now, and what it waits for if nothing. The only shared words here are the others' names."""

from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import forecasts, yeti_choice
from app.games.avalanche.views import PrivateView, PublicView
from app.tables.model import Acts, Table
from app.web.avalanche.again import Again, again
from app.web.avalanche.aim import Route, route_lines
from app.web.avalanche.hand import own_skiers
from app.web.avalanche.layout import cards_of, layout_of
from app.web.avalanche.words import Cast


@dataclass(frozen=True, slots=True)
class Slot:
    """One skier of the seat and its own wish to jump. `can`: its rockets work. `locked`: names of its cards,
    once in.
    """

    skier: int
    hat: int
    name: str
    jump: bool
    can: bool
    locked: str


@dataclass(frozen=True, slots=True)
class Act:
    """`kind`: select, locked, yeti, discard, draft, mulligan, wait, watch, bot, over. `title` and `text` say
    it in words.

    `back`: with a bot in the seat, whether it can be taken back. `code`: of the table, for who watches.
    `owed`: cards to give up. `reach`: the yeti's steps. `again`: what there is to say of another race.
    """

    kind: str
    decision: int
    title: str
    text: str
    slots: tuple[Slot, ...] = ()
    owed: int = 0
    reach: int = 0
    exact: bool = False
    routes: tuple[Route, ...] = ()
    seated: bool = True
    again: Again | None = None
    back: bool = True
    code: str = ""

    @property
    def turn(self) -> bool:
        """Whether the reader is awaited."""
        return self.kind in {"select", "yeti", "discard", "draft", "mulligan"}


def act(table: Table, view: PublicView, private: PrivateView | None, cast: Cast) -> Act:
    _ = cast.voice.say
    if view.phase is Phase.OVER:
        return over(table, view, private, cast)
    if private is None:
        return Act(
            "watch", view.decision, _("Watching"), waiting_for(view, cast), seated=False, code=table.code
        )
    if table.seats[private.seat].dropped:
        return Act(
            "bot",
            view.decision,
            _("You have left this race"),
            _("A bot plays your seat to the end."),
            back=False,
        )
    if table.seats[private.seat].acts is Acts.BOT:
        return Act(
            "bot", view.decision, _("A bot sits in for you"), _("It plays until you take your seat back.")
        )
    if view.phase is Phase.SELECT and private.selection is not None:
        return locked(view, private, cast)
    if private.seat not in view.awaited:
        out = not own_skiers(private)
        title = _("You are out of this race. You can watch.") if out else ""
        return Act("wait", view.decision, title, waiting_for(view, cast))
    return deciding(view, private, cast)


def deciding(view: PublicView, private: PrivateView, cast: Cast) -> Act:
    _ = cast.voice.say
    match view.phase:
        case Phase.MULLIGAN:
            return Act(
                "mulligan",
                view.decision,
                _("Your first hand"),
                _("Keep it, or take four new ones. Only once."),
            )
        case Phase.YETI:
            return yeti(view, private, cast)
        case Phase.DISCARD:
            owed = dict(zip(view.awaited, view.owed, strict=False)).get(private.seat, 1)
            text = _("He stepped on you.") if cast.solo else _("One of your skiers has left the mountain.")
            title = cast.voice.count("Give up %(n)s card", "Give up %(n)s cards", owed)
            return Act("discard", view.decision, title, text, owed=owed)
        case Phase.DRAFT:
            return Act("draft", view.decision, _("Take a card"), _("Choose one of the open cards."))
    text = (
        _("Pick a card, or two of one symbol for each skier.")
        if cast.doubled
        else _("Pick a card, or two of one symbol.")
    )
    return Act("select", view.decision, "", text, slots=slots(private, cast))


def slots(private: PrivateView, cast: Cast) -> tuple[Slot, ...]:
    voice = cast.voice
    deck = cards_of(private.public.deck_hash)
    chosen = {p.skier: p for p in (private.selection.plays if private.selection else ())}
    found = []
    for skier in own_skiers(private):
        play = chosen.get(skier)
        names = voice.names([voice.card(deck[c].symbol, deck[c].speed) for c in play.cards]) if play else ""
        can = private.public.skiers[skier].rockets
        found.append(
            Slot(skier, cast.hats[skier], cast.hat_name(skier), play.jump if play else True, can, names)
        )
    return tuple(found)


def locked(view: PublicView, private: PrivateView, cast: Cast) -> Act:
    _ = cast.voice.say
    own = slots(private, cast)
    flying = {(f.skier, frozenset(f.cards)) for f in forecasts(private) if f.jump is None}
    chosen = {p.skier: frozenset(p.cards) for p in (private.selection.plays if private.selection else ())}
    parts = []
    for slot in own:
        jumps = slot.jump and (slot.skier, chosen.get(slot.skier)) in flying
        text = _("%(cards)s, jump", cards=slot.locked) if jumps else slot.locked
        parts.append(f"{slot.name}: {text}" if len(own) > 1 else text)
    return Act(
        "locked",
        view.decision,
        _("Locked in: %(what)s.", what="; ".join(parts)),
        waiting_for(view, cast),
        slots=own,
    )


def yeti(view: PublicView, private: PrivateView, cast: Cast) -> Act:
    _ = cast.voice.say
    choice = yeti_choice(private)
    lines = route_lines(choice, cast, layout_of(view.deck_hash, view.mountain))
    if choice.exact:
        title = _("The yeti walks, you choose the lane")
        text = cast.voice.count("Exactly %(n)s step downhill.", "Exactly %(n)s steps downhill.", choice.reach)
    else:
        title = _("You are last, so you move the yeti")
        text = cast.voice.count(
            "Up to %(n)s step, uphill or downhill. Tap where he stops; at a fork, tap the lane.",
            "Up to %(n)s steps, uphill or downhill. Tap where he stops; at a fork, tap the lane.",
            choice.reach,
        )
    return Act("yeti", view.decision, title, text, reach=choice.reach, exact=choice.exact, routes=lines)


def waiting_for(view: PublicView, cast: Cast) -> str:
    """Who is awaited, in words."""
    _ = cast.voice.say
    names = [cast.names[p] for p in view.awaited if p not in view.locked]
    if not names:
        return ""
    who = cast.voice.names(names)
    match view.phase:
        case Phase.YETI:
            return _("%(name)s is moving the yeti.", name=who)
        case Phase.DISCARD:
            return _("Waiting for the cards %(names)s must give up.", names=who)
        case Phase.DRAFT:
            return _("%(name)s takes a card first.", name=who)
    if len(names) > 2:
        return cast.voice.count(
            "Waiting for %(name)s and %(n)s more.",
            "Waiting for %(name)s and %(n)s more.",
            len(names) - 1,
            name=names[0],
        )
    return _("Waiting for %(names)s.", names=who)


def over(table: Table, view: PublicView, private: PrivateView | None, cast: Cast) -> Act:
    _ = cast.voice.say
    won = private is not None and private.seat in (view.winners or ())
    title = _("You win") if won else _("The race is over")
    more = again(table, private.seat if private else None, cast)
    return Act("over", view.decision, title, more.text, seated=private is not None, again=more)
