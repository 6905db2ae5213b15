"""The lobby: what everybody is shown, what only one reader is, and which buttons lead where."""

import re
from dataclasses import dataclass, replace

from app.tables.model import Acts, SeatRow, Status, Table
from app.web.games.avalanche.front import front as avalanche
from app.web.http.request_user import RequestUser
from app.web.pages import lobby


@dataclass(frozen=True)
class Person:
    id: str
    name: str


def seat(
    index: int, player: str | None, name: str, *, ready: bool = False, hats: tuple[int, ...] = ()
) -> SeatRow:
    acts, level = (Acts.HUMAN, None) if player else (Acts.BOT, "snowplough")
    return SeatRow(index, player, name, acts, level, hats or (index,), ready)


def table(*seats: SeatRow, options: tuple[str, ...] = ()) -> Table:
    return Table(
        id="0" * 32,
        code="KRT7Q4",
        game="avalanche",
        rules_version=1,
        deck_hash="",
        options=options,
        status=Status.LOBBY,
        host="m",
        version=7,
        chat_version=0,
        seats=seats,
        commitment="9f2c41ab" * 8,
    )


mira, ruben, ines = seat(0, "m", "Mira"), seat(1, "r", "Ruben", ready=True), seat(2, "i", "Ines")
bot = seat(3, None, "Bot Alma", ready=True)
four = table(mira, ruben, ines, bot, options=("drafting",))
everybody = frozenset({0, 1, 2})


def page(of: Table, player: str | None, now: int = 0) -> str:
    person = Person(player, "Somebody") if player else None
    visitor = RequestUser("session", person, "en", None)
    return lobby.page(
        of, avalanche, visitor, everybody, place="lobby:x", now=now, base_url="https://yeti.example/"
    )


def test_shared_regions_hold_no_token_and_never_say_you() -> None:
    """What is drawn once for all may not know who reads it."""
    token = RequestUser("session", None, "en", None).csrf
    for region_id, html in lobby.regions_shared(four, avalanche, everybody, "en").items():
        assert (
            html.lstrip().startswith(f"<{'ol' if 'log' in region_id or 'seats' in region_id else ''}") or html
        )
        assert f'id="{region_id}"' in html
        assert token not in html
        assert not re.search(r"\b(you|your)\b(?! last speed)", re.sub(r"<[^>]*>", " ", html), re.IGNORECASE)


def test_every_region_is_one_element_with_its_own_id() -> None:
    """A region replaces the element of the same id, so it must be exactly that element."""
    regions = lobby.regions_shared(four, avalanche, everybody, "en") | lobby.regions_private(
        four, avalanche, "m", everybody, "en"
    )
    assert set(regions) == {
        "lobby-title", "lobby-seats", "lobby-options", "lobby-rules", "lobby-log", "lobby-you", "lobby-start",
    }  # fmt: skip
    for region_id, html in regions.items():
        assert re.match(rf'<(\w+)[^>]* id="{region_id}"[^>]*>', html.strip()), html[:80]


def test_the_page_holds_the_regions_as_they_are_pushed() -> None:
    """A page just opened and one kept up to date by the socket show the same."""
    regions = lobby.regions_shared(four, avalanche, everybody, "en") | lobby.regions_private(
        four, avalanche, "i", everybody, "en"
    )
    shown = page(four, "i")
    for html in regions.values():
        assert html in shown


def test_every_button_of_the_host_finds_its_form() -> None:
    """Buttons in regions post by a form that stands in the page, with address and token."""
    shown = page(four, "m")
    forms = set(re.findall(r'<form id="([^"]+)"', shown))
    wanted = set(re.findall(r' form="([^"]+)"', shown))
    assert wanted <= forms
    assert {"f-start", "f-bots", "f-leave", "f-hat-0", "f-option-racing", "f-clock", "f-admits"} <= wanted
    assert {"f-remove-1", "f-host-2", "f-order-0", "f-remove-3"} <= wanted
    assert "f-remove-0" not in wanted  # the host's own seat
    assert "f-host-3" not in wanted  # a bot's
    places = set(re.findall(r'hx-target="#([^"]+)"', shown))
    assert places <= set(re.findall(r'id="([^"]+)"', shown))


def test_a_guest_has_no_form_for_what_only_the_host_may_do() -> None:
    shown = page(four, "r")
    forms = set(re.findall(r'<form id="([^"]+)"', shown))
    assert {"f-ready", "f-leave", "f-hat-0"} <= forms
    assert forms == {"f-ready", "f-leave", "f-hat-0", "f-hat-1", "f-react", "f-chat"} & forms
    assert " data-host" not in shown


def test_own_seat_and_host_are_marked_on_the_root_only() -> None:
    assert re.search(r'<main[^>]* data-seat="0"[^>]* data-host>', page(four, "m"))
    assert re.search(r'<main[^>]* data-seat="2">', page(four, "i"))
    assert "data-seat=" not in page(four, None)


def test_who_looks_in_may_take_a_seat_and_has_no_hat() -> None:
    """Opening the link changes nothing: joining is a form with a name."""
    shown = page(four, None)
    assert 'action="/t/KRT7Q4/join"' in shown
    assert 'class="hat"' not in shown
    assert 'action="/t/KRT7Q4/join"' not in page(four, "r")


def test_a_start_over_somebody_not_ready_names_them_and_sends_the_confirmation() -> None:
    """The host may start anyway; the host and bots count as ready."""
    html = lobby.regions_private(four, avalanche, "m", everybody, "en")["lobby-start"]
    assert "Ines" in html
    assert "Ruben" not in html
    assert "Bot Alma" not in html
    assert 'name="confirm" value="yes"' in html
    ready = replace(four, seats=(mira, ruben, replace(ines, ready=True), bot))
    assert "confirm" not in lobby.regions_private(ready, avalanche, "m", everybody, "en")["lobby-start"]


def test_ready_offers_the_other_state() -> None:
    assert (
        'name="ready" value="yes"'
        in lobby.regions_private(four, avalanche, "i", everybody, "en")["lobby-start"]
    )
    assert (
        'name="ready" value="no"'
        in lobby.regions_private(four, avalanche, "r", everybody, "en")["lobby-start"]
    )


def test_hats_of_others_are_taken_and_ones_own_is_pressed() -> None:
    html = lobby.regions_private(four, avalanche, "r", everybody, "en")["lobby-you"]
    hats = dict(re.findall(r'value="(\d)"\s+aria-pressed="(\w+)"', html))
    assert hats == {"0": "false", "1": "true", "2": "false", "3": "false", "4": "false"}
    taken = re.findall(r'value="(\d)"\s+aria-pressed="false" aria-disabled', html)
    assert taken == ["0", "2", "3"]


def test_two_players_choose_two_hats_each() -> None:
    """With two players each leads two skiers (AV-61)."""
    two = table(seat(0, "m", "Mira", hats=(0, 4)), seat(1, "r", "Ruben", hats=(1, 2)))
    html = lobby.regions_private(two, avalanche, "m", everybody, "en")["lobby-you"]
    assert html.count('role="group"') == 2
    assert re.findall(r'form="f-hat-(\d)"\s+name="hat"\s+value="(\d)"\s+aria-pressed="true"', html) == [
        ("0", "0"),
        ("1", "4"),
    ]
    assert "Red Pom and Pink Ears" in lobby.regions_shared(two, avalanche, everybody, "en")["lobby-seats"]
    assert "two skiers" in lobby.regions_shared(two, avalanche, everybody, "en")["lobby-title"]


def test_options_are_switches_that_name_their_other_state() -> None:
    html = lobby.regions_shared(four, avalanche, everybody, "en")["lobby-options"]
    states = re.findall(r'form="f-option-(\w+)"\s+name="on"\s+value="(\w+)"\s+aria-checked="(\w+)"', html)
    assert states == [
        ("controlled_speed", "yes", "false"),
        ("drafting", "no", "true"),
        ("racing", "yes", "false"),
        ("last_skier_wins", "yes", "false"),
    ]


def test_somebody_away_keeps_the_seat_and_is_shown_as_away() -> None:
    """Presence is not membership."""
    html = lobby.regions_shared(four, avalanche, frozenset({0, 2}), "en")
    assert 'class="seat is-away" id="lobby-seat-1"' in html["lobby-seats"]
    assert "Away" in html["lobby-seats"]


def test_empty_lifts_offer_a_bot_until_all_five_are_taken() -> None:
    assert lobby.regions_shared(four, avalanche, everybody, "en")["lobby-seats"].count('form="f-bots"') == 1
    full = replace(four, seats=(*four.seats, seat(4, "x", "Okonkwo")))
    assert "f-bots" not in lobby.regions_shared(full, avalanche, everybody, "en")["lobby-seats"]
    assert (
        "All five seats are taken"
        in lobby.regions_private(full, avalanche, None, everybody, "en")["lobby-start"]
    )


def test_the_invite_shows_link_code_and_the_fingerprint_of_the_shuffle() -> None:
    shown = page(four, "m")
    assert 'value="https://yeti.example/t/KRT7Q4"' in shown
    assert "KRT 7Q4" in shown
    assert " ".join(["9f2c", "41ab"] * 8) in shown


def test_names_are_text_whatever_they_contain() -> None:
    nasty = table(seat(0, "m", "<b>&'\""), seat(1, "r", "</li><script>"), seat(2, "i", "%(x)s"))
    shown = page(nasty, "m")
    assert "<b>&'" not in shown
    assert "</li><script>" not in shown
    assert "%(x)s" in shown
