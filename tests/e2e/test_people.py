"""What people settle at a running table, in several browsers: absence, a lost seat, a pause, talk that goes too far.

The server counts somebody as away for long enough after a second (ABSENCE_MS in `conftest.py`).
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Players
from tests.e2e.playing import enter_name

pytestmark = pytest.mark.browser


def race(players: Players, *names: str, seconds: int = 0, spectators: bool = False) -> list[Page]:
    """A table of these people, the first as host, started."""
    host = players.arrive()
    host.goto("/")
    enter_name(host, names[0])
    host.get_by_role("button", name=re.compile("create a table", re.IGNORECASE)).click()
    host.wait_for_url(re.compile(r"/t/\w{6}$"))
    pages = [host]
    for name in names[1:]:
        page = players.arrive()
        page.goto(host.url)
        enter_name(page, name)
        page.get_by_role("button", name=re.compile("take a seat|join", re.IGNORECASE)).first.click()
        expect(page.locator("#lobby-seats")).to_contain_text(name)
        pages.append(page)
    ask(host, "clock", seconds=str(seconds))
    if spectators:
        ask(host, "spectators", on="yes")
    ask(host, "start", confirm="yes")
    for page in pages:
        page.wait_for_selector(".has-script #hand .tcard")
    return pages


def ask(page: Page, command: str, **fields: str) -> None:
    """Posts one of the table's forms as the page would."""
    status = page.evaluate(
        """async ([command, fields]) => {
          const token = document.querySelector("[name=token]").value;
          const answer = await fetch(`${location.pathname}/${command}`, {
            method: "POST",
            body: new URLSearchParams({ token, ...fields }),
            headers: { "HX-Request": "true" },
          });
          return answer.status;
        }""",
        [command, fields],
    )
    assert status < 400, (command, status)


def test_away_proposed_decided_and_taken_back(players: Players) -> None:
    """Nobody is offered a bot before time allows it; then others propose, the host decides, and the owner's one click
    ends it. Everybody reads in the log who did what.
    """
    mira, ruben, ines = race(players, "Mira", "Ruben", "Ines")
    address, cookies = ines.url, ines.context.storage_state()
    ines.close()
    cabin = mira.locator("#seat-2")
    expect(cabin).to_have_class(re.compile("away"))
    button = cabin.get_by_role("button", name="Let a bot play")
    expect(button).to_be_visible()
    expect(ruben.locator(".ask.is-away")).to_be_visible()
    expect(ruben.get_by_role("button", name="Let a bot play")).to_have_count(0)
    ruben.locator(".ask.is-away").get_by_role("button", name="Propose a bot").click()
    for page in (mira, ruben):
        expect(page.locator(".ask.is-proposed")).to_contain_text("Ruben proposes a bot for Ines.")
    expect(mira.locator("#say")).to_contain_text("Ruben proposes a bot for Ines.")
    expect(ruben.locator(".ask.is-proposed button:visible")).to_have_count(0)
    assert violations(mira) == []
    mira.locator(".ask.is-proposed").get_by_role("button", name="Wait").click()
    expect(mira.locator(".ask.is-proposed")).to_have_count(0)
    mira.locator(".ask.is-away").get_by_role("button", name="Let a bot play").click()
    expect(ruben.locator("#log")).to_contain_text("Mira lets a bot sit in for Ines.")
    expect(ruben.locator("#seat-2")).to_have_class(re.compile("sits-in"))
    back = players.arrive(width=390, height=844, storage_state=cookies)
    back.goto(address)
    main = back.get_by_role("button", name="Take your seat back")
    expect(main).to_be_in_viewport(ratio=1)
    main.click()
    expect(back.locator("#act.is-bot")).to_have_count(0)
    expect(mira.locator("#log")).to_contain_text("Ines is back in the seat.")
    expect(mira.locator("#seat-2")).not_to_have_class(re.compile("away|sits-in"))


@pytest.mark.long
def test_a_refusal_stands_beside_the_line_and_goes_with_the_next_press(players: Players) -> None:
    """Somebody comes back in the moment the host decides: the reason is said where it was pressed."""
    mira, _, ines = race(players, "Mira", "Ruben", "Ines")
    address, cookies = ines.url, ines.context.storage_state()
    ines.close()
    button = mira.locator(".ask.is-away").get_by_role("button", name="Let a bot play")
    expect(button).to_be_visible()
    mira.context.set_offline(True)
    button.click()
    refusal = mira.locator("#refusal-asks")
    expect(refusal).to_contain_text("Not sent")
    mira.context.set_offline(False)
    # What the browser says of a line that is down is no fault of ours.
    players.faults[:] = [
        fault for fault in players.faults if "ERR_INTERNET_DISCONNECTED" not in fault and "f-bot" not in fault
    ]
    back = players.arrive(storage_state=cookies)
    back.goto(address)
    back.wait_for_selector(".has-script #hand .tcard")
    expect(mira.locator("#seat-2")).not_to_have_class(re.compile("away"))
    mira.evaluate(
        "() => { const form = document.getElementById('f-bot'); const seat = document.createElement('input');"
        " seat.name = 'seat'; seat.value = '2'; form.append(seat); form.requestSubmit(); seat.remove(); }"
    )
    expect(refusal).to_contain_text("The seat stays theirs.")
    assert refusal.get_by_role("alert").count() == 1


@pytest.mark.long
def test_a_pause_is_seen_by_all_and_says_who(players: Players) -> None:
    """The sun stands; only the host is offered to go on; then it counts on with what was left."""
    mira, ruben, eye = (*race(players, "Mira", "Ruben", seconds=120, spectators=True), players.arrive())
    eye.goto(mira.url)
    expect(mira.locator("#clock b")).to_have_text(re.compile(r"^1:5\d$"))
    mira.get_by_role("link", name="People at the table").click()
    mira.locator("#people").get_by_role("button", name="Pause the race").click()
    for page in (mira, ruben, eye):
        expect(page.locator(".ask.is-pause")).to_contain_text("Mira has paused the race.")
        expect(page.locator("#clock")).to_contain_text("paused")
    expect(eye.get_by_role("button", name="Resume the race")).to_be_hidden()
    expect(ruben.get_by_role("button", name="Resume the race")).to_be_hidden()
    mira.locator("#people").get_by_role("button", name="Resume the race").click()
    expect(ruben.locator(".ask.is-pause")).to_have_count(0)
    expect(ruben.locator("#clock b")).to_have_text(re.compile(r"^1:[45]\d$"))
    expect(ruben.locator("#log")).to_contain_text("Mira resumes the race.")


@pytest.mark.long
def test_a_lost_seat_is_asked_for_and_given_back(players: Players) -> None:
    """A browser that has forgotten everything says "I was Ines"; the host answers at the table; the seat is hers."""
    mira, ruben, ines = race(players, "Mira", "Ruben", "Ines")
    address = ines.url
    ines.close()
    expect(mira.locator("#seat-2")).to_have_class(re.compile("away"))
    lost = players.arrive()
    lost.goto(address)
    lost.get_by_role("button", name="I was Ines").click()
    asked = mira.locator(".ask.is-claim")
    expect(asked).to_contain_text("I was Ines.")
    expect(ruben.locator(".ask.is-claim")).to_contain_text("The host decides.")
    expect(ruben.locator(".ask.is-claim button:visible")).to_have_count(0)
    asked.get_by_role("button", name="Give the seat").click()
    expect(lost.locator(".has-script #hand .tcard").first).to_be_visible()
    expect(mira.locator(".ask.is-claim")).to_have_count(0)


def test_spectators_are_counted_and_have_no_hand(players: Players) -> None:
    """The table sees how many look on; they see that they watch, and no card of anybody."""
    mira, ruben = race(players, "Mira", "Ruben", spectators=True)
    expect(mira.locator("#watching")).to_be_hidden()
    eye = players.arrive()
    eye.goto(mira.url)
    expect(eye.locator("#act .pill")).to_have_text("Watching")
    expect(eye.locator("#hand .tcard")).to_have_count(0)
    for page in (mira, ruben):
        expect(page.locator("#watching")).to_have_text("1 watching")
    eye.close()
    expect(mira.locator("#watching")).to_be_hidden()


@pytest.mark.long
def test_talk_that_goes_too_far(players: Players) -> None:
    """Anyone mutes for themselves and reports, with thanks; the host switches somebody's chat off, and it says so to
    who writes then. The sheet has no fault that axe knows, at a desk and on a phone.
    """
    mira, ruben = race(players, "Mira", "Ruben")
    mira.get_by_role("link", name="People at the table").click()
    sheet = mira.locator("#people")
    expect(sheet.get_by_role("button", name="Switch chat off")).to_be_visible()
    assert violations(mira) == []
    sheet.locator("summary", has_text="Report: Ruben").click()
    sheet.get_by_label("What happened?").first.fill("Very rude")
    sheet.get_by_role("button", name="Send the report").first.click()
    expect(sheet.get_by_role("status")).to_contain_text("Thank you")
    sheet.get_by_role("button", name="Switch chat off").click()
    expect(sheet.get_by_role("button", name="Switch chat on")).to_be_focused()
    sheet.get_by_text("Mute for me").click()
    mira.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    ruben.get_by_role("button", name=re.compile("^Chat")).click()
    ruben.locator("#say-it").fill("Hm")
    ruben.keyboard.press("Enter")
    expect(ruben.locator("#refusal-chat")).to_contain_text("The host has switched off your chat.")
    ruben.set_viewport_size({"width": 390, "height": 844})
    ruben.goto(f"{ruben.url.partition('#')[0]}/people")
    assert violations(ruben) == []


@pytest.mark.long
def test_the_role_is_handed_over_in_the_sheet(players: Players) -> None:
    """Both pages follow at once: the one loses a host's buttons, the other has them."""
    mira, ruben = race(players, "Mira", "Ruben", seconds=60)
    mira.get_by_role("link", name="People at the table").click()
    mira.locator("#people").get_by_role("button", name="Make host").click()
    expect(ruben.locator("main[data-host]")).to_be_visible()
    expect(mira.locator("main[data-host]")).to_have_count(0)
    expect(mira.locator("#log")).to_contain_text("Ruben is the host now.")


@pytest.mark.long
def test_by_days_the_sun_names_the_day_and_the_hour(players: Players) -> None:
    """A day for each choice: "18:40, until tomorrow", and for the ear in the order of a sentence."""
    mira, _ = race(players, "Mira", "Ruben", seconds=86400)
    sun = mira.locator("#clock")
    expect(sun.locator("b")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(sun.locator("span")).to_have_text("until tomorrow")
    expect(sun).to_have_attribute("aria-label", re.compile(r"^until tomorrow \d\d:\d\d$"))
    mira.set_viewport_size({"width": 390, "height": 844})
    expect(sun.locator("span")).to_have_text(re.compile(r"^\w{3}$"))
    expect(sun.locator("b")).to_have_text(re.compile(r"^\d\d:\d\d$"))
