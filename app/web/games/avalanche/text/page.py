"""The text view of a race: everything the table shows, as headings, tables, lists and plain forms.

It is one reader's own page, so "you" is allowed everywhere. Playable from the first card to the last without a
script and without seeing: the same facts as the picture, the same forms as the controls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PrivateView, PublicView
from app.tables.model import Acts, EventsOf, Table
from app.web.frame import PageReader, whole
from app.web.front.text import Asked
from app.web.games.avalanche.finish.podium import over
from app.web.games.avalanche.finish.poster import rounds_in
from app.web.games.avalanche.finish.why import why
from app.web.games.avalanche.finish.wording import own_line
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.pieces.ground import Ground
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.story.rulings import titles
from app.web.games.avalanche.table.act import waiting_for
from app.web.games.avalanche.table.hand import owed_by, sorted_hand
from app.web.games.avalanche.text.chat import ReactionButton, Saying, reactions, sayings
from app.web.games.avalanche.text.choices import Chooser, racing_own
from app.web.games.avalanche.text.clock import TextClock, text_clock
from app.web.games.avalanche.text.forms import TextChoice
from app.web.games.avalanche.text.places import CardRow, SkierRow, mountain, skiers, summary
from app.web.games.avalanche.text.requests import Settling, settling
from app.web.games.avalanche.text.result import ResultRow, result
from app.web.games.avalanche.text.story import TextChapter, chapters, news
from app.web.games.avalanche.words.choices import ChoiceWords, choice_words
from app.web.games.avalanche.words.game_words import options
from app.web.games.avalanche.words.phrases import phrases
from app.web.games.avalanche.words.voice import Cast, cast_of, voice_of
from app.web.pages.codes import spoken
from app.web.pages.proof import ShownProof, shown
from app.web.pages.rematch_votes import Again, again

View = PublicView | PrivateView
Fields = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class TextPage:
    """The whole page. `kind`: select, take_back, yeti, discard, draft, mulligan, wait, watch, bot or over; `words` are
    its own.

    `turn`: the reader must decide, so nothing may move under their hands. `refused`: why the last form was
    not taken. `latest`, `earlier`: chapters of the story. `rulings`: what each ruling is about, by number.
    `refresh`: without a script the page may come again by itself. `still`: the reader has asked it not to.
    `since`: the version they have read, None = unknown; `news`: what happened after it. `moment`: epoch ms.
    `names`: of people and bots.
    """

    table_id: str
    code: str
    names: tuple[str, ...]
    version: int
    place: str
    kind: str
    decision: int
    heading: str
    words: ChoiceWords
    waiting: str
    turn: bool
    refused: str
    facts: tuple[str, ...]
    choice: TextChoice | None
    hand: tuple[str, ...]
    display: tuple[str, ...]
    options: tuple[str, ...]
    skiers: tuple[SkierRow, ...]
    mountain: tuple[CardRow, ...]
    latest: tuple[TextChapter, ...]
    earlier: tuple[TextChapter, ...]
    whole_log: bool
    rulings: Mapping[str, str]
    result: str
    result_text: str
    own: str
    podium: tuple[ResultRow, ...]
    again: Again | None
    seat: int | None
    host: bool
    refresh: bool
    still: bool
    settle: Settling
    proof: ShownProof | None
    clock: TextClock | None
    since: int | None
    news: tuple[TextChapter, ...]
    sayings: tuple[Saying, ...]
    reactions: tuple[ReactionButton, ...]
    hears: bool
    chat_version: int
    moment: int


class AvalancheText:
    """Implements `app.web.front.text.TextFront`."""

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
        reader: PageReader,
        asked: Asked,
    ) -> str:
        """The page as HTML."""
        context = text(table, view, story, present, language=reader.language, asked=asked)
        title = f"{context.heading} · {spoken(table.code)}"
        return whole("avalanche/text.html", title, f"/t/{table.code}/text", context, reader, phrases=phrases)


def text(
    table: Table,
    view: View,
    story: Sequence[EventsOf],
    present: frozenset[int],
    *,
    language: str,
    asked: Asked,
) -> TextPage:
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
    words = choice_words(kind, cast, 1 if seat is None else owed_by(public, seat))
    parts = chapters(story, table, public, language)
    ended = result(public, EventWording(cast, cast.voice, deck, layout), layout)
    known = options(language)

    def names(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(cast.voice.card(deck[c].symbol, deck[c].speed) for c in ids)

    turn = choice is not None and kind != "take_back"
    return TextPage(
        table_id=table.id,
        code=table.code,
        names=cast.names,
        version=table.version,
        place=asked.place,
        kind=kind,
        decision=public.decision,
        heading=heading(kind, words, public, cast, seat=seat, result=ended.title),
        words=words,
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
        latest=parts[-1:] if asked.since is None else (),
        earlier=parts[:-1] if asked.since is None else parts,
        whole_log=asked.whole_log,
        rulings=titles(language),
        result=ended.title,
        result_text=ended.text,
        own=own_end(public, seat, asked.race, cast) if over(public) and seat is not None else "",
        podium=ended.rows,
        again=again(table, seat, cast) if kind == "over" else None,
        seat=seat,
        host=asked.host,
        refresh=not turn and kind != "over" and not asked.refused and not asked.still,
        still=asked.still,
        proof=shown(asked.proof) if asked.proof else None,
        settle=settling(table, cast, here, asked, seated=seat is not None),
        clock=text_clock(table, public, asked.now, cast.voice),
        since=asked.since,
        news=() if asked.since is None else news(story, table, public, language, asked.since),
        sayings=sayings(asked.said, cast),
        reactions=reactions(cast.voice) if seat is not None else (),
        hears=asked.hears,
        chat_version=table.chat_version,
        moment=asked.now,
    )


def kind_of(
    table: Table, public: PublicView, own: PrivateView | None, ground: Ground, asked: Asked
) -> tuple[str, TextChoice | None]:
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


def own_end(view: PublicView, seat: int, race: Sequence[EventsOf], cast: Cast) -> str:
    """What the finish says to this seat's player: how it ended for them, and why."""
    rounds = rounds_in(race, view)
    line = own_line(view, seat, cast, rounds)
    end = "" if line.second.endswith(".") else "."
    return f"{line.first} {line.second}{end} {why(rounds, seat, cast)}".strip()


def heading(
    kind: str, words: ChoiceWords, view: PublicView, cast: Cast, *, seat: int | None, result: str
) -> str:
    """Where the race is and what is to be done, for the page's first heading and its title."""
    _ = cast.voice.say
    if kind == "over" and seat is not None:
        line = own_line(view, seat, cast)
        # How near it was stands below; a place says nothing without it.
        return line.first.rstrip(",.") if line.outcome != "second" else f"{line.first} {line.second}"
    if kind == "over":
        return result or _("The race is over")
    if "racing" in view.options:
        return _(
            "Heat %(heat)s, round %(round)s: %(what)s", heat=view.heat, round=view.round, what=words.within
        )
    return _("Round %(round)s: %(what)s", round=view.round, what=words.within)


text_screen = AvalancheText()
