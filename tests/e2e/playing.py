"""A player at the table, by hand: looks at the page, clicks what a person would click, waits for what it leads to."""

import re
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

turns_at_most = 400
patience_s = 60


def until(page: Page, met: Callable[[], object], what: Callable[[], object] = str) -> None:
    """Looks again and again until it is so; `what` says what is seen instead, if it never is."""
    end = time.monotonic() + patience_s
    while not met():
        assert time.monotonic() < end, what()
        page.wait_for_timeout(50)


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
    owed: bool = page.evaluate(
        """() => {
          const act = document.querySelector("[data-table]:not([data-moving]) #act[data-turn]");
          return Boolean(act) && act.dataset.decision === document.querySelector("#state").dataset.decision;
        }"""
    )
    return owed


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
    """Presses the main button and waits until the server has answered: with the next choice, or with a story."""
    before = (decision_of(page), kind_of(page))
    page.locator("#go").click()
    page.wait_for_function(
        "([decision, kind]) => { const act = document.querySelector('#act');"
        " return act.dataset.decision !== decision || !act.classList.contains('is-' + kind)"
        " || document.querySelector('[data-moving]'); }",
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


def slow_down(page: Page, times: int = 30) -> None:
    """Stories and scenes take so many times as long, from the next page on: minutes, so that one is still told when a
    slow machine has looked, and what ends it is not its own end.
    """
    page.add_init_script(f"localStorage.setItem('yeti-speed', '{times}')")


captions_noted = """() => {
  window.captions = [];
  const caption = document.querySelector("#cap");
  const note = () => {
    const text = caption.textContent;
    if (text && text !== window.captions.at(-1)) window.captions.push(text);
  };
  new MutationObserver(note).observe(caption, { childList: true, characterData: true, subtree: true });
}"""
"""Every caption from now on, in `window.captions`: it may be gone before a slow machine has asked for it."""


def hurry(page: Page) -> None:
    """Ends a story that is being told, as an impatient person does."""
    page.evaluate("() => document.querySelector('[data-moving] [data-do=skip]')?.click()")


def moves(page: Page) -> bool:
    return bool(page.locator("[data-moving]").count())


def see_truth(page: Page) -> None:
    """Ends every story, until the page shows how things stand."""

    def still() -> bool:
        hurry(page)
        return not moves(page)

    until(page, still, lambda: "a story does not end")


def version_of(page: Page) -> int:
    """Of the table, as the page shows it."""
    return int(page.locator("#main").get_attribute("data-version") or 0)


in_hand = """async what => {
  const loaded = performance.getEntriesByType("resource").map(one => one.name);
  return (await import(loaded.find(one => /js\\/moment/.test(one)))).moment[what];
}"""


def received(page: Page) -> int:
    """The newest version the page has in hand, shown or held back by a story."""
    found: int = page.evaluate(in_hand, "received")
    return found


def hears(page: Page) -> bool:
    """Whether its socket has brought the first news. A test that changes a page by hand waits for them: they would
    undo it.
    """
    return bool(page.evaluate(in_hand, "presence") >= 0)


def wait_for_news(pages: Sequence[Page]) -> None:
    """Until somebody owes a choice or the race is over, and all pages show that. Nobody waits for a story."""

    def known() -> bool:
        for page in pages:
            hurry(page)
        if any(moves(page) for page in pages) or len({version_of(page) for page in pages}) > 1:
            return False
        return any(owes(page) or kind_of(page) == "over" for page in pages)

    until(pages[0], known, lambda: f"nothing happens: {[kind_of(page) for page in pages]}")


def enter_name(page: Page, name: str) -> None:
    page.get_by_label(re.compile("you ski as|name", re.IGNORECASE)).first.fill(name)


def see_result(page: Page) -> None:
    """Skips what is still being shown of the last rounds, until the poster of the end stands there."""
    title = page.locator("#finish h1")

    def there() -> bool:
        hurry(page)
        return title.is_visible()

    until(page, there, lambda: "no poster")
    expect(title).to_be_visible()
