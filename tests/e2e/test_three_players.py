"""Three people in three browser profiles play one whole race; one of them reloads in each phase."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Players, pictures
from tests.e2e.playing import (
    decision_of,
    enter_name,
    hand_of,
    kind_of,
    owes,
    see_result,
    send,
    take_turn,
    turns_at_most,
    wait_for_news,
)

pytestmark = pytest.mark.browser


def gather(players: Players, *names: str) -> list[Page]:
    """Everybody at one private table, seated; the first one is host."""
    host = players.arrive()
    host.goto("/")
    enter_name(host, names[0])
    host.get_by_role("button", name=re.compile("create a table", re.IGNORECASE)).click()
    host.wait_for_url(re.compile(r"/t/\w{6}$"))
    pages = [host]
    for name in names[1:]:
        guest = players.arrive()
        guest.goto(host.url)
        enter_name(guest, name)
        guest.get_by_role("button", name=re.compile("take a seat", re.IGNORECASE)).click()
        expect(guest.locator("#lobby-seats")).to_contain_text(name)
        expect(host.locator("#lobby-seats")).to_contain_text(name)
        pages.append(guest)
    return pages


def reload_and_compare(page: Page) -> None:
    """The same seat, hand, lock and decision after a reload."""
    before = (hand_of(page), kind_of(page), decision_of(page))
    page.reload()
    assert (hand_of(page), kind_of(page), decision_of(page)) == before


def test_three_people_play_a_whole_race_and_reload_in_every_phase(players: Players) -> None:
    pages = gather(players, "Mira", "Ruben", "Ines")
    host, ruben, _ = pages
    host.get_by_role("button", name=re.compile("start", re.IGNORECASE)).click()
    for page in pages:
        expect(page.locator("#hand .tcard")).to_have_count(4)

    # A selection can be changed until the last one is in (AV-104), and a lock shows to the others, not its cards.
    take_turn(ruben)
    assert kind_of(ruben) == "locked"
    expect(host.locator("#roster")).to_contain_text("Locked in")
    reload_and_compare(ruben)
    send(ruben)
    assert kind_of(ruben) == "select"
    reload_and_compare(ruben)

    reloaded: set[str] = set()
    for _ in range(turns_at_most):
        wait_for_news(pages)
        if all(kind_of(page) == "over" for page in pages):
            break
        phase = kind_of(ruben)
        if phase not in reloaded:
            reloaded.add(phase)
            reload_and_compare(ruben)
        mover = next((page for page in pages if owes(page)), None)
        if mover is not None:
            take_turn(mover)
    assert "select" in reloaded
    assert reloaded & {
        "wait",
        "yeti",
    }  # somebody moves the yeti every round, and it is not always the same one
    pictures.mkdir(parents=True, exist_ok=True)
    for index, page in enumerate(pages):
        see_result(page)
        page.screenshot(path=pictures / f"three-over-{index}.png")
    results = {page.locator("#podium").text_content() for page in pages}
    assert len(results) == 1
    reload_and_compare(ruben)


def test_a_double_click_locks_in_once_and_stays_locked(players: Players) -> None:
    """The second click falls on the button that would unlock; it means nothing, however late a busy page hears it."""
    pages = gather(players, "Mira", "Ruben", "Ines")
    pages[0].get_by_role("button", name=re.compile("start", re.IGNORECASE)).click()
    mira = pages[0]
    posts: list[str] = []
    mira.on("request", lambda sent: posts.append(sent.url) if sent.method == "POST" else None)
    expect(mira.locator("#hand .tcard")).to_have_count(4)
    mira.locator("#hand .tcard").first.click()
    mira.locator("#go").dblclick(delay=20)
    expect(mira.locator("#act.is-locked")).to_be_visible()
    expect(pages[1].locator("#roster")).to_contain_text("Locked in")
    mira.wait_for_timeout(700)
    mira.locator("#go").dispatch_event("click", {"detail": 2})
    mira.wait_for_timeout(300)
    assert len(posts) == 1, posts
    mira.locator("#go").focus()
    mira.keyboard.press("Enter")
    expect(mira.locator("#act.is-select")).to_be_visible()
