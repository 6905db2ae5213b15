"""The host's evening in a real browser: settings, seats, the role; kept seats after a race; ways back to one's seat."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Players
from tests.e2e.playing import enter_name
from tools.prepared import Prepared, PreparedTables
from tools.scenes import apart
from tools.serving import database_in, serving

pytestmark = pytest.mark.browser


def open_table(page: Page, name: str) -> str:
    page.goto("/")
    enter_name(page, name)
    page.get_by_role("button", name="Create a table").click()
    expect(page.locator("#lobby-seats")).to_be_visible()
    return page.url


def sit_down(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator("#ready")).to_be_visible()


def names_of(page: Page) -> list[str]:
    return page.locator("#lobby-seats .seat:not(.empty) .plaque > b").all_inner_texts()


def open_menu(page: Page, seat: int) -> None:
    page.locator(f"#lobby-seat-{seat} .more").click()
    expect(page.locator(f"#seat-menu-{seat}")).to_be_visible()


def test_one_click_fills_the_table_and_another_empties_it(players: Players) -> None:
    """Every free seat has a bot; the line that says so offers to undo it, to the host alone, and only for a moment;
    the connection's own word stays away.
    """
    mira, ruben = players.arrive(), players.arrive(width=390, height=844)
    address = open_table(mira, "Mira")
    sit_down(ruben, address, "Ruben")
    expect(ruben.locator("#fill")).to_be_hidden()
    mira.locator("#fill").click()
    expect(mira.locator("#lobby-seats .is-bot")).to_have_count(3)
    expect(mira.locator("#fill")).to_have_count(0)
    expect(ruben.locator("#lobby-log")).to_contain_text("Mira put bots on the free seats")
    expect(ruben.locator("#undo")).to_be_hidden()
    mira.locator("#undo").click()
    expect(mira.locator("#lobby-seats .is-bot")).to_have_count(0)
    mira.locator("#fill").click()
    expect(mira.locator("#undo")).to_be_visible()
    expect(mira.locator("#undo")).to_be_hidden()
    expect(mira.locator("#conn")).to_be_hidden()


def test_the_host_settles_the_table_and_everybody_sees_it(players: Players) -> None:
    """Clock, newcomers, order: the guest's page follows by itself, their own controls are off and say why, and who was
    ready is asked again.
    """
    mira, ruben, ines = players.arrive(), players.arrive(width=390, height=844), players.arrive()
    address = open_table(mira, "Mira")
    sit_down(ruben, address, "Ruben")
    sit_down(ines, address, "Ines")
    ruben.locator("#ready").click()
    expect(mira.locator("#lobby-seat-1")).to_have_class(re.compile("is-ready"))

    mira.locator("#clock-60").click()
    expect(mira.locator("#clock-60")).to_have_attribute("aria-checked", "true")
    expect(ruben.locator("#lobby-start")).to_contain_text("asked again")
    expect(ruben.locator("#lobby-log")).to_contain_text("Mira set the time to choose: 60 s.")
    off = ruben.locator("#lobby-rules .guest-only[aria-checked=true]").first
    expect(off).to_have_text("60 s")
    expect(off).to_be_disabled()
    expect(ruben.locator("#lobby-rules .host-only").first).to_be_hidden()
    expect(ruben.locator("#rules-heading")).to_contain_text("only the host can change these")

    mira.locator("#set-admits").click()
    expect(mira.locator("#set-admits")).to_have_attribute("aria-checked", "false")
    late = players.arrive()
    late.goto(address)
    expect(late.locator("#lobby-start")).to_contain_text("closed the table")
    expect(late.locator(".join")).to_be_hidden()

    open_menu(mira, 1)
    mira.get_by_role("button", name="One place back").click()
    expect(mira.locator("#seat-menu-1")).to_be_hidden()
    expect(ruben.locator("#lobby-seat-2 .plaque > b")).to_have_text("Ruben")
    assert names_of(ruben) == ["Mira", "Ines", "Ruben"]


@pytest.mark.long
def test_the_role_is_handed_over_and_the_pages_follow(players: Players) -> None:
    """Controls change hands with it: the new host's work, the old one's are off."""
    mira, ruben = players.arrive(), players.arrive()
    address = open_table(mira, "Mira")
    sit_down(ruben, address, "Ruben")
    open_menu(mira, 1)
    mira.get_by_role("button", name="Make host").click()
    expect(ruben.locator("#start")).to_be_visible()
    expect(mira.locator("#ready")).to_be_visible()
    expect(mira.locator("#clock-30")).to_be_hidden()
    ruben.locator("#clock-30").click()
    expect(mira.locator("#lobby-rules .guest-only[aria-checked=true]").first).to_have_text("30 s")
    open_menu(ruben, 0)
    ruben.get_by_role("button", name="Remove from the table").click()
    expect(mira.locator(".join")).to_be_visible()
    assert names_of(ruben) == ["Ruben"]


@pytest.mark.long
def test_a_seats_menu_by_keyboard(players: Players) -> None:
    """Enter opens it, Tab goes into it, Escape closes it and comes back; news do not close it under one's hands."""
    mira, ruben = players.arrive(), players.arrive()
    address = open_table(mira, "Mira")
    sit_down(ruben, address, "Ruben")
    opener = mira.get_by_role("button", name="Seat menu: Ruben")
    opener.focus()
    mira.keyboard.press("Enter")
    menu = mira.locator("#seat-menu-1")
    expect(menu).to_be_visible()
    mira.keyboard.press("Tab")
    expect(mira.get_by_role("button", name="One place forward")).to_be_focused()
    ruben.locator("#ready").click()
    expect(mira.locator("#lobby-seat-1")).to_have_class(re.compile("is-ready"))
    expect(menu).to_be_visible()
    expect(mira.get_by_role("button", name="One place forward")).to_be_focused()
    mira.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_refusal_stands_beside_its_control_and_goes_with_the_next_success(players: Players) -> None:
    """The table changed in another tab: what is refused here says why, until the same control works."""
    mira, ruben, ines = players.arrive(), players.arrive(), players.arrive()
    address = open_table(mira, "Mira")
    sit_down(ruben, address, "Ruben")
    sit_down(ines, address, "Ines")
    mira.evaluate("document.querySelector('#f-remove-1 [name=seat]').value = '4'")
    open_menu(mira, 1)
    mira.get_by_role("button", name="Remove from the table").click()
    refusal = mira.locator("#refusal-seats")
    expect(refusal).to_contain_text("no such seat")
    expect(refusal.locator("[role=alert]")).to_be_visible()
    ruben.locator("#ready").click()
    expect(mira.locator("#lobby-seat-1")).to_have_class(re.compile("is-ready"))
    expect(refusal).to_contain_text("no such seat")
    open_menu(mira, 1)
    mira.get_by_role("button", name="One place back").click()
    expect(mira.locator("#lobby-seat-2 .plaque > b")).to_have_text("Ruben")
    expect(refusal).to_be_empty()


@pytest.mark.long
def test_the_link_as_a_picture(players: Players) -> None:
    """Small in the ticket, large when pressed; drawn by the server, so the page's policy holds."""
    mira = players.arrive()
    open_table(mira, "Mira")
    mira.get_by_role("button", name="Show the QR code").click()
    large = mira.locator("#qr-large")
    expect(large).to_be_visible()
    box = large.locator(".qr").bounding_box()
    assert box
    assert box["width"] > 250
    assert (
        mira.locator("#qr-large .qr path").evaluate("path => getComputedStyle(path).stroke")
        == "rgb(18, 38, 63)"
    )
    mira.keyboard.press("Escape")
    expect(large).to_be_hidden()


def test_a_second_device_is_the_same_person(players: Players) -> None:
    """A code shown here opens the same seat there, once; a wrong one says so beside its field."""
    mira, phone = players.arrive(), players.arrive(width=390, height=844)
    address = open_table(mira, "Mira")
    mira.goto("/")
    mira.get_by_role("link", name="My devices").click()
    mira.get_by_role("button", name="Show a code").click()
    code = mira.locator("#code").inner_text()
    expect(mira.get_by_role("img", name="The link as a QR code")).to_be_visible()

    phone.goto("/")
    phone.get_by_role("link", name="Continue from another device").click()
    field = phone.get_by_label("Code or key")
    field.fill("AAAA-AAAA")
    phone.get_by_role("button", name="Continue", exact=True).click()
    expect(phone.locator("#refusal-code")).to_contain_text("not known")
    expect(field).to_have_value("AAAA-AAAA")
    field.fill(code.lower())
    phone.get_by_role("button", name="Continue", exact=True).click()
    expect(phone.get_by_label("You ski as")).to_have_value("Mira")
    phone.goto(address)
    expect(phone.locator("main")).to_have_attribute("data-seat", "0")
    expect(phone.locator("#start")).to_be_visible()


@pytest.mark.long
def test_a_browser_that_forgot_gets_its_seat_back(players: Players) -> None:
    """ "I was Ines" in the lobby, the host says yes, and the asker's page is at the seat by itself."""
    mira, ines = players.arrive(), players.arrive()
    address = open_table(mira, "Mira")
    sit_down(ines, address, "Ines")
    ines.context.close()
    players.contexts.remove(ines.context)
    fresh = players.arrive(width=390, height=844)
    fresh.goto(address)
    fresh.get_by_role("button", name="I was Ines").click()
    expect(fresh.locator("#lobby-you")).to_contain_text("The host decides")
    expect(mira.locator("#claim-1")).to_contain_text("Somebody says: that is me.")
    mira.get_by_role("button", name="Give the seat").click()
    expect(fresh.locator("main")).to_have_attribute("data-seat", "1")
    expect(fresh.locator("#ready")).to_be_visible()


@pytest.mark.long
def test_the_door_of_a_private_race(players: Players) -> None:
    """Nothing of the race is shown there. "I was Ines" reaches the host at the table; the answer comes by itself, a no
    as well as a yes.
    """
    mira, ines = players.arrive(), players.arrive()
    address = open_table(mira, "Mira")
    sit_down(ines, address, "Ines")
    mira.locator("#start").click()
    expect(mira.locator("#hand")).to_be_visible()
    ines.context.close()
    players.contexts.remove(ines.context)
    fresh = players.arrive(width=390, height=844)
    fresh.goto(address)
    expect(fresh.locator("#hand, #board")).to_have_count(0)
    for answer in ("f-keep", "f-give"):  # no, then yes
        fresh.get_by_role("button", name="I was Ines").click()
        expect(fresh.locator("#claims")).to_contain_text("Waiting for Mira")
        mira.locator(f"#asks button[form={answer}]").click()
    expect(fresh.locator("main.table")).to_have_attribute("data-seat", "1")
    assert fresh.url == address


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Prepared]]:
    """A server with a race of four that is over."""
    folder = tmp_path_factory.mktemp("finished")

    async def play() -> Prepared:
        async with PreparedTables(database_in(folder)) as services:
            return await services.play("won")

    race = apart(play())
    with serving(folder, program="tools.seeded") as address:
        yield address, race


def test_another_race_by_votes(browser: Browser, finished: tuple[str, Prepared]) -> None:
    """One vote each and one new table. Who has said yes is shown to all; the seats of the others are kept for a while,
    counted down; who comes in time has the old seat, and who looks on looks on.
    """
    address, race = finished
    players = Players(browser, address)
    mira, ruben, ines = (players.arrive(reduced_motion="reduce") for _ in range(3))
    for page, guest in zip((mira, ruben, ines), race.company, strict=False):
        page.context.add_cookies([{"name": "yeti", "value": guest.token, "url": address}])
        page.goto(f"/t/{race.code}")
        expect(page.locator(".votes li")).to_have_count(4)
    expect(mira.locator(".votes .is-yes")).to_have_count(0)

    ruben.get_by_role("button", name="Race again").click()
    expect(ruben.locator("#lobby-seats")).to_be_visible()
    expect(mira.locator(".votes .is-yes")).to_have_count(1)
    expect(mira.locator("#rematch")).to_contain_text("Ruben wants another race.")
    mine = mira.locator("#rematch .kept")
    expect(mine).to_have_text(re.compile(r"^Your seat is kept for \d+ s\.$"))
    expect(mine).not_to_have_text(mine.inner_text())
    kept = ruben.locator("#lobby-seat-0")
    expect(kept).to_have_class(re.compile("is-held"))
    left = kept.locator("[data-until]")
    expect(left).to_have_text(re.compile(r"^\d+ s$"))
    expect(left).not_to_have_text(left.inner_text())

    mira.get_by_role("button", name="Race again").click()
    mira.wait_for_url(ruben.url)
    expect(mira.locator("main")).to_have_attribute("data-seat", "0")
    expect(kept).not_to_have_class(re.compile("is-held"))
    expect(ines.locator("#rematch")).to_contain_text("Mira and Ruben want another race.")

    ruben.go_back()
    expect(ruben.locator("#rematch")).to_contain_text("Waiting for Ines and Okonkwo.")
    expect(ruben.locator(".votes .is-yes")).to_have_count(2)
    ruben.get_by_role("link", name="To the rematch").click()
    expect(ruben.locator("main")).to_have_attribute("data-seat", "1")

    ines.goto(mira.url)
    expect(ines.locator("#lobby-start")).to_contain_text("kept for you")
    ines.locator("#ready").click()
    expect(mira.locator("#lobby-seat-2")).to_have_class(re.compile("is-ready"))
    assert not players.close()


@pytest.mark.long
def test_votes_without_script(browser: Browser, finished: tuple[str, Prepared]) -> None:
    """The text view says who has voted, and its button is a plain form."""
    address, race = finished
    players = Players(browser, address)
    okonkwo = players.arrive(java_script_enabled=False)
    okonkwo.context.add_cookies([{"name": "yeti", "value": race.company[3].token, "url": address}])
    okonkwo.goto(f"/t/{race.code}/text")
    expect(okonkwo.locator("#choice")).to_contain_text("Okonkwo: not answered")
    okonkwo.get_by_role("button", name="Race again").click()
    expect(okonkwo.locator("main.lobby, main.text")).to_be_visible()
    okonkwo.goto(f"/t/{race.code}/text")
    expect(okonkwo.locator("#choice")).to_contain_text("Okonkwo: yes")
    expect(okonkwo.get_by_role("link", name="To the rematch")).to_be_visible()
    assert not players.close()
