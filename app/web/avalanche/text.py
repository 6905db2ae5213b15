"""The text view of a race: everything the table shows, as headings, tables, lists and plain forms.

It is one reader's own page, so "you" is allowed everywhere. Playable from the first card to the last without a
script and without seeing: the same facts as the picture, the same forms as the controls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PrivateView, PublicView
from app.tables.model import Acts, EventsOf, Table
from app.web.avalanche import story as told
from app.web.avalanche.act import waiting_for
from app.web.avalanche.again import Again, again
from app.web.avalanche.hand import sorted_hand
from app.web.avalanche.layout import cards_of, layout_of
from app.web.avalanche.options import options
from app.web.avalanche.rulings import titles
from app.web.avalanche.sentences import Teller
from app.web.avalanche.story import Podium
from app.web.avalanche.text_asks import Settling, settling
from app.web.avalanche.text_choices import Chooser, racing_own
from app.web.avalanche.text_forms import Choice
from app.web.avalanche.text_places import CardRow, Ground, SkierRow, mountain, skiers, summary
from app.web.avalanche.text_story import Chapter, chapters
from app.web.avalanche.words import Cast, cast_of, voice_of
from app.web.pages.codes import spoken
from app.web.pages.frame import Reader, whole
from app.web.pages.proof import Shown, shown
from app.web.text_screen import Asked

View = PublicView | PrivateView
Fields = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Text:
    """The whole page. `kind`: select, take_back, yeti, discard, draft, mulligan, wait, watch, bot or over.

    `turn`: the reader must decide, so nothing may move under their hands. `refused`: why the last form was
    not taken. `latest`, `earlier`: chapters of the story. `rulings`: what each ruling is about, by number.
    `refresh`: without a script the page may come again by itself. `still`: the reader has asked it not to.
    """

    table_id: str
    code: str
    version: int
    place: str
    kind: str
    decision: int
    heading: str
    waiting: str
    turn: bool
    refused: str
    facts: tuple[str, ...]
    choice: Choice | None
    hand: tuple[str, ...]
    display: tuple[str, ...]
    options: tuple[str, ...]
    skiers: tuple[SkierRow, ...]
    mountain: tuple[CardRow, ...]
    latest: tuple[Chapter, ...]
    earlier: tuple[Chapter, ...]
    whole_log: bool
    rulings: Mapping[str, str]
    result: str
    result_text: str
    podium: tuple[Podium, ...]
    again: Again | None
    seat: int | None
    host: bool
    refresh: bool
    still: bool
    settle: Settling
    proof: Shown | None


class AvalancheText:
    """The text view as the front desk knows it (`app.web.text_screen`)."""

    def fields(self, form: Fields) -> Fields:
        """The posted fields as the table's own controls send them: a play is one value here, its cards joined
        by a space.
        """
        return {
            name: [card for value in values for card in value.split()] if name.startswith("card-") else values
            for name, values in form.items()
        }

    def page(
        self,
        table: Table,
        view: View,
        story: Sequence[EventsOf],
        present: frozenset[int],
        *,
        reader: Reader,
        asked: Asked,
    ) -> str:
        """The page as HTML."""
        context = text(table, view, story, present, language=reader.language, asked=asked)
        title = f"{context.heading} · {spoken(table.code)}"
        return whole("avalanche/text.html", title, f"/t/{table.code}/text", context, reader)


def text(
    table: Table,
    view: View,
    story: Sequence[EventsOf],
    present: frozenset[int],
    *,
    language: str,
    asked: Asked,
) -> Text:
    own = view if isinstance(view, PrivateView) else None
    public = own.public if own else view
    assert isinstance(public, PublicView)
    cast = cast_of(table, voice_of(language))
    layout = layout_of(public.deck_hash, public.mountain)
    ground = Ground(layout, cast)
    deck = cards_of(public.deck_hash)
    seat = own.seat if own else None
    here = present if seat is None else present | {seat}
    kind, choice = kind_of(table, public, own, ground, asked)
    parts = chapters(story, table, public, language)
    result = told.result(public, cast, Teller(cast, cast.voice, deck, layout), layout)
    known = options(language)

    def names(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(cast.voice.card(deck[c].symbol, deck[c].speed) for c in ids)

    turn = choice is not None and kind != "take_back"
    return Text(
        table_id=table.id,
        code=table.code,
        version=table.version,
        place=asked.place,
        kind=kind,
        decision=public.decision,
        heading=heading(kind, public, seat, result.title, cast),
        waiting="" if turn else waiting_for(public, cast),
        turn=turn,
        refused=asked.refused,
        facts=summary(public, ground),
        choice=choice,
        hand=names(sorted_hand(own, deck)) if own else (),
        display=names(public.display),
        options=tuple(
            known[key].name
            for key in public.options
            if key in known and (key != "controlled_speed" or not cast.solo)
        ),
        skiers=skiers(table, public, ground, here, seat),
        mountain=mountain(public, ground, seat),
        latest=parts[-1:],
        earlier=parts[:-1],
        whole_log=asked.whole_log,
        rulings=titles(language),
        result=result.title,
        result_text=result.text,
        podium=result.podium,
        again=again(table, seat, cast) if kind == "over" else None,
        seat=seat,
        host=asked.host,
        refresh=not turn and kind != "over" and not asked.refused and not asked.still,
        still=asked.still,
        proof=shown(asked.proof) if asked.proof else None,
        settle=settling(table, cast, here, asked, seated=seat is not None),
    )


def kind_of(
    table: Table, public: PublicView, own: PrivateView | None, ground: Ground, asked: Asked
) -> tuple[str, Choice | None]:
    """What the page is about, and the form for it."""
    if public.phase is Phase.OVER:
        return "over", None
    if own is None:
        return "watch", None
    if table.seats[own.seat].acts is Acts.BOT:
        return "left" if table.seats[own.seat].dropped else "bot", None
    meant = asked.sent.get("decision", ())
    sent = asked.sent if str(public.decision) in meant else {}
    choice = Chooser(own, ground, sent).choice()
    if choice is None:
        return "wait" if racing_own(own) else "watch", None
    return choice.kind, choice


def heading(kind: str, view: PublicView, seat: int | None, result: str, cast: Cast) -> str:
    """Where the race is and what is to be done, for the page's first heading and its title."""
    _ = cast.voice.say
    if kind == "over":
        return result or _("The race is over")
    words = {
        "select": _("choose your speed"),
        "take_back": _("you are locked in"),
        "yeti": _("move the yeti"),
        "draft": _("take a card"),
        "mulligan": _("your first hand"),
        "bot": _("a bot plays for you"),
        "left": _("you have left this race"),
        "watch": _("you are watching"),
    }
    what = words.get(kind, _("waiting"))
    if kind == "discard":
        owed = view.owed[view.awaited.index(seat)] if seat in view.awaited else 1
        what = cast.voice.count("give up %(n)s card", "give up %(n)s cards", owed)
    if "racing" in view.options:
        return _("Heat %(heat)s, round %(round)s: %(what)s", heat=view.heat, round=view.round, what=what)
    return _("Round %(round)s: %(what)s", round=view.round, what=what)


text_screen = AvalancheText()
