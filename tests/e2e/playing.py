"""A player at the table, by hand: looks at the page, clicks what a person would click, waits for what it leads to."""

import re

from playwright.sync_api import Page, expect

turns_at_most = 400


def kind_of(page: Page) -> str:
    """What the page asks of its player now: select, locked, yeti, discard, draft, mulligan, wait, bot, over."""
    classes = page.locator("#act").get_attribute("class") or ""
    found = re.search(r"\bis-(\w+)", classes)
    assert found, classes
    return found[1]


def decision_of(page: Page) -> str | None:
    return page.locator("#act").get_attribute("data-decision")


def hand_of(page: Page) -> list[str]:
    return page.locator("#hand .tcard").evaluate_all("cards => cards.map(card => card.dataset.card)")


def owes(page: Page) -> bool:
    """Whether the page asks for a choice, and shows the decision it is about in all its regions: the answer to a
    post brings `#act` a moment before the socket brings the rest.
    """
    shown = page.locator("#act[data-turn]")
    if not shown.count():
        return False
    return shown.get_attribute("data-decision") == page.locator("#state").get_attribute("data-decision")


def choose_cards(page: Page) -> None:
    """One card for each skier, never the same one twice."""
    slots = page.locator("#act .slots input[type=radio]").count()
    for slot in range(max(1, slots)):
        if slots:
            page.locator(f'label[for="slot-{slot}"]').click()
        card = page.locator("#hand .tcard").nth(slot)
        card.click()
        expect(card.locator("input:checked")).to_have_count(1)


def send(page: Page) -> None:
    """Presses the main button and waits until the server has answered."""
    before = (decision_of(page), kind_of(page))
    page.locator("#go").click()
    page.wait_for_function(
        "([decision, kind]) => { const act = document.querySelector('#act');"
        " return act.dataset.decision !== decision || !act.classList.contains('is-' + kind); }",
        arg=list(before),
    )


def take_turn(page: Page) -> str:
    """Makes the choice the page asks for; gives its kind."""
    kind = kind_of(page)
    match kind:
        case "select":
            choose_cards(page)
        case "yeti":
            nodes = page.locator("#aim button")
            if nodes.count():
                nodes.first.click(force=True)
        case "discard":
            owed = int(page.locator("#go").get_attribute("data-owed") or "1")
            for index in range(owed):
                page.locator("#hand .tcard").nth(index).click()
        case "draft":
            page.locator("#display .tcard").first.click()
        case "mulligan":
            pass
        case _:
            raise AssertionError(f"nothing to choose: {kind}")
    send(page)
    return kind


def wait_for_news(pages: list[Page]) -> None:
    """Until somebody owes a choice, or the race is over."""
    for _ in range(600):
        if any(owes(page) or kind_of(page) == "over" for page in pages):
            return
        pages[0].wait_for_timeout(50)
    raise AssertionError(f"nothing happens: {[kind_of(page) for page in pages]}")


def enter_name(page: Page, name: str) -> None:
    page.get_by_label(re.compile("you ski as|name", re.IGNORECASE)).first.fill(name)


def see_result(page: Page) -> None:
    """Skips what is still being shown of the last rounds, until the result stands there."""
    title = page.locator("#result h1")
    skip = page.get_by_role("button", name="Skip")
    for _ in range(40):
        if title.is_visible():
            break
        if skip.is_visible():
            skip.click()
        page.wait_for_timeout(100)
    expect(title).to_be_visible()
