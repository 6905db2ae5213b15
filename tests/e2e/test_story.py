"""A round's story in the browser: it can be skipped, held and switched off, and never stands before the truth."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Players
from tests.e2e.playing import choose_cards, decision_of, kind_of, owes, send, take_turn, wait_for_news
from tests.e2e.test_three_players import gather

pytestmark = pytest.mark.browser

hide = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def at_a_table(players: Players, bots: int = 2, **options: Any) -> Page:
    """A race against bots, its first selection open."""
    page = players.arrive(**options)
    page.goto("/")
    page.get_by_role("button", name=re.compile("create a table", re.IGNORECASE)).click()
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    for count in range(bots):
        page.get_by_role("button", name=re.compile("add.*bot", re.IGNORECASE)).first.click()
        expect(page.locator("#lobby-seats")).to_contain_text(
            re.compile(f"(Bot .*){{{count + 1}}}", re.DOTALL)
        )
    page.get_by_role("button", name=re.compile("start", re.IGNORECASE)).click()
    page.wait_for_selector(".has-script #hand .tcard")
    return page


def reveal(page: Page) -> None:
    """Chooses and locks in; the bots have chosen or will."""
    wait_for_news([page])
    choose_cards(page)
    send(page)


def standing(page: Page) -> dict[str, str]:
    """Where every piece stands by the page's own truth."""
    found: dict[str, str] = page.locator("#pieces .sk").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.id, one.className.match(/(at|line)-\\S+/)[0]]))"
    )
    return found


def test_a_story_can_be_held_and_skipped_and_the_truth_is_there_before_it(players: Players) -> None:
    """Space holds it, wherever locking in has left the focus, S ends it; the state is new from the first frame on."""
    page = at_a_table(players)
    before = page.locator("#state").get_attribute("data-decision")
    reveal(page)
    expect(page.locator("#motion")).to_be_visible()
    assert page.locator("#state").get_attribute("data-decision") != before
    truth = standing(page)
    page.keyboard.press("Space")
    held = page.locator('[data-do="pause"]')
    expect(held).to_have_attribute("aria-pressed", "true")
    caption = page.locator("#cap").inner_text()
    page.wait_for_timeout(2000)
    assert page.locator("#cap").inner_text() == caption
    page.keyboard.press("Space")
    expect(held).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    expect(page.locator("#motion")).to_be_hidden()
    assert not page.locator("#stage > *").count()
    assert standing(page) == truth or decision_of(page) != before


def test_reduced_motion_tells_the_story_still_and_whole(players: Players) -> None:
    """Every beat is held and said, nothing travels, and it ends by itself."""
    page = at_a_table(players, reduced_motion="reduce")
    reveal(page)
    expect(page.locator("#motion")).to_be_visible()
    said = set()
    moved = 0
    for _ in range(200):
        if not page.locator("#motion").is_visible():
            break
        said.add(page.locator("#cap").inner_text())
        moved += page.evaluate("document.getAnimations().filter(one => one.playState === 'running').length")
        page.wait_for_timeout(100)
    assert moved == 0
    assert len(said) >= 4, said
    expect(page.locator("#motion")).to_be_hidden()


def test_a_hidden_page_shows_the_truth_at_once_and_tells_the_round_on_wish(players: Players) -> None:
    """No motion for what nobody saw; one line names the round and plays it when asked, then the truth remains."""
    page = at_a_table(players)
    wait_for_news([page])
    choose_cards(page)
    page.evaluate(hide, True)
    send(page)
    page.wait_for_function("() => document.querySelector('#missed').hidden === false")
    assert page.locator("#motion").is_hidden()
    wait_for_news([page])
    page.evaluate(hide, False)
    assert page.locator("#motion").is_hidden()
    expect(page.locator("#missed")).to_contain_text("Round 1 happened.")
    truth = standing(page)
    page.locator('[data-missed="watch"]').click()
    expect(page.locator("#motion")).to_be_visible()
    expect(page.locator("#cap")).to_contain_text("Cards revealed")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#motion")).to_be_hidden()
    expect(page.locator("#missed")).to_be_hidden()
    assert standing(page) == truth


set_clock = """seconds => fetch(location.pathname + "/clock", {
  method: "POST",
  headers: { "HX-Request": "true" },
  body: new URLSearchParams({ token: document.querySelector("[name=token]").value, seconds }),
}).then(answer => answer.status)"""


def two_people(players: Players, seconds: int = 0) -> tuple[Page, Page]:
    """Two people at a running race, with a clock of so many seconds if any."""
    host, guest = gather(players, "Mira", "Ruben")
    if seconds:
        assert host.evaluate(set_clock, str(seconds)) == 204
    guest.get_by_role("button", name=re.compile("ready", re.IGNORECASE)).first.click()
    host.get_by_role("button", name=re.compile("start", re.IGNORECASE)).click()
    for page in (host, guest):
        page.wait_for_selector(".has-script #hand .tcard")
    return host, guest


def half_a_round_missed(players: Players) -> tuple[Page, Page]:
    """Who moved the yeti, and who looked away until then and sees his walk now."""
    pages = two_people(players)
    for page in pages:
        page.evaluate(hide, True)
    for page in pages:
        wait_for_news([page])
        choose_cards(page)
        send(page)
    wait_for_news(list(pages))
    mover, other = sorted(pages, key=lambda page: kind_of(page) != "yeti")
    assert kind_of(mover) == "yeti"
    other.evaluate(hide, False)
    expect(other.locator("#missed")).to_contain_text("happened")
    take_turn(mover)
    expect(other.locator("#motion")).to_be_visible()
    expect(other.locator("#missed")).to_be_hidden()
    return mover, other


@pytest.mark.long
def test_a_story_half_missed_can_still_be_watched_from_its_beginning(players: Players) -> None:
    """Somebody looks away while the cards are revealed and back before the other has moved the yeti: the walk is shown,
    and then the whole round still offered.
    """
    other = half_a_round_missed(players)[1]
    other.get_by_role("button", name="Skip").click()
    expect(other.locator("#motion")).to_be_hidden()
    expect(other.locator("#missed")).to_contain_text("happened")
    other.locator('[data-missed="watch"]').click()
    expect(other.locator("#cap")).to_contain_text("Cards revealed")


@pytest.mark.long
def test_a_new_round_takes_the_offer_of_an_old_one_away(players: Players) -> None:
    """The next cards are revealed while the rest of the round before is still told: nothing of it is offered then."""
    pages = half_a_round_missed(players)
    _, other = pages
    other.get_by_role("button", name="Pause").click()
    for page in pages:
        wait_for_news([page])
        choose_cards(page)
        send(page)
    wait_for_news(list(pages))
    expect(other.locator("#motion")).to_be_visible()
    other.get_by_role("button", name="Skip").click()
    expect(other.locator("#motion")).to_be_hidden()
    expect(other.locator("#missed")).to_be_hidden()


@pytest.mark.long
def test_an_answer_that_comes_after_newer_news_changes_nothing(players: Players) -> None:
    """The sender's own answer is late; meanwhile the last selection came in and the socket has told the round."""
    mira, ruben = two_people(players)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    mira.route("**/actions", hold)
    choose_cards(mira)
    decision = decision_of(mira)
    mira.locator("#go").click()
    mira.wait_for_timeout(200)
    answer = waiting[0].fetch()
    choose_cards(ruben)
    send(ruben)
    mira.wait_for_function(
        "decision => document.querySelector('#state').dataset.decision !== decision", arg=decision
    )
    shown = (kind_of(mira), decision_of(mira))
    waiting[0].fulfill(response=answer)
    mira.wait_for_timeout(700)
    assert (kind_of(mira), decision_of(mira)) == shown
    assert shown[0] != "locked"
    assert owes(mira) or owes(ruben)


def test_the_tab_says_whose_move_it_is(players: Players) -> None:
    """Title and icon while a choice is owed, and no longer once it is made."""
    mira, _ = two_people(players)
    icon = mira.locator("link[rel=icon]")
    assert mira.title().startswith("(!) Your move")
    expect(icon).to_have_attribute("href", re.compile("favicon-turn"))
    choose_cards(mira)
    send(mira)
    assert kind_of(mira) == "locked"
    assert not mira.title().startswith("(!)")
    expect(icon).not_to_have_attribute("href", re.compile("favicon-turn"))
