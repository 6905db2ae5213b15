"""The table's screen: views, events and forms of Avalanche in, HTML and actions out.

Shared regions, the same for everybody at a table, with names and seat numbers only:
    state      what scripts and stylesheets need to know: phase, round, decision
    where      round, table, variant
    mountain   addresses and map of the mountain; changes with a heat
    board      how far the avalanche has come, as classes; its children are drawn once and never replaced
    avalanche  its speed, written on it
    pieces     skiers, yeti, marks of danger
    rail       the whole mountain at a glance
    roster     a cabin for every skier (seat-n)
    clock      the round, later the time
    reveal     the cards of this round, once they lie open
    display    the open cards of the drafting option
    log        the last two rounds in words, and what people did meanwhile
    asks       who is away, asks for a seat or has paused, with the buttons to settle it
    podium     the result as a list; buriedlist, numbers, after: what else there is to say of a race that is over
Private regions, the only places of "you": hand, act, limit, above, aim; at the end finish and rematch.

Controls in regions name a form of the page (form="f-act"), which holds the address and the reader's token; so regions
hold no token. One's own seat is marked by `data-seat` on the root, and a host's controls are shown by `data-host`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from app.games.avalanche.events import HeatStarted, Phase, RoundStarted
from app.games.avalanche.forecast import yeti_choice
from app.games.avalanche.views import PrivateView, PublicView
from app.games.kernel.contract import Json
from app.tables.model import EventsOf, Table
from app.web.frame import Unmade, named, region
from app.web.front.table import DrawingFile
from app.web.games.avalanche.finish import podium, poster
from app.web.games.avalanche.finish.share import share
from app.web.games.avalanche.mountain import places
from app.web.games.avalanche.mountain.layout import layout_of
from app.web.games.avalanche.pieces import aim, board
from app.web.games.avalanche.story.beats import tell
from app.web.games.avalanche.story.log import log
from app.web.games.avalanche.story.woven import woven
from app.web.games.avalanche.table import act, forms, hand, limit, shared
from app.web.games.avalanche.words import refusals
from app.web.games.avalanche.words.goal import goal
from app.web.games.avalanche.words.phrases import phrases
from app.web.games.avalanche.words.voice import Cast, cast_of, voice_of
from app.web.pages.rematch_votes import rematch
from app.web.pages.table_regions import drawn

View = PublicView | PrivateView


def public_of(view: View) -> PublicView:
    return view.public if isinstance(view, PrivateView) else view


def private_of(view: View) -> PrivateView | None:
    return view if isinstance(view, PrivateView) else None


@dataclass(frozen=True)
class AvalancheTable:
    template: str = "avalanche/table.html"
    story_versions: int = 200
    """Two rounds of five players and their yeti need about 30."""

    def regions_shared(
        self,
        table: Table,
        view: View,
        story_so_far: Sequence[EventsOf],
        present: frozenset[int],
        language: str,
        *,
        race: Sequence[EventsOf] = (),
    ) -> dict[str, str]:
        return shared.regions(table, public_of(view), story_so_far, present, language, race=race)

    def regions_private(
        self, table: Table, view: View, language: str, *, race: Sequence[EventsOf] = ()
    ) -> dict[str, str]:
        public, own = public_of(view), private_of(view)
        cast = cast_of(table, voice_of(language))
        layout = layout_of(public.deck_hash, public.mountain)
        decides = own is not None and own.seat in public.awaited and public.phase is Phase.YETI
        contexts: dict[str, object] = {
            "hand": own_hand(table, own, cast) if own else hand.nobody(public),
            "act": act.act(table, public, own, cast),
            "limit": limit.limit(public, own, cast),
            "above": board.above(public, own, layout),
            "finish": poster.finish(
                table, public, own.seat if own else None, cast, poster.rounds_in(race, public)
            ),
            "rematch": rematch(table, own.seat if own else None, cast, over=podium.over(public)),
            "aim": aim.aim(yeti_choice(own) if decides and own and acts(table, own) else None, cast, layout),
        }
        return drawn("avalanche", contexts, language, phrases)

    def act_region(self, table: Table, view: View, language: str) -> str:
        """The answer to a choice that was taken."""
        context = act.act(table, public_of(view), private_of(view), cast_of(table, voice_of(language)))
        return region("avalanche/_act.html", context, language)

    def page(
        self,
        table: Table,
        view: View,
        story_so_far: Sequence[EventsOf],
        present: frozenset[int],
        language: str,
        *,
        race: Sequence[EventsOf] = (),
    ) -> dict[str, Any]:
        """Context of the whole page. `regions`: HTML by id; `picture`: the still layers of both orientations. `race`:
        all events of one that is over.
        """
        public, own = public_of(view), private_of(view)
        key = places.mountain_key(public)
        regions = self.regions_shared(table, view, story_so_far, present, language, race=race)
        regions |= self.regions_private(table, view, language, race=race)
        return {
            "title": f"{table.code[:3]} {table.code[3:]}",
            "table": table,
            "seat": own.seat if own else None,
            "phase": public.phase.value,
            "players": public.players,
            "regions": {name: Markup(html) for name, html in regions.items()},  # noqa: S704 - rendered by our own templates
            "board": board.board(public, layout_of(public.deck_hash, public.mountain)),
            "places": " ".join(voice_of(language).place(place) for place in range(1, 6)),
            "goal": goal(public, voice_of(language)),
            "places_url": places.places_url(public),
            "wide": places.Picture(key, "wide"),
            "tall": places.Picture(key, "tall"),
            "billows": tuple(Markup(b) for b in places.billows()),  # noqa: S704 - drawn by us
        }

    def beats(
        self,
        events: Sequence[EventsOf],
        table: Table,
        language: str,
        view: View | None = None,
        before: View | None = None,
    ) -> list[dict[str, Any]]:
        """The story as data for motion and captions, oldest first. With a `view` the sentences name cards of
        the mountain. `before`: the view before these events, where it is known.
        """
        return shared.motion(
            events, table, public_of(view) if view else None, language, public_of(before) if before else None
        )

    def log(
        self, table: Table, view: View, story: Sequence[EventsOf], language: str
    ) -> tuple[str, dict[str, Any]]:
        """Template and context of the page that tells the whole race, the cards of every heat named."""
        voice = voice_of(language)
        _ = voice.say
        title = _("Log of the race")
        lines = woven(log(tell(story, table, public_of(view), language)), story, table, voice)
        names = cast_of(table, voice).names
        context = {"title": title, "code": table.code, "lines": lines, "names": names}
        return "avalanche/log.html", context

    def share(
        self, table: Table, view: View, race: Sequence[EventsOf], language: str, *, host: str
    ) -> tuple[str, str, dict[str, Any]] | None:
        """Templates of a page and of a dialog, and their context: one seat's result. None without a seat or an end."""
        own = private_of(view)
        rounds = poster.rounds_in(race, public_of(view))
        if own is None or not rounds:
            return None
        cast = cast_of(table, voice_of(language))
        context = share(table, public_of(view), own.seat, cast, rounds, host=host)
        _ = voice_of(language).say
        about = named(context) | {"title": _("Share the result")}
        return "avalanche/share.html", "avalanche/finish/_share.html", about

    def recent(self, story_so_far: Sequence[EventsOf]) -> Sequence[EventsOf]:
        """The part a page shows by itself: the last two rounds, but never across the beginning of a heat."""
        rounds = 0
        for index in range(len(story_so_far) - 1, -1, -1):
            for event in story_so_far[index].events:
                if isinstance(event, HeatStarted):
                    return story_so_far[index:]
                rounds += isinstance(event, RoundStarted)
            if rounds >= 2:
                return story_so_far[index:]
        return story_so_far

    def refusal(
        self, reason: str, params: Mapping[str, Any], table: Table | None, language: str
    ) -> str | None:
        return refusals.refusal(reason, params, table, language)

    def parse_action(self, form: Mapping[str, list[str]]) -> Json:
        return forms.parse_action(form)

    def places_css(self, key: str) -> str | None:
        """The stylesheet of a mountain; None for an address no page of this version names."""
        try:
            return places.places_css(key)
        except LookupError:
            return None

    def drawing_file(self, name: str) -> DrawingFile | None:
        """The files "<key>.css", "<key>.json", "<key>-wide.html", "<key>-tall.html"; None for any other."""
        try:
            return places.mountain_file(name)
        except LookupError:
            return None


def own_hand(table: Table, view: PrivateView, cast: Cast) -> Unmade:
    """Made anew where something but who else is awaited has changed."""
    own = (view.seat,) if view.seat in view.public.awaited else ()
    still = replace(view, public=replace(view.public, awaited=own, locked=()))
    return Unmade(hand.played if acts(table, view) else hand.shown, (still, cast))


def acts(table: Table, view: PrivateView | None) -> bool:
    """Whether the reader makes this seat's choices, and no bot does."""
    return view is not None and table.seats[view.seat].acts.value == "human"


screen = AvalancheTable()
