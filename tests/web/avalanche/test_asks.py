"""What people have to settle at a table, and what the log says they did: one line each, names only."""

import re
from dataclasses import replace
from typing import Any

from app.games.avalanche.actions import Select
from app.tables.model import Acts, Claim, EventsOf, Table, TableNote
from app.web.front.text import Asked
from app.web.games.avalanche.samples.tables import Sample, SamplePlay, game, samples
from app.web.games.avalanche.story.beats import tell
from app.web.games.avalanche.story.log import log
from app.web.games.avalanche.story.woven import woven
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.text.requests import Settling, settling
from app.web.games.avalanche.text.story import chapters
from app.web.games.avalanche.words.voice import cast_of, voice_of
from app.web.pages.pending_requests import Ask, asks

everybody = frozenset(range(5))
sample = next(sample for sample in samples() if sample.name == "select")
at = 1_800_000_000_000


def with_seat(table: Table, index: int, **changes: Any) -> Table:
    seats = tuple(replace(s, **changes) if s.index == index else s for s in table.seats)
    return replace(table, seats=seats)


def lines_of(table: Table, present: frozenset[int] = everybody) -> tuple[Ask, ...]:
    return asks(table, cast_of(table, voice_of("en")), present).lines


def kinds(table: Table, present: frozenset[int] = everybody) -> list[tuple[str, int | None]]:
    return [(line.kind, line.seat) for line in lines_of(table, present)]


def test_who_is_away_stands_there_and_who_is_here_does_not() -> None:
    """A bot's own seat is never away, nor a seat a bot sits in."""
    assert kinds(sample.table) == []
    assert kinds(sample.table, everybody - {2, 4}) == [("away", 2)]
    assert kinds(with_seat(sample.table, 2, acts=Acts.BOT), everybody - {2}) == []


def test_several_who_are_away_stand_behind_one_line() -> None:
    """A single one, and whatever waits for somebody's word, stands there by itself."""
    one = asks(sample.table, cast_of(sample.table, voice_of("en")), everybody - {2})
    assert ([line.seat for line in one.open_lines], one.folded) == ([2], ())
    table = with_seat(sample.table, 2, proposed_by="player-1")
    several = asks(table, cast_of(table, voice_of("en")), frozenset({0}))
    assert [(line.kind, line.seat) for line in several.open_lines] == [("proposed", 2)]
    assert [(line.kind, line.seat) for line in several.folded] == [
        ("away", 1),
        ("away", 3),
    ]  # the fifth is a bot
    assert several.summary == "2 players are away."
    assert set(several.lines) == {*several.open_lines, *several.folded}


def test_a_proposal_names_who_proposes_and_goes_when_the_person_is_back() -> None:
    table = with_seat(sample.table, 2, proposed_by="player-1")
    assert [line.text for line in lines_of(table, everybody - {2})] == ["Ruben proposes a bot for Ines."]
    assert kinds(table) == []


def test_a_claim_stays_until_the_host_answers() -> None:
    """Also when the owner is back: then the seat cannot be given any more, only refused."""
    table = with_seat(sample.table, 2, claim=Claim("dora", "Dora"))
    gone, here = lines_of(table, everybody - {2})[1], lines_of(table)[0]
    assert (gone.kind, gone.text, gone.back) == ("claim", "Dora asks: I was Ines.", False)
    assert here.back


def test_a_pause_names_who_paused() -> None:
    """The latest note knows; nobody is named where nobody remembers."""
    notes = (TableNote(at, "player-1", "Ruben", "paused"), TableNote(at + 5, "player-0", "Mira", "paused"))
    paused = replace(sample.table, paused_at=at, notes=notes)
    assert lines_of(paused)[0].text == "Mira has paused the race."
    assert lines_of(replace(paused, notes=()))[0].text == "The race is paused."


def html_of(
    table: Table, sample: Sample = sample, present: frozenset[int] = everybody - {2}
) -> dict[str, str]:
    return screen.regions_shared(table, sample.view, screen.recent(sample.story), present, "en")


def test_the_region_holds_every_readers_buttons_and_no_you() -> None:
    """It is shared: stylesheets choose by who looks and by what time has allowed."""
    table = with_seat(sample.table, 2, proposed_by="player-1", claim=Claim("dora", "Dora"))
    region = html_of(replace(table, paused_at=at))["asks"]
    assert re.findall(r'form="([\w-]+)"', region) == ["f-resume", "f-bot", "f-decline", "f-give", "f-keep"]
    assert "host-only" in region
    assert not re.search(r"\byou", re.sub("<[^>]+>", " ", region).lower())
    assert 'form="f-propose"' in html_of(sample.table)["asks"]


def test_a_leaver_who_dropped_out_is_called_that() -> None:
    """In the cabin; a bot that only sits in is called otherwise."""
    bot = with_seat(sample.table, 2, acts=Acts.BOT)
    assert "Bot sits in" in html_of(bot)["roster"]
    assert "Left the race" in html_of(with_seat(bot, 2, dropped=True))["roster"]


def settled(table: Table, *may: str, host: bool = False, seated: bool = True) -> list[tuple[str, list[str]]]:
    found: Settling = settling(
        table,
        cast_of(table, voice_of("en")),
        everybody - {2},
        Asked("table:0:guest", host=host, may=may),
        seated=seated,
    )
    return [(matter.text, [act.path for act in matter.acts]) for matter in found.matters]


def test_the_text_view_has_the_same_controls_for_who_may_press_them() -> None:
    """The host decides, others propose, both only once time allows; spectators read."""
    away, proposed = sample.table, with_seat(sample.table, 2, proposed_by="player-1")
    assert settled(away, host=True) == []
    assert settled(away, "bot-2", host=True) == [("Ines is away.", ["bot"])]
    assert settled(away, "bot-2") == [("Ines is away.", ["propose"])]
    assert settled(away, "bot-2", seated=False) == []
    assert settled(proposed, "bot-2", host=True)[0][1] == ["bot", "decline"]
    assert settled(proposed, "bot-2")[0][1] == []
    paused = replace(sample.table, paused_at=at)
    assert settled(paused, host=True)[0][1] == ["resume"]
    assert settled(paused)[0][1] == []
    assert settled(paused, "resume")[0][1] == ["resume"]
    assert settled(paused, "resume", seated=False)[0][1] == []
    claimed = with_seat(sample.table, 2, claim=Claim("dora", "Dora"))
    assert settled(claimed, host=True)[0][1] == ["reseat", "reseat"]
    assert settled(claimed)[0][1] == []


def timed(story: list[EventsOf]) -> list[EventsOf]:
    return [replace(part, at=at + 1000 * part.version) for part in story]


def logged(story: list[EventsOf], table: Table, play: SamplePlay) -> list[str]:
    view = game.view(play.state, None)
    return [
        line.sentence for line in woven(log(tell(story, table, view, "en")), story, table, voice_of("en"))
    ]


def test_what_people_did_stands_in_the_log_where_it_happened() -> None:
    """After the line before it and before the one after it; what was settled in the lobby is left out."""
    play = SamplePlay(3, (), "asides").until(lambda view: view.round == 2)
    story = timed(play.story)
    first = next(part for part in story if any(type(e).__name__ == "CardsRevealed" for e in part.events))
    notes = (
        TableNote(at - 50, "player-0", "Mira", "paused"),
        TableNote(first.at - 10, "player-0", "Mira", "paused"),
        TableNote(first.at + 10, None, "", "sits_in", {"name": "Ines"}),
        TableNote(first.at + 20, "player-1", "Ruben", "clock", {"seconds": 30}),
    )
    lines = logged(story, replace(play.table(), notes=notes), play)
    asides = ["Mira pauses the race.", "The clock decided for Ines twice: a bot sits in."]
    assert [line for line in lines if line in asides] == asides
    revealed = next(index for index, line in enumerate(lines) if line.startswith("Cards revealed"))
    assert lines.index(asides[0]) == revealed - 1
    assert lines.index(asides[1]) > revealed


def test_what_people_did_in_one_millisecond_stays_in_its_order() -> None:
    """In the log, in the text view, and where it is the same millisecond as a line of the race."""
    play = SamplePlay(3, (), "asides").until(lambda view: view.round == 2)
    story = timed(play.story)
    same = next(part.at for part in story if any(type(e).__name__ == "CardsRevealed" for e in part.events))
    doings = ("paused", "resumed", "paused", "resumed")
    notes = tuple(TableNote(same, "player-0", "Mira", what) for what in doings)
    table = replace(play.table(), notes=notes)
    wanted = [f"Mira {what.removesuffix('d')}s the race." for what in doings]
    assert [line for line in logged(story, table, play) if line in wanted] == wanted
    told = chapters(story, table, game.view(play.state, None), "en")
    assert [line.sentence for part in told for line in part.lines if line.sentence in wanted] == wanted


def test_each_way_a_bot_comes_to_sit_in_has_its_own_line() -> None:
    play = SamplePlay(3, (), "asides")
    table = play.table()
    story = timed(play.story)

    def line(by: str | None, name: str, what: str, of: str = "Ines") -> str:
        notes = (TableNote(story[0].at + 1, by, name, what, {"name": of}),)
        return logged(story, replace(table, notes=notes), play)[-1]

    assert line("player-2", "Ines", "sits_in") == "Ines lets a bot sit in."
    assert line("player-0", "Mira", "sits_in") == "Mira lets a bot sit in for Ines."
    assert line(None, "", "sits_in") == "The clock decided for Ines twice: a bot sits in."
    assert line("player-2", "Ines", "back") == "Ines is back in the seat."
    assert line("player-0", "Mira", "reseated", "Dora") == "Mira gives the seat to Dora, who lost it."
    assert line("player-0", "Mira", "host", "Ruben") == "Ruben is the host now."


def by_clock(play: SamplePlay, *seats: int) -> list[EventsOf]:
    """The story with every seat's choice made, those of `seats` by the clock."""
    for seat in game.waiting_on(play.state):
        play.act(seat, next(a for a in game.legal_actions(play.state, seat) if isinstance(a, Select)))
    return [replace(part, actor="clock" if part.seat in seats else part.actor) for part in play.story]


def test_the_clocks_decisions_are_said_once_for_all_it_decided_for() -> None:
    """In the log of everybody; before the cards are revealed."""
    play = SamplePlay(3, (), "clock")
    lines = logged(by_clock(play, 1, 2), play.table(), play)
    said = [index for index, line in enumerate(lines) if line.startswith("The clock decided")]
    assert [lines[index] for index in said] == ["The clock decided for Ruben and Ines."]
    assert lines[said[0] + 1].startswith("Cards revealed")
    assert not any(
        "The clock" in line for line in logged(by_clock(SamplePlay(3, (), "clock")), play.table(), play)
    )


def test_the_clocks_decision_is_in_the_caption_of_what_follows_and_takes_no_time() -> None:
    """Motion plays what has a length; so the reveal says it. Alone it is a line by itself, for the ear."""
    play = SamplePlay(3, (), "clock")
    story = by_clock(play, 2)
    beats = screen.beats(story[1:], play.table(), "en", game.view(play.state, None))
    clock, reveal = beats[:2]
    assert (clock["kind"], clock["ms"], "sentence" in clock) == ("clock", 0, False)
    assert reveal["sentence"].startswith("The clock decided for Ines. Cards revealed")
    lone = SamplePlay(3, (), "clock")
    early = by_clock(lone, 0)[:2]
    assert [b["sentence"] for b in screen.beats(early, lone.table(), "en", game.view(lone.state, None))][
        -1
    ] == ("The clock decided for Mira.")
