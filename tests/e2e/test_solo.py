"""One person against the yeti, from the front page to the result, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Players, pictures
from tests.e2e.playing import (
    enter_name,
    hand_of,
    kind_of,
    owes,
    see_result,
    see_truth,
    send,
    take_turn,
    turns_at_most,
    wait_for_news,
)

pytestmark = pytest.mark.browser


def test_a_solo_race_from_one_click_to_its_end_and_again(players: Players) -> None:
    """Every kind of choice the race asks for is made by clicking; a reload in the middle keeps the hand (AV-75)."""
    page = players.arrive(width=390, height=844)
    page.goto("/")
    enter_name(page, "Mira")
    page.get_by_role("button", name=re.compile("solo", re.IGNORECASE)).click()
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    kinds = []
    for turn in range(turns_at_most):
        wait_for_news([page])
        if kind_of(page) == "over":
            break
        if turn == 2:
            before = hand_of(page)
            page.reload()
            assert hand_of(page) == before
            assert owes(page)
        kinds.append(take_turn(page))
    assert kinds[0] == "mulligan"
    assert "select" in kinds
    see_result(page)
    pictures.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=pictures / "solo-over.png")
    address = page.url
    page.locator("#go").click()
    page.wait_for_url(lambda url: url != address)
    assert kind_of(page) == "mulligan"


def test_the_first_lesson_is_learned_by_doing_in_six_rounds(players: Players) -> None:
    """Each chapter is left by its own button; the last one ends with a race won (AV-20, AV-25)."""
    page = players.arrive(width=390, height=844)
    page.goto("/")
    page.get_by_role("link", name=re.compile("first time", re.IGNORECASE)).click()
    for number, card in enumerate(("d4a", "d2a", "c3a", "c1a", "s3b", "c2b"), start=1):
        page.wait_for_url(f"**/lesson/avalanche/{number}")
        page.locator(f"#card-{card}").click()
        send(page)
        see_truth(page)
        if owes(page) and kind_of(page) == "yeti":
            take_turn(page)
        see_truth(page)
        if number < 6:
            page.locator("#act.is-lesson #go").click()
    expect(page.locator("#log")).to_contain_text("wins the race")
