"""Chat at the table, between two browsers: lines, reactions, what is unread, and who is muted here."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import Players, pictures
from tests.e2e.test_story import two_people

pytestmark = pytest.mark.browser


def test_people_talk_at_the_table_and_mute_for_themselves(players: Players) -> None:
    """A line reaches the other without touching the game; muted people are hidden in this browser alone."""
    mira, ruben = two_people(players)
    version = ruben.locator("#main").get_attribute("data-version")
    mira.get_by_role("button", name="Chat").click()
    mira.locator("#say-it").fill("Watch out <b>below</b>")
    mira.keyboard.press("Enter")
    expect(mira.locator("#chat-lines")).to_contain_text("Watch out <b>below</b>")
    expect(mira.locator("#say-it")).to_have_value("")
    unread = ruben.locator(".talkhead [data-unread]")
    expect(unread).to_have_text("1")
    ruben.get_by_role("button", name=re.compile("Chat")).click()
    expect(unread).to_be_hidden()
    expect(ruben.locator("#chat-lines li")).to_have_text(["Mira Watch out <b>below</b>"])
    ruben.get_by_role("button", name="waves").click()
    expect(mira.locator("#chat-lines li").nth(1)).to_contain_text("waves")
    assert ruben.locator("#main").get_attribute("data-version") == version
    pictures.mkdir(parents=True, exist_ok=True)
    mira.screenshot(path=pictures / "talk.png")
    ruben.locator(".mutes summary").click()
    ruben.locator(".mutes .switch", has_text="Mira").click()
    expect(ruben.locator("#chat-lines li").first).to_be_hidden()
    ruben.reload()
    ruben.get_by_role("button", name=re.compile("Chat")).click()
    expect(ruben.locator("#chat-lines li")).to_have_count(2)
    expect(ruben.locator("#chat-lines li").first).to_be_hidden()


@pytest.mark.long
def test_a_slow_line_says_it_once_and_takes_nothing_typed(players: Players) -> None:
    """While a line is on its way a second Enter sends nothing, and what is typed then stays; what did not go out is in
    the field again, with a word that it was not sent.
    """
    mira, ruben = two_people(players)
    mira.get_by_role("button", name="Chat").click()
    held: list[Route] = []
    mira.route(
        "**/chat", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    field = mira.locator("#say-it")
    field.fill("Wait for me")
    field.press("Enter")
    expect(field).to_have_value("")
    field.press("Enter")
    field.press_sequentially("or do not")
    assert len(held) == 1
    held.pop().continue_()
    expect(mira.locator("#chat-lines li")).to_have_text(["Mira Wait for me"])
    expect(field).to_have_value("or do not")
    field.press("Enter")
    expect(field).to_have_value("")
    held.pop().abort()
    expect(mira.locator("#refusal-chat")).to_contain_text("Not sent")
    expect(field).to_have_value("or do not")
    mira.unroute("**/chat")
    field.press("Enter")
    expect(ruben.locator("#chat-lines li")).to_have_text(["Mira Wait for me", "Mira or do not"])
    players.faults[:] = [
        fault for fault in players.faults if "ERR_FAILED" not in fault
    ]  # what was cut off here


@pytest.mark.long
def test_a_phone_has_log_and_chat_in_one_sheet(players: Players) -> None:
    """It opens from the top line, closes by Escape, and what was said while it was shut is counted."""
    mira, ruben = two_people(players)
    ruben.set_viewport_size({"width": 390, "height": 844})
    mira.get_by_role("button", name="Chat").click()
    mira.get_by_role("button", name="cheers").click()
    expect(ruben.locator(".top [data-unread]")).to_have_text("1")
    ruben.get_by_role("link", name=re.compile("Log")).click()
    ruben.get_by_role("button", name=re.compile("Chat")).click()
    expect(ruben.locator("#chat-lines li")).to_be_visible()
    ruben.screenshot(path=pictures / "talk-phone.png")
    ruben.keyboard.press("Escape")
    expect(ruben.locator("#talk")).to_be_hidden()
