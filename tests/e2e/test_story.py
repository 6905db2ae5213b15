"""A round's story in the browser: it can be skipped, held and switched off, and never stands before the truth."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Players
from tests.e2e.playing import (
    captions_noted,
    choose_cards,
    decision_of,
    hears,
    kind_of,
    moves,
    owes,
    received,
    send,
    slow_down,
    take_turn,
    until,
    wait_for_news,
)
from tests.e2e.test_three_players import gather

pytestmark = pytest.mark.browser

hide = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def at_a_table(players: Players, bots: int = 2, *, slowed: int = 1, **options: Any) -> Page:
    """A race against bots, its first selection open; `slowed`: with stories that take so many times as long."""
    page = players.arrive(**options)
    if slowed > 1:
        slow_down(page, slowed)
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
    until(page, lambda: hears(page))
    return page


def reveal(page: Page) -> None:
    """Chooses and locks in; the bots have chosen or will."""
    wait_for_news([page])
    choose_cards(page)
    send(page)


def all_in(page: Page) -> None:
    """Until the page has in hand that its own choice is asked for again, whatever it still shows."""
    address = page.url.partition("#")[0]

    def there() -> bool:
        told = page.context.request.get(f"{address}/regions").json()
        act = next((region["html"] for region in told["regions"] if region["id"] == "act"), "")
        return "data-turn" in act and received(page) >= told["version"]

    until(page, there, lambda: "the race does not come back to its reader")


def standing(page: Page) -> dict[str, str]:
    """Where every piece stands by the page's own truth."""
    found: dict[str, str] = page.locator("#pieces .sk").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.id, one.className.match(/(at|line)-\\S+/)[0]]))"
    )
    return found


the_bots_yeti = "13"
"""Dice of a race against two bots in which a bot moves the yeti of the first round, whatever its reader plays."""

moments = """() => ({
  decision: document.querySelector("#state").dataset.decision,
  round: document.querySelector("#where").textContent,
  limit: document.querySelector("#limit .sign").textContent,
  plays: document.querySelectorAll("#reveal li").length,
  title: document.title.startsWith("(!)"),
  spoken: document.querySelector("#say").textContent,
})"""


def test_a_story_is_told_by_a_page_that_still_shows_the_old_moment(players: Players) -> None:
    """Nothing tells what later beats tell: no new limit, round, decision, title or call. Space holds the
    story wherever locking in has left the focus; S ends it, and only then all of the page is the new truth.
    """
    page = at_a_table(players, slowed=30)
    expect(page.locator("#say")).to_contain_text("Your move")  # the first look's own
    before = page.evaluate(moments)
    places = standing(page)
    reveal(page)
    expect(page.locator("#motion")).to_be_visible()
    page.keyboard.press("Space")
    held = page.locator('[data-do="pause"]')
    expect(held).to_have_attribute("aria-pressed", "true")
    all_in(page)
    caption = page.locator("#cap").inner_text()
    page.wait_for_timeout(1200)
    assert page.locator("#cap").inner_text() == caption
    now = page.evaluate(moments)
    for part in ("decision", "round", "limit"):
        assert now[part] == before[part]
    assert not now["title"]
    assert now["spoken"] == before["spoken"] or "Your move" not in now["spoken"]
    assert standing(page) == places
    page.keyboard.press("Space")
    expect(held).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    expect(page.locator("#motion")).to_be_hidden()
    after = page.evaluate(moments)
    assert after["decision"] != before["decision"]
    assert after["title"]
    expect(page.locator("#say")).to_contain_text(re.compile("Your move|reaches you next"))


def test_a_card_touched_while_a_story_is_told_ends_it_and_is_chosen(players: Players) -> None:
    """The next hand lies ready without a rocket or a forecast; the first touch brings the truth, no further beat is
    told, and then the card is chosen, with all that belongs to it.
    """
    page = at_a_table(players, slowed=30, dice=the_bots_yeti)
    before = decision_of(page)
    reveal(page)
    expect(page.locator("#motion")).to_be_visible()
    all_in(page)
    expect(page.locator("#watch b")).to_be_visible()
    early = page.locator("#hand").get_attribute("data-decision")
    assert early != before
    assert re.fullmatch(r"Watching round \d+\s+choose now", page.locator("#watch").inner_text())
    assert not page.locator("#hand :is(.rkf, .note)").count()
    assert not page.locator("#ghosts > *").count()
    assert decision_of(page) == before
    card = page.locator("#hand .tcard").nth(1)
    page.keyboard.press("Space")  # stands, so that nothing goes on by itself meanwhile
    page.evaluate(captions_noted)
    card.click()
    expect(page.locator("#hand input:checked")).to_have_count(1)
    assert len(page.evaluate("window.captions")) <= 1  # the beat that was told comes to its end
    assert not moves(page)
    assert decision_of(page) == early
    assert card.locator("input:checked").count() == 1
    expect(page.locator("#ghosts > *").first).to_be_attached()
    expect(page.locator("#go")).to_contain_text("Lock in ")
    expect(page.locator("#watch")).to_contain_text(re.compile(r"Round \d+ is over"))
    send(page)
    assert not page.locator("#refusal-act > *").count()


animated = """() => {
  window.moved = 0;
  const look = () => {
    window.moved += document.getAnimations().filter(one => one.playState === "running").length;
    requestAnimationFrame(look);
  };
  look();
}"""


def test_reduced_motion_tells_the_story_still_and_whole(players: Players) -> None:
    """Every beat is held and said, nothing travels, and it ends by itself."""
    page = at_a_table(players, reduced_motion="reduce")
    page.evaluate(captions_noted)
    page.evaluate(animated)
    before = decision_of(page)
    reveal(page)
    until(page, lambda: decision_of(page) != before and not moves(page))
    assert page.evaluate("window.moved") == 0
    # The cards lie open at once; what they come to, and at least a ride.
    assert len(page.evaluate("window.captions")) >= 2
    expect(page.locator("#motion")).to_be_hidden()


def test_a_hidden_page_shows_the_truth_at_once_and_tells_the_round_on_wish(players: Players) -> None:
    """No motion for what nobody saw; one line names the round and plays it when asked, then the truth remains."""
    page = at_a_table(players, slowed=5)
    wait_for_news([page])
    choose_cards(page)
    page.evaluate(hide, True)
    send(page)
    page.wait_for_function("() => document.querySelector('#missed').hidden === false")
    assert page.locator("#motion").is_hidden()
    wait_for_news([page])
    page.evaluate(hide, False)
    assert page.locator("#motion").is_hidden()
    expect(page.locator("#missed")).to_contain_text("You missed round 1.")
    truth = standing(page)
    page.locator('[data-missed="watch"]').click()
    expect(page.locator("#motion")).to_be_visible()
    expect(page.locator("#say")).to_contain_text("Cards revealed")  # held for a quarter of a minute
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
    expect(other.locator("#missed")).to_contain_text("You missed round 1.")
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
    expect(other.locator("#missed")).to_contain_text("You missed round 1.")
    other.locator('[data-missed="watch"]').click()
    expect(other.locator("#say")).to_contain_text("Cards revealed")


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
    until(mira, lambda: waiting)
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
    expect(mira).to_have_title(re.compile(r"^\(!\) Your move"))
    expect(icon).to_have_attribute("href", re.compile("favicon-turn"))
    choose_cards(mira)
    send(mira)
    assert kind_of(mira) == "locked"
    expect(mira).not_to_have_title(re.compile(r"^\(!\)"))
    expect(icon).not_to_have_attribute("href", re.compile("favicon-turn"))
