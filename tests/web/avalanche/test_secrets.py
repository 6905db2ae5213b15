"""No card leaves the server before its time: all that the screen draws is searched for what its reader may not know."""

import json
import re

import pytest

from app.games.avalanche.actions import Select
from app.games.avalanche.views import PrivateView
from app.web.front.text import Asked
from app.web.games.avalanche.samples.tables import SamplePlay, all_racing, found, game
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.text.page import text_screen
from app.web.http.request_user import RequestUser

mixes = (
    (1, ()),
    (1, ("drafting",)),
    (2, ()),
    (3, ("controlled_speed",)),
    (4, ("racing", "drafting")),
    (5, ("controlled_speed", "last_skier_wins")),
)
everybody = frozenset(range(5))
card_name = re.compile(r"(?<![0-9A-Za-z])[dsct]\d[abc](?![0-9A-Za-z])")


def hands(play: SamplePlay) -> dict[int, set[str]]:
    seen: dict[int, set[str]] = {}
    for seat in range(play.players):
        view = game.view(play.state, seat)
        assert isinstance(view, PrivateView)
        seen[seat] = set(view.hand)
    return seen


def everything_sent(play: SamplePlay, seat: int | None) -> str:
    """All a reader of this seat is sent about this state: regions, beats, the page, the text view."""
    table, view, public = play.table(), game.view(play.state, seat), game.view(play.state, None)
    story = screen.recent(play.story)
    parts = screen.regions_shared(table, public, story, everybody, "en")
    parts |= screen.regions_private(table, view, "en")
    beats = screen.beats(story, table, "en", public)
    return json.dumps([parts, beats, screen.act_region(table, view, "en")])


def hidden_from(play: SamplePlay, seat: int | None) -> set[str]:
    """Other hands and the deck: all cards but those that lie open and one's own."""
    held = hands(play)
    public = game.view(play.state, None)
    open_cards = {*public.mountain, *public.discard, *public.display, *public.yeti_cards}
    open_cards |= {card for one in public.table for card in one.cards}
    open_cards |= {card for skier in public.skiers for cards in skier.stack for card in cards}
    own = held[seat] if seat is not None else set()
    return {card.id for card in game_deck()} - open_cards - own


def game_deck() -> tuple[object, ...]:
    from app.games.avalanche.deck import standard

    return standard.cards


def shown_in_story(play: SamplePlay) -> set[str]:
    """Cards that lay open in the two rounds the story tells, and may have been shuffled back since."""
    text = repr(screen.recent(play.story))
    return set(re.findall(r"'([dsct]\d[abc])'", text))


@pytest.mark.parametrize(("players", "options"), mixes)
def test_nothing_a_reader_is_sent_names_a_hidden_card(players: int, options: tuple[str, ...]) -> None:
    """Random games, state by state, each for another seat or a spectator (AV-05)."""
    play = SamplePlay(players, options, f"secrets {players} {options}")
    readers = (None, *range(players))
    for step in range(60):
        if not game.waiting_on(play.state):
            break
        seat = readers[step % len(readers)]
        named = set(card_name.findall(everything_sent(play, seat)))
        assert seat is None or hands(play)[seat] <= named
        assert not named & (hidden_from(play, seat) - shown_in_story(play))
        play.step()


def test_what_others_see_of_a_lock_is_the_same_to_the_byte_for_one_card_and_for_a_pair() -> None:
    """Neither content nor length tells what was selected (AV-05)."""

    def has_pair(play: SamplePlay) -> list[Select]:
        return [a for a in game.legal_actions(play.state, 1) if isinstance(a, Select)]

    sent = set()
    start = next(
        p
        for p in (found(4, (), all_racing(2)), found(4, (), all_racing(3)), found(5, (), all_racing(2)))
        if any(len(a.plays[0].cards) == 2 for a in has_pair(p))
    )
    state, version, story = start.state, start.version, list(start.story)
    for action in has_pair(start):
        start.state, start.version, start.story = state, version, list(story)
        start.act(1, action)
        sent.add(everything_sent(start, 0))
        sent.add(everything_sent(start, None))
    assert len(sent) == 2  # one for the opponent, one for the spectator


def test_the_text_view_names_no_hidden_card_either() -> None:
    play = found(3, (), all_racing(2))
    table = play.table()
    view = game.view(play.state, 0)
    reader = RequestUser("a" * 43, None, "en", None)
    html = text_screen.page(
        table, view, screen.recent(play.story), everybody, reader=reader, asked=Asked("table:0:host")
    )
    named = set(card_name.findall(html))
    assert hands(play)[0] <= named
    assert not named & (hidden_from(play, 0) - shown_in_story(play))
