"""Being told in a real browser: opting in, the worker that shows notices, and where they lead."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.notices.webpush import new_keys
from tests.e2e.axe import violations
from tests.e2e.conftest import Players
from tests.e2e.playing import (
    choose_cards,
    decision_of,
    owes,
    send,
    take_turn,
    turns_at_most,
    until,
    wait_for_news,
)
from tests.e2e.test_story import hide, two_people
from tests.notices.mailbox import Mailbox
from tools.serving import serving

pytestmark = pytest.mark.browser

shown = """async () => {
  const found = await (await navigator.serviceWorker.getRegistration("/"))?.getNotifications() ?? [];
  return found.map(one => ({ title: one.title, body: one.body, tag: one.tag, data: one.data }));
}"""

counting = """ServiceWorkerRegistration.prototype.showNotification = (show => async function (...given) {
  await show.apply(this, given);
  window.noticesShown = (window.noticesShown ?? 0) + 1;
})(ServiceWorkerRegistration.prototype.showNotification);"""


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with Mailbox.open() as opened:
        yield opened


@pytest.fixture(scope="module")
def reaching(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[str]:
    """A server that sends mail and push, and calls half a second after somebody has gone."""
    settings = {
        "SMTP_URL": f"smtp://127.0.0.1:{mailbox.port}",
        "MAIL_FROM": "yeti@example.org",
        "BASE_URL": "http://127.0.0.1",
        "VAPID_PRIVATE_KEY": new_keys()[0],
        "VAPID_SUBJECT": "mailto:op@example.org",
        "NOTICE_MS": "500",
    }
    with serving(tmp_path_factory.mktemp("reaching"), program="tools.seeded", **settings) as address:
        yield address


@pytest.fixture
def called(browser: Browser, reaching: str) -> Iterator[Players]:
    arrived = Players(browser, reaching)
    yield arrived
    assert not arrived.close()


def opted_in(page: Page, address: str) -> None:
    """Switches notices of open pages on, as a person does."""
    page.context.grant_permissions(["notifications"], origin=address)
    page.goto("/notices")
    page.locator("label", has_text="Notifications of this browser").click()
    expect(page.locator("#open-on")).to_be_checked()
    page.wait_for_function("() => localStorage.getItem('yeti-notices') === 'on'")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")


def wait_shown(page: Page, count: int) -> list[dict[str, object]]:
    """Asks seldom: Chromium drops a notice it is about to display when it is asked which ones there are."""
    found: list[dict[str, object]] = []
    for _ in range(60):
        page.wait_for_timeout(1000)
        found = page.evaluate(shown)
        if len(found) == count:
            break
    assert len(found) == count, found
    return found


def counted(*pages: Page) -> int:
    """How often these pages have shown a notice, one that replaces another counted, too."""
    return sum(int(page.evaluate("window.noticesShown ?? 0")) for page in pages)


def test_only_who_asks_gets_a_worker(players: Players) -> None:
    """No worker by looking at pages; with the switch one for the whole site, which keeps no page. After a reload the
    switch still stands as it was put.
    """
    page = players.arrive()
    page.goto("/")
    page.get_by_role("button", name=re.compile("solo", re.IGNORECASE)).click()
    page.wait_for_selector(".has-script #hand .tcard")
    registered = "async () => (await navigator.serviceWorker.getRegistrations()).map(one => one.scope)"
    assert page.evaluate(registered) == []
    opted_in(page, players.address)
    page.wait_for_function("async () => (await navigator.serviceWorker.getRegistrations()).length > 0")
    assert page.evaluate(registered) == [f"{players.address}/"]
    assert page.evaluate("caches.keys()") == []
    page.reload()
    expect(page.locator("#open-on")).to_be_checked()
    assert violations(page) == []
    expect(page.locator("#neither")).to_be_visible()


@pytest.mark.long
def test_a_hidden_table_tells_once(players: Players) -> None:
    """The worker shows it, with the table's tag; the page of my tables, hidden too, does not repeat it."""
    mira, ruben = two_people(players)
    table = mira.url
    opted_in(mira, players.address)
    mira.context.add_init_script(counting)
    lists = mira.context.new_page()
    mira.goto(table)
    mira.wait_for_selector(".has-script #hand .tcard")
    lists.goto("/tables")
    expect(lists).to_have_title(re.compile("Your move"))
    for page in (mira, ruben):
        wait_for_news([page])
        choose_cards(page)
        if page is ruben:
            mira.evaluate(hide, True)
            lists.evaluate(hide, False)
            expect(lists).to_have_title("My tables · Yeti Mountain")
            lists.evaluate(hide, True)
        send(page)
    for _ in range(turns_at_most):
        wait_for_news([mira, ruben])
        if owes(mira):
            break
        take_turn(ruben)  # the yeti, or what else is his alone
    until(mira, lambda: counted(mira, lists))
    [notice] = wait_shown(mira, 1)
    assert notice["tag"] == f"yeti-{table[-6:]}"
    assert notice["title"] == "Your move"
    lists.evaluate(hide, False)
    expect(lists).to_have_title(re.compile("Your move"))
    wait_shown(mira, 1)
    assert counted(mira, lists) == 1


@pytest.mark.long
def test_my_tables_look_again_and_speak_the_readers_time(players: Players) -> None:
    """What has become my move is marked by itself, on the tab too; axe has nothing to say."""
    mira, ruben = two_people(players)
    lists = ruben.context.new_page()
    lists.goto("/tables")
    row = lists.locator(".trow")
    expect(row).to_have_class(re.compile("is-yours"))
    expect(lists.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-turn"))
    choose_cards(ruben)
    send(ruben)
    lists.evaluate(hide, False)
    expect(row).to_have_class(re.compile("is-waiting"))
    expect(lists.locator("link[rel=icon]")).not_to_have_attribute("href", re.compile("favicon-turn"))
    assert violations(lists) == []
    assert mira.url == ruben.url


@pytest.mark.long
def test_times_are_the_readers_own(players: Players) -> None:
    """In words while they are near, in the reader's zone; the zone of the server is said only without script."""
    page = players.arrive(timezone_id="Asia/Tokyo", locale="de-DE")
    page.goto("/tables")
    day, hour = timedelta(days=1), datetime.now(UTC).replace(minute=40)
    html = "".join(
        f'<p><time datetime="{at:%Y-%m-%dT%H:%M:00Z}" data-until="bis #">bis {at:%H:%M} UTC</time></p>'
        for at in (hour + day, hour + 3 * day)
    )
    page.route("**/tables/list", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.evaluate(hide, False)
    there = hour.astimezone(ZoneInfo("Asia/Tokyo"))
    expect(page.locator("time").first).to_have_text(f"bis morgen {there:%H:%M}")
    expect(page.locator("time").last).to_have_text(re.compile(rf"^bis \w\w\., \d+\. .* {there:%H:%M}$"))


def deliver(page: Page, address: str, said: dict[str, object]) -> None:
    """What a push service would do: wakes the worker with a message."""
    client = page.context.new_cdp_session(page)
    found: list[str] = []
    client.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(
        one["registrationId"] for one in event["registrations"] if one["scopeURL"] == f"{address}/"
    ))  # fmt: skip
    client.send("ServiceWorker.enable")
    until(page, lambda: found)
    client.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": address, "registrationId": found[-1], "data": json.dumps(said)},
    )
    client.detach()


def test_a_push_shows_what_still_waits_and_nothing_else(called: Players) -> None:
    """The worker asks before it shows: a push that comes after its reader has moved is not shown."""
    mira, ruben = two_people(called)
    code, decision = mira.url[-6:], int(decision_of(mira) or "0")
    opted_in(mira, called.address)
    said: dict[str, object] = {"title": "Your move", "body": "Ruben's table waits for you.", "code": code}
    deliver(mira, called.address, said | {"decision": decision + 1})
    deliver(mira, called.address, said | {"decision": decision})
    [notice] = wait_shown(mira, 1)
    assert notice == {
        "title": "Your move",
        "body": "Ruben's table waits for you.",
        "tag": f"yeti-{code}",
        "data": {"code": code, "decision": decision},
    }
    assert ruben.url.endswith(code)


@pytest.mark.long
def test_push_that_cannot_be_had_is_not_promised(called: Players) -> None:
    """This browser reaches no push service: the switch goes back and says why."""
    page = called.arrive()
    page.goto("/")
    page.get_by_role("button", name=re.compile("solo", re.IGNORECASE)).click()
    page.wait_for_selector(".has-script #hand .tcard")
    page.context.grant_permissions(["notifications"], origin=called.address)
    page.goto("/notices")
    page.evaluate("() => { PushManager.prototype.subscribe = async () => { throw new Error('away'); }; }")
    page.locator("label", has_text="Push to this device").click()
    expect(page.locator("#push-failed")).to_be_visible()
    expect(page.locator("#push-on")).not_to_be_checked()


def by_mail(context: BrowserContext, link: str, button: str) -> Page:
    page = context.new_page()
    page.goto(link)
    page.get_by_role("button", name=button).click()
    return page


@pytest.mark.long
def test_an_address_from_the_form_to_the_last_click(called: Players, mailbox: Mailbox) -> None:
    """Asked by mail, answered by a button, called when away, ended by a button; on a phone, without sideways scroll."""
    mira, ruben = two_people(called)
    page = called.arrive(width=390, height=844)
    page.context.add_cookies(ruben.context.cookies())
    page.goto("/notices")
    page.get_by_label("Your address").fill("nobody@nowhere")
    page.get_by_role("button", name="Ask me by mail").click()
    expect(page.locator("#refusal-address")).to_contain_text("does not look like a mail address")
    page.get_by_label("Your address").fill("ruben@example.org")
    page.get_by_role("button", name="Ask me by mail").click()
    expect(page.get_by_text("We have asked ruben@example.org by mail.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    before = len(mailbox.mails)
    done = by_mail(page.context, mailbox.link("confirm"), "Yes, write to me")
    expect(done.get_by_text("From now on we write to ruben@example.org")).to_be_visible()
    ruben.close()
    until(page, lambda: len(mailbox.mails) > before)
    assert f"/t/{mira.url[-6:]}" in mailbox.text()
    ended = by_mail(page.context, mailbox.link("stop"), "Stop the mails")
    expect(ended.get_by_text("No more mails go to that address.")).to_be_visible()
    page.goto("/notices")
    expect(page.get_by_label("Your address")).to_be_visible()
