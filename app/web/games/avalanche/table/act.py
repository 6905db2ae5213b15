"""What one reader may do now, and what it waits for if nothing. The only shared words here are the others' names."""

from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import yeti_choice
from app.games.avalanche.views import PrivateView, PublicView
from app.tables.model import Acts, Table
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.pieces.aim import Route, route_lines
from app.web.games.avalanche.pieces.board import at_the_start
from app.web.games.avalanche.table.danger import Danger, danger
from app.web.games.avalanche.table.hand import owed_by, own_skiers, wished_jumps
from app.web.games.avalanche.words.choices import ChoiceWords, choice_words, locked_in, no_words
from app.web.games.avalanche.words.voice import Cast


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
class ActContext:
    """`kind`: select, locked, yeti, discard, draft, mulligan, wait, watch, bot, over. `title` and `text` say
    it in words; `words`: its buttons.

    `back`: with a bot in the seat, whether it can be taken back. `code`: of the table, for who watches.
    `owed`: cards to discard. `reach`: the yeti's steps; `hits`: what a hit costs, with "#" for the names.
    `standing`: where one stands before anybody has moved; `danger`: how near the avalanche is; `call`: how a new
    selection is announced by ear. `names`: of the others, in `text`. At the end there is nothing to choose.
    """

    kind: str
    decision: int
    title: str
    text: str
    words: ChoiceWords = no_words
    slots: tuple[Slot, ...] = ()
    owed: int = 0
    reach: int = 0
    exact: bool = False
    hits: str = ""
    standing: str = ""
    call: str = ""
    danger: Danger | None = None
    routes: tuple[Route, ...] = ()
    seated: bool = True
    back: bool = True
    code: str = ""
    names: tuple[str, ...] = ()

    @property
    def turn(self) -> bool:
        """Whether the reader is awaited."""
        return self.kind in {"select", "yeti", "discard", "draft", "mulligan"}


def act(table: Table, view: PublicView, private: PrivateView | None, cast: Cast) -> ActContext:
    _ = cast.voice.say
    if view.phase is Phase.OVER:
        return ActContext("over", view.decision, "", "", seated=private is not None)
    if private is None:
        words = choice_words("watch", cast)
        waits = waiting_for(view, cast)
        code, names = table.code, cast.names
        return ActContext(
            "watch", view.decision, words.title, waits, words, seated=False, code=code, names=names
        )
    if table.seats[private.seat].acts is Acts.BOT:
        left = table.seats[private.seat].dropped
        words = choice_words("left" if left else "bot", cast)
        return ActContext("bot", view.decision, words.title, words.text, words, back=not left)
    if view.phase is Phase.SELECT and private.selection is not None:
        return locked(view, private, cast)
    if private.seat not in view.awaited:
        out = not own_skiers(private)
        title = _("You are out of this race. You can watch.") if out else ""
        return ActContext("wait", view.decision, title, waiting_for(view, cast), names=cast.names)
    return deciding(view, private, cast)


def deciding(view: PublicView, private: PrivateView, cast: Cast) -> ActContext:
    _ = cast.voice.say
    match view.phase:
        case Phase.MULLIGAN:
            words = choice_words("mulligan", cast)
            there = standing(private, cast)
            return ActContext("mulligan", view.decision, words.title, words.text, words, standing=there)
        case Phase.YETI:
            return yeti(view, private, cast)
        case Phase.DISCARD:
            owed = owed_by(view, private.seat)
            words = choice_words("discard", cast, owed)
            return ActContext("discard", view.decision, words.title, words.text, words, owed=owed)
        case Phase.DRAFT:
            words = choice_words("draft", cast)
            return ActContext("draft", view.decision, words.title, words.text, words)
    if cast.doubled:
        text = _("For each skier pick one card, or two with the same symbol.")
    elif at_the_start(view):
        text = _("Pick one card, or two with the same symbol. Its number is your speed.")
    else:
        text = _("Pick one card, or two with the same symbol.")
    where = standing(private, cast)
    near = danger(private, own_skiers(private), cast)
    words = choice_words("select", cast)
    own = slots(private, cast)
    return ActContext(
        "select",
        view.decision,
        "",
        text,
        words,
        slots=own,
        standing=where,
        call=called(view, cast),
        danger=near,
    )


def called(view: PublicView, cast: Cast) -> str:
    """A new selection by ear: the round, whose move it is, and the limit where there is one (AV-20)."""
    _ = cast.voice.say
    if view.limit is None:
        return _("Round %(round)s. Your move.", round=view.round)
    return _("Round %(round)s. Your move. Limit %(limit)s.", round=view.round, limit=view.limit)


def standing(private: PrivateView, cast: Cast) -> str:
    """Where the reader's skiers stand before the race begins; "" later."""
    _ = cast.voice.say
    view = private.public
    if not at_the_start(view):
        return ""
    if cast.solo:
        return _("You and the yeti stand on the first space.")
    places = sorted(view.skiers[skier].line for skier in own_skiers(private))
    if len(places) == 1:
        return _(
            "You are number %(place)s of %(n)s in the starting line.", place=places[0], n=len(view.skiers)
        )
    return _(
        "Your skiers are number %(places)s of %(n)s in the starting line.",
        places=cast.voice.names([str(place) for place in places]),
        n=len(view.skiers),
    )


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


def locked(view: PublicView, private: PrivateView, cast: Cast) -> ActContext:
    _ = cast.voice.say
    own = slots(private, cast)
    jumps = wished_jumps(private)
    parts = []
    for slot in own:
        text = _("%(cards)s, jump", cards=slot.locked) if slot.skier in jumps else slot.locked
        parts.append(f"{slot.name}: {text}" if len(own) > 1 else text)
    return ActContext(
        "locked",
        view.decision,
        locked_in(parts, cast.voice),
        waiting_for(view, cast),
        slots=own,
        danger=danger(private, own_skiers(private), cast),
        names=cast.names,
    )


def yeti(view: PublicView, private: PrivateView, cast: Cast) -> ActContext:
    _ = cast.voice.say
    choice = yeti_choice(private)
    lines = route_lines(choice, cast, layout_of(view.deck_hash, view.mountain))
    if choice.exact:
        title = _("Choose the yeti’s path")
        text = cast.voice.count(
            "Exactly %(n)s space downhill.", "Exactly %(n)s spaces downhill.", choice.reach
        )
    else:
        title = _("You are farthest uphill, so you move the yeti")
        text = cast.voice.count(
            "Up to %(n)s space, uphill or downhill. Choose where the yeti stops; at a fork, choose the path.",
            "Up to %(n)s spaces, uphill or downhill. Choose where the yeti stops; at a fork, choose the path.",
            choice.reach,
        )
    return ActContext(
        "yeti",
        view.decision,
        title,
        text,
        choice_words("yeti", cast),
        reach=choice.reach,
        exact=choice.exact,
        hits=price(len(private.hand), cast),
        routes=lines,
    )


def price(cards: int, cast: Cast) -> str:
    """What the yeti's hit costs: rockets (AV-45), solo a card, and the race where there is none (AV-78, AV-79)."""
    _ = cast.voice.say
    if not cast.solo:
        return _("Hits #: no rocket jump next round.")
    if not cards:
        return _("Hits you: you have no card left to discard, so you lose.")
    if cards == 1:
        return _("Hits you: it costs you your last card.")
    return _("Hits you: it costs you one card of your choice.")


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
            return _("%(names)s must still discard cards.", names=who)
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
