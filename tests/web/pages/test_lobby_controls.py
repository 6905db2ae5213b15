"""What a host settles in the lobby and what the others see of it: settings, menus, kept seats, claims, the log."""

import re
from dataclasses import replace
from typing import Any

import pytest

from app.tables.model import Acts, Claim, SeatRow, Table, TableNote
from app.tables.settings import Leavers, TableSettings, clocks, setting_rules
from app.web.commands import commands
from app.web.games.avalanche.front import front as avalanche
from app.web.games.avalanche.words import game_words as words
from app.web.pages import lobby
from app.web.pages.lobby_log import most_lines, sentence
from app.web.pages.setting_controls import clock_words, setting_controls
from tests.web.pages.test_lobby import everybody, four, page


def with_settings(**changed: Any) -> Table:
    return replace(four, settings=TableSettings(**changed))


def shared(of: Table, *, listing: bool = False, present: frozenset[int] = everybody) -> dict[str, str]:
    return lobby.regions_shared(of, avalanche, present, "en", listing=listing)


def start_of(of: Table, player: str) -> str:
    return lobby.regions_private(of, avalanche, player, everybody, "en")["lobby-start"]


def changed(what: str, by: str = "m", who: str = "Mira", /, **params: object) -> TableNote:
    return TableNote(1_000, by, who, what, params)


def with_seat(index: int, **changes: object) -> Table:
    seats = tuple(replace(s, **changes) if s.index == index else s for s in four.seats)  # type: ignore[arg-type]
    return replace(four, seats=seats)


def test_every_setting_names_its_values_and_marks_the_one_that_holds() -> None:
    """Clock: none, 30, 60, 120 s, 24 and 72 h."""
    html = shared(with_settings(clock=60, leavers=Leavers.DROP))["lobby-rules"]
    row = re.findall(r'form="f-clock"\s+name="seconds"\s+value="(\d+)"\s+aria-checked="(\w+)"', html)
    assert [int(seconds) for seconds, _ in row] == list(clocks)
    assert [seconds for seconds, pressed in row if pressed == "true"] == ["60"]
    leavers = re.findall(r'form="f-leavers"\s+name="leavers"\s+value="(\w+)"\s+aria-checked="(\w+)"', html)
    assert leavers == [("bot", "false"), ("drop", "true")]
    assert set(clock_words(str)) == set(clocks)


def test_doors_and_spectators_are_switches_that_send_the_other_state() -> None:
    html = shared(with_settings(admits=False, spectators=True))["lobby-rules"]
    assert re.findall(r'form="f-(\w+)"\s+name="on"\s+value="(\w+)"\s+aria-checked="(\w+)"', html) == [
        ("admits", "yes", "false"),
        ("spectators", "no", "true"),
    ]


def test_listing_is_offered_only_where_the_operator_lists_tables() -> None:
    """An operator's switch, off by default; a table that is listed already can always be taken off."""
    assert "f-listed" not in shared(four)["lobby-rules"]
    assert 'form="f-listed" name="on" value="yes"' in shared(four, listing=True)["lobby-rules"]
    listed = with_settings(listed=True)
    assert 'form="f-listed" name="on" value="no"' in shared(listed)["lobby-rules"]


def test_others_see_the_same_controls_disabled() -> None:
    """As many as the host's, each in the same state, none of which leads anywhere; a line says why."""
    for name in ("lobby-options", "lobby-rules"):
        html = shared(with_settings(clock=30))[name]
        host = re.findall(r'<button class="[^"]*host-only"[^>]*aria-(?:checked|pressed)="(\w+)"', html)
        rest = re.findall(r'<button class="[^"]*guest-only"[^>]*aria-(?:checked|pressed)="(\w+)"', html)
        assert host == rest
        assert rest
        for control in re.findall(r'<button class="[^"]*guest-only"[^>]*>', html):
            assert " disabled" in control
            assert "form=" not in control
    assert page(four, "r").count("only the host can change these") == 2


def test_a_seat_has_a_menu_of_what_can_be_done_about_it() -> None:
    """The first cannot move forward, the last not back; a bot is no host and plays as well as the host wants it to; the
    host takes nobody off who is host.
    """
    menus = shared(four)["lobby-seats"].split(" popover ")[1:]
    forms = [re.findall(r'form="f-(\w+)-(\d)"', menu.split("</li>")[0]) for menu in menus]
    assert forms == [
        [("order", "0")],
        [("order", "1"), ("order", "1"), ("host", "1"), ("remove", "1")],
        [("order", "2"), ("order", "2"), ("host", "2"), ("remove", "2")],
        [("order", "3"), ("level", "3"), ("level", "3"), ("remove", "3")],
    ]
    assert re.findall(r'form="f-order-1"\s+name="to"\s+value="(\d)"', menus[1]) == ["0", "2"]


def test_a_button_about_a_seat_says_whose_it_was() -> None:
    """Seats may move while a menu is open: the name goes along, and the server compares."""
    html = shared(four)["lobby-seats"]
    assert 'form="f-remove-1" name="of" value="Ruben"' in html
    assert 'form="f-host-2" name="of" value="Ines"' in html


def test_a_kept_seat_says_until_when() -> None:
    """Late joiners' chairs are held for half a minute; the page counts down by the time it was drawn at."""
    html = shared(with_seat(2, held_until=1_234_000), present=frozenset({0, 1}))["lobby-seats"]
    assert 'class="seat is-held" id="lobby-seat-2"' in html
    assert 'data-until="1234000"' in html
    assert "Seat kept" in html
    assert 'data-now="1760000000123"' in page(four, "m", now=1_760_000_000_123)
    assert "kept for you" in start_of(with_seat(2, held_until=1_234_000), "i")


def test_somebody_without_a_seat_may_say_which_was_theirs() -> None:
    """Only seats whose owners are away, and nobody has asked for; who has a seat is not asked."""
    away = frozenset({0})
    html = lobby.regions_private(four, avalanche, None, away, "en")["lobby-you"]
    assert re.findall(r'form="f-claim"\s+name="seat"\s+value="(\d)"', html) == ["1", "2"]
    assert "f-claim" not in lobby.regions_private(four, avalanche, "r", away, "en")["lobby-you"]
    asked = with_seat(2, claim=Claim("x", "Otto"))
    html = lobby.regions_private(asked, avalanche, None, away, "en")["lobby-you"]
    assert re.findall(r'form="f-claim"\s+name="seat"\s+value="(\d)"', html) == ["1"]
    html = lobby.regions_private(asked, avalanche, "x", away, "en")["lobby-you"]
    assert 'You asked for the seat of <span translate="no">Ines</span>' in html
    assert "f-claim" not in html


def test_a_claim_stands_on_the_seat_with_two_answers() -> None:
    html = shared(with_seat(2, claim=Claim("x", "Otto")))["lobby-seats"]
    assert "Otto says: that is me." in html
    assert re.findall(r'form="f-reseat-2"\s+name="yes"\s+value="(\w+)"', html) == ["yes", "no"]
    same = shared(with_seat(2, claim=Claim("x", "Ines")))["lobby-seats"]
    assert "Somebody says: that is me." in same


def test_a_closed_table_offers_no_seat_and_says_so() -> None:
    closed = with_settings(admits=False)
    assert 'data-free="0"' in shared(closed)["lobby-seats"]
    assert (
        "closed the table" in lobby.regions_private(closed, avalanche, None, everybody, "en")["lobby-start"]
    )


def test_who_was_ready_is_told_why_they_are_asked_again() -> None:
    """Ready falls when options change, and the page says so until they are ready, or new here."""
    asked = replace(four, notes=(changed("clock", seconds=30), changed("asked")))
    assert "asked again" in start_of(asked, "i")
    assert "asked again" not in start_of(asked, "r")  # is ready
    assert "asked again" not in start_of(asked, "m")  # is the host
    late = replace(asked, notes=(*asked.notes, changed("joined", "i", "Ines", name="Ines")))
    assert "asked again" not in start_of(late, "i")


told = [
    (changed("joined", "r", "Ruben", name="Ruben"), "Ruben has taken a seat."),
    (changed("left", "r", "Ruben", name="Ruben"), "Ruben has left the table."),
    (changed("removed", name="Otto"), "Mira removed Otto from the table."),
    (TableNote(1, None, "", "removed", {"name": "Otto"}), "Otto did not come; the seat is free."),
    (changed("bot", name="Bot Urs"), "Mira gave Bot Urs a seat."),
    (changed("reseated", name="Ines", seat=2), "Mira gave a seat back to Ines."),
    (changed("order"), "Mira changed the order of the seats."),
    (changed("host", name="Ruben"), "Mira made Ruben the host."),
    (TableNote(1, None, "", "host", {"name": "Ruben"}), "Ruben is the host now."),
    (changed("option", option="racing", on=True), "Mira switched on: Three-heat race."),
    (changed("option", option="racing", on=False), "Mira switched off: Three-heat race."),
    (changed("clock", seconds=120), "Mira set the time to choose: 2 min."),
    (changed("clock", seconds=0), "Mira turned the clock off."),
    (changed("leavers", leavers="drop"), "Mira: whoever leaves cannot come back."),
    (changed("leavers", leavers="bot"), "Mira: if somebody leaves, a bot races on."),
    (changed("spectators", on=True), "Mira lets people watch."),
    (changed("admits", on=False), "Mira closed the table to newcomers."),
    (changed("listed", on=True), "Mira put the table on the start page."),
    (changed("asked"), "So everybody is asked again: ready?"),
    (changed("paused"), ""),
]


@pytest.mark.parametrize(
    ("note", "words"), told, ids=[f"{note.what}-{i}" for i, (note, _) in enumerate(told)]
)
def test_the_log_says_who_changed_what(note: TableNote, words: str) -> None:
    """Everybody sees who changed what."""
    assert sentence(note, avalanche, "en") == words


def test_the_log_keeps_the_last_lines_and_their_ids() -> None:
    """A line is the same element as long as it stands there, so that only the new one is read aloud."""
    notes = tuple(
        TableNote(1_000 + n // 2, "m", "Mira", "spectators", {"on": bool(n % 2)}) for n in range(12)
    )
    lines = lobby.lobby_log.log(replace(four, notes=notes), avalanche, "en").lines
    assert len(lines) == most_lines
    assert [line.id for line in lines[-2:]] == ["note-1005-1", "note-1005-2"]
    older = lobby.lobby_log.log(replace(four, notes=notes[:-1]), avalanche, "en").lines
    assert [line.id for line in older[1:]] == [line.id for line in lines[:-1]]
    assert lobby.lobby_log.log(four, avalanche, "en").empty


def test_names_in_menus_claims_and_log_are_text_whatever_they_contain() -> None:
    nasty = "<img src=x>'\""
    seat = SeatRow(1, "r", nasty, Acts.HUMAN, None, (1,), ready=False, claim=Claim("x", nasty))
    table = replace(four, seats=(four.seats[0], seat), notes=(changed("joined", "r", nasty, name=nasty),))
    html = "".join(shared(table).values())
    assert "<img" not in html
    assert html.count("&lt;img") >= 5


def test_a_preview_of_the_link_shows_no_name() -> None:
    """A messenger that looks at a posted link sees the title."""
    title = re.search(r"<title>([^<]*)</title>", page(four, None))
    assert title
    assert "Mira" not in title[1]
    assert "KRT 7Q4" in title[1]


def test_the_words_of_options_are_those_of_the_game() -> None:
    assert all(word.name in shared(four)["lobby-options"] for word in words.options("en").values())


def test_every_setting_has_its_control_and_words() -> None:
    """A control for the host, a sentence of the log for each of its values, a command."""
    assert set(setting_controls) == set(setting_rules) <= {command.name for command in commands}
    for key, rule in setting_rules.items():
        for listing in (True, False):
            assert (f"f-{key}" in shared(four, listing=listing)["lobby-rules"]) == (
                listing or key != "listed"
            )
        for value in rule.values:
            note = changed(key, **{rule.sent_as: value})
            assert sentence(note, avalanche, "en").startswith("Mira")
