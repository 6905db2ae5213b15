"""The story in words: every event of every game has its sentence, and the sentences say the right thing."""

import re
from itertools import chain

import pytest

from app.games.avalanche import events as e
from app.games.avalanche.deck import standard
from app.games.avalanche.events import Phase
from app.games.avalanche.story import LimitJudged
from app.games.avalanche.views import PublicView
from app.tables.model import EventsOf
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.samples.tables import SamplePlay, game
from app.web.games.avalanche.story.beats import beat_about, tell
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.words.voice import cast_of, voice_of

variants = [
    (1, ()),
    (2, ()),
    (3, ("controlled_speed",)),
    (4, ("drafting",)),
    (5, ()),
    (3, ("racing", "drafting")),
]


def whole(players: int, options: tuple[str, ...], seed: str) -> SamplePlay:
    return SamplePlay(players, options, seed).until(lambda view: view.phase is Phase.OVER)


def public(play: SamplePlay) -> PublicView:
    view = game.view(play.state, None)
    assert isinstance(view, PublicView)
    return view


@pytest.mark.parametrize(("players", "options"), variants)
def test_whole_games_are_told(players: int, options: tuple[str, ...]) -> None:
    """Every beat of a game that says something says it whole: no gap, no code, no "you"; and the end is told."""
    for seed in ("a", "b", "c"):
        play = whole(players, options, seed)
        told = tell(play.story, play.table(), public(play), "en")
        for beat in told:
            assert not re.search(r"%\(|None|\byou\b", beat.sentence), beat
        assert [b.version for b in told] == sorted(b.version for b in told)
        assert told[-1].kind == "end"
        assert screen.beats(play.story, play.table(), "en", public(play))


def test_motion_knows_where_everything_goes() -> None:
    """A skier's moves in a round join up: each begins where the last one ended."""
    for seed in "abcd":
        play = whole(4, (), seed)
        at = dict.fromkeys(range(4), 0)
        for beat in tell(play.story, play.table(), public(play), "en"):
            if beat.kind in {"ski", "jump"} and beat.skier is not None:
                assert beat.start == at[beat.skier]
                assert beat.end is not None
                assert beat.end > at[beat.skier]
                at[beat.skier] = beat.end
        spaces = layout_of(standard.hash, public(play).mountain).spaces
        for skier, view in enumerate(public(play).skiers):
            assert at[skier] == view.at or at[skier] > spaces


def test_a_jump_is_one_beat_with_its_ride_and_the_avalanche_it_quickens() -> None:
    """Jump, quickening and movement are told together (AV-21, AV-38)."""
    for seed in map(str, range(8)):
        play = whole(4, (), seed)
        events = [x for part in play.story for x in part.events]
        told = tell(play.story, play.table(), public(play), "en")
        jumps = [x for x in events if isinstance(x, e.RocketJumped)]
        assert len([b for b in told if b.kind == "jump"]) == len(jumps)
        assert not [b for b in told if b.kind == "quicken"]
        if jumps:
            assert any("The avalanche speeds up to" in b.sentence for b in told)
            return
    raise AssertionError("no jump in eight games")


@pytest.fixture
def wording() -> EventWording:
    table = SamplePlay(3, (), "t").table()
    voice = voice_of("en")
    return EventWording(
        cast_of(table, voice), voice, cards_of(standard.hash), layout_of(standard.hash, standard.ids[:12])
    )


def reveal(total: int, limit: int | None) -> e.CardsRevealed:
    return e.CardsRevealed((e.RevealedPlay(0, 0, ("d1a",), total, jump=True),), total, limit)


@pytest.mark.parametrize(
    ("total", "limit", "words"),
    [
        (17, 16, "Total 17, limit 16: 1 too many."),
        (16, 16, "Total 16, exactly the limit: nobody crashes."),
        (15, 16, "Total 15, limit 16: nobody crashes."),
        (9, None, "Speed 9. There is no limit."),
    ],
)
def test_the_total_is_judged_as_the_rules_do(
    wording: EventWording, total: int, limit: int | None, words: str
) -> None:
    """Equal is safe (AV-07), and with one skier left there is no limit (AV-10)."""
    assert wording.total(reveal(total, limit)) == words


def in_a_race(players: int, *options: str, language: str = "en") -> EventWording:
    voice = voice_of(language)
    return EventWording(
        cast_of(SamplePlay(players, options, "t").table(), voice), voice, cards_of(standard.hash), None
    )


@pytest.mark.parametrize(("players", "options"), [(1, ()), (3, ("controlled_speed",))])
def test_where_controlled_speed_holds_nothing_is_said_to_be_free_of_it(
    players: int, options: tuple[str, ...]
) -> None:
    """AV-71, AV-93: the rule is said, and nobody is promised not to crash."""
    wording = in_a_race(players, *options)
    rule = "Speed 9. Controlled speed: at most 2 more or less than last time."
    assert wording.total(reveal(9, None)) == rule
    assert beat_about(wording, LimitJudged(reveal(9, None))).small == "speed"
    assert wording.total(reveal(9, 10)) == "Total 9, limit 10: it is kept."
    assert wording.total(reveal(10, 10)) == "Total 10, limit 10: it is kept."
    assert wording.total(reveal(11, 10)) == "Total 11, limit 10: 1 too many."


def test_who_draws_no_card_is_not_said_to_draw_one(wording: EventWording) -> None:
    """Only skiers who still race draw (AV-64)."""
    draws = [e.CardDrawn(player, player) for player in range(3)]
    assert wording.drawn(draws) == "Everyone draws one card."
    assert wording.drawn(draws[1:]) == "Ruben and Ines draw one card each."
    assert wording.drawn(draws[:1]) == "Mira draws one card."


def test_sentences_name_cards_and_people(wording: EventWording) -> None:
    """Numbers of cards, not of spaces; the reason of a jump that did not come (AV-30)."""
    assert wording.moved(e.SkierMoved(1, 0, 2, 0, 2)) == "Ruben skis 2 spaces to card 1."
    assert "on to the next empty space" in wording.moved(e.SkierMoved(1, 0, 2, 1, 3))
    blocked = wording.refused(e.JumpRefused(2, "blocked", "circle", 0))
    assert blocked == "Mira already jumped with a circle this round, so Ines only skis."
    assert (
        wording.hits([e.YetiHit(0, "1.1", True), e.YetiHit(1, "1.2", True)])
        == "The yeti hits Mira and Ruben: no rocket jump next round."
    )
    assert wording.ended((), "buried") == "Nobody wins. Except the yeti."


def test_the_log_shows_two_rounds_and_never_another_heat() -> None:
    """Older parts stay behind; a new heat begins a new story (AV-87)."""
    play = whole(3, ("racing",), "heats")
    for end in range(1, len(play.story) + 1):
        kept = screen.recent(play.story[:end])
        flat = list(chain.from_iterable(part.events for part in kept))
        assert sum(isinstance(x, e.RoundStarted) for x in flat) <= 3
        assert not any(
            isinstance(x, e.HeatStarted) for x in flat[1:] if not isinstance(flat[0], e.HeatStarted)
        ) or any(isinstance(x, e.HeatStarted) for x in kept[0].events)


def test_a_beat_says_only_what_it_has(wording: EventWording) -> None:
    """What goes over the line holds no empty fields."""
    assert wording.voice.language == "en"
    story = [EventsOf(4, 1, None, "human", (e.SkierMoved(0, 0, 1, 0, 1),))]
    play = SamplePlay(3, (), "t")
    beat = screen.beats(story, play.table(), "en", public(play))[0]
    assert beat["kind"] == "ski"
    assert beat["start"] == 0
    assert None not in beat.values()
