"""Yeti in a real browser: the choice follows every tap, keys suffice, no decision lies below the edge."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Players, pictures
from tools.serving import serving

pytestmark = pytest.mark.browser

phone, desk = (390, 844), (1440, 900)
blind_ms = 260
"""A decision that has just appeared takes no press for so long."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("yeti")
    with serving(folder, program="tests.yeti_table", BOT_DELAY_MS="50", ABSENCE_MS="1000") as address:
        yield address


@pytest.fixture
def guests(browser: Browser, house: str) -> Iterator[Players]:
    found = Players(browser, house)
    yield found
    assert not found.close()


def seated(page: Page, bots: int) -> None:
    """A table of this page's reader with so many bots, in play."""
    page.goto("/games/yeti")
    page.get_by_role("button", name="Create a table").click()
    for number in range(1, bots + 1):
        page.get_by_role("button", name="Add a bot").first.click()
        expect(page.locator(".seat.is-bot")).to_have_count(number)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#act")).to_be_visible()
    page.wait_for_load_state("load")


def kind_of(page: Page) -> str:
    found = re.search(r"is-(\w+)", page.locator("#act").get_attribute("class") or "")
    return found[1] if found else ""


def decided(page: Page) -> str:
    """Makes the present choice as a reader would, by the first group; what kind it was."""
    kind, number = kind_of(page), page.locator("#act").get_attribute("data-decision")
    if kind not in ("keep", "mend", "turn", "spend"):
        page.wait_for_timeout(50)
        return kind
    if kind == "keep" and not page.locator("#throw [name=keep]:checked").count():
        page.locator("#throw label.grp").first.click()
    page.wait_for_timeout(blind_ms)
    page.locator("#go").click()
    # The last decision of a game is followed by none.
    expect(page.locator(f'#act[data-decision="{number}"]:not(.is-over)')).to_have_count(0)
    return kind


def until(page: Page, wanted: str) -> None:
    for _ in range(400):
        if kind_of(page) == wanted:
            return
        decided(page)
    raise AssertionError(f"no decision of the kind {wanted}")


def test_a_game_of_two_is_played_to_the_end_and_again(guests: Players) -> None:
    page = guests.arrive(width=phone[0], height=phone[1])
    seated(page, bots=1)
    for _ in range(3000):
        if decided(page) == "over":
            break
    expect(page.locator("#finish h2")).to_contain_text("the picture")
    page.screenshot(path=pictures / "yeti-end-phone.png", full_page=True)
    before = page.url
    page.locator("#rematch #go").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("#act")).to_be_visible()


def test_a_tap_says_what_follows_and_the_button_does_it(guests: Players) -> None:
    page = guests.arrive(width=desk[0], height=desk[1])
    seated(page, bots=2)
    until(page, "keep")
    expect(page.locator("#go")).to_contain_text("Pick a kind")
    page.locator("#throw label.grp").first.click()
    expect(page.locator("#go")).to_contain_text(re.compile(r"Keep \d, (roll \d|done)"))
    until(page, "spend")
    expect(page.locator("#sum .sum b")).to_have_text(re.compile(r"-?\d+"))
    promised = page.locator("#sum .sum b").inner_text()
    own = page.locator("main").get_attribute("data-seat")
    points = page.locator(f"#seat-{own} .pt")
    before = int(re.sub(r"\D", "", points.inner_text()))
    decided(page)
    expect(points).to_contain_text(str(before + int(promised)))


@pytest.mark.long
def test_a_double_click_decides_once(guests: Players) -> None:
    """The second click falls on the next decision's button, which stands in the same place: nothing comes of it."""
    page = guests.arrive(width=desk[0], height=desk[1])
    seated(page, bots=1)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/actions") else None)
    clicks = 0
    for _ in range(400):
        kind = kind_of(page)
        if kind == "over" or clicks == 25:
            break
        if kind not in ("keep", "turn", "spend"):
            decided(page)
            sent.clear()
            continue
        number = page.locator("#act").get_attribute("data-decision")
        if kind == "keep":
            page.locator("#throw label.grp").first.click()
        page.wait_for_timeout(blind_ms)
        page.locator("#go").dblclick(delay=40)
        expect(page.locator("#act")).not_to_have_attribute("data-decision", number or "")
        page.wait_for_timeout(blind_ms)
        assert len(sent) == 1, (kind, number)
        sent.clear()
        clicks += 1
    assert clicks > 5


def test_nothing_picked_is_said_and_not_sent(guests: Players) -> None:
    page = guests.arrive(width=desk[0], height=desk[1])
    seated(page, bots=1)
    until(page, "keep")
    number = page.locator("#act").get_attribute("data-decision")
    page.wait_for_timeout(blind_ms)
    page.locator("#go").click()
    expect(page.locator("#refusal-act")).to_contain_text("Pick a kind")
    expect(page.locator("#act")).to_have_attribute("data-decision", number or "")


def test_keys_alone_suffice(guests: Players) -> None:
    page = guests.arrive(width=desk[0], height=desk[1])
    seated(page, bots=1)
    until(page, "keep")
    number = page.locator("#act").get_attribute("data-decision")
    page.locator("main").focus()
    page.keyboard.press("1")
    expect(page.locator("#throw [name=keep]").first).to_be_checked()
    page.wait_for_timeout(blind_ms)
    page.keyboard.press("Enter")
    expect(page.locator("#act")).not_to_have_attribute("data-decision", number or "")


@pytest.mark.parametrize("size", [phone, pytest.param(desk, marks=pytest.mark.long)], ids=["phone", "desk"])
@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_no_decision_lies_below_the_edge_and_axe_finds_nothing(
    guests: Players, size: tuple[int, int], theme: str
) -> None:
    page = guests.arrive(width=size[0], height=size[1], color_scheme=theme, reduced_motion="reduce")
    seated(page, bots=4)
    for kind in ("keep", "spend"):
        until(page, kind)
        for control in page.locator("#throw label.grp, #market label, #act button").all():
            if control.is_visible():
                box = control.bounding_box()
                assert box
                assert box["y"] + box["height"] <= size[1] + 1, (kind, control.inner_text())
                assert min(box["width"], box["height"]) >= 44, (kind, control.inner_text(), box)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.screenshot(path=pictures / f"yeti-{kind}-{size[0]}-{theme}.png")
        assert not violations(page)


@pytest.mark.long
def test_two_people_and_two_bots_see_the_same_dice_to_the_end(guests: Players) -> None:
    """Each throw and tray is the same on both pages, and so is the end."""
    one, two = guests.arrive(width=desk[0], height=desk[1]), guests.arrive(width=phone[0], height=phone[1])
    one.goto("/games/yeti")
    one.get_by_role("button", name="Create a table").click()
    one.wait_for_url(re.compile("/t/"))
    two.goto(one.url)
    two.get_by_role("button", name="Take a seat").click()
    two.locator("[form=f-ready]").first.click()
    for number in (1, 2):
        one.get_by_role("button", name="Add a bot").first.click()
        expect(one.locator(".seat.is-bot")).to_have_count(number)
    one.get_by_role("button", name="Start the game").click()
    for page in (one, two):
        expect(page.locator("#act")).to_be_visible()
        page.wait_for_load_state("load")
    compared = 0
    for _ in range(3000):
        if {decided(page) for page in (one, two)} == {"over"}:
            break
        (number, dice), other = seen_on(one), seen_on(two)
        if other[0] == number:
            assert other[1] == dice
            compared += 1
    assert compared > 20
    assert one.locator("#finish tbody").inner_text() == two.locator("#finish tbody").inner_text()


def seen_on(page: Page) -> tuple[str, list[str]]:
    """The decision a page stands at, with the dice of the throw and of the tray, read in one moment."""
    number, *dice = page.evaluate("""() => [document.querySelector('#state').dataset.decision,
        ...[...document.querySelectorAll('#throw .lb, #slots .dc .sr')].map(one => one.textContent)]""")
    return number, dice
