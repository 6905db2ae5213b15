"""The end of a race as a poster: after the last beat, skippable, by keyboard, and shared as a picture and a text."""

import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Players
from tests.e2e.playing import kind_of, slow_down, take_turn, turns_at_most, wait_for_news
from tests.e2e.prepared import Gallery, gallery
from tests.e2e.test_story import at_a_table
from tools.layout import settle
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser

furniture = (".hud", "#roster", "#board", ".shown", "#hand", "#act", "#motion")


def at_the_end(browser: Browser, gallery: Gallery, name: str, **options: Any) -> Page:
    scene = gallery.visit(name)
    page = context_for(browser, gallery.address, scene, Browsing(), options).new_page()
    page.goto(scene.path)
    expect(page.locator("#finish h1")).to_be_visible()
    return page


def test_a_race_to_the_end_in_a_page_that_was_open(players: Players) -> None:
    """The poster comes after the last beat, nothing of the table stays, and a key ends the scene at once."""
    page = players.arrive()
    slow_down(page)
    page.goto("/")
    page.get_by_role("button", name="Play solo now").click()
    page.wait_for_selector(".has-script #hand .tcard")
    for _turn in range(turns_at_most):
        wait_for_news([page])
        if kind_of(page) == "over":
            break
        assert page.locator("#finish").is_hidden()
        take_turn(page)
    page.wait_for_selector(".table[data-finished='plays']", timeout=180_000)
    page.keyboard.press("Shift")
    expect(page.locator(".table[data-finished='plays']")).to_have_count(
        0
    )  # long before it would end by itself
    for part in furniture:
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("#finish h1")).to_be_visible()
    said = page.locator("#say").text_content() or ""
    words = (page.locator("#finish h1").text_content() or "").split()
    assert " ".join(words) in said
    again = page.locator("#rematch").get_by_role("button", name="Race again")
    again.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#act.is-mulligan")


def test_a_page_loaded_anew_shows_it_complete(browser: Browser, gallery: Gallery) -> None:
    """Nothing moves, the own line has the focus, and without script it is the same poster."""
    page = at_the_end(browser, gallery, "table-won")
    expect(page.locator("#finish h1")).to_be_focused()
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.locator(".table").get_attribute("data-finished") == ""
    page.context.close()
    still = at_the_end(browser, gallery, "table-won", java_script_enabled=False)
    for part in furniture:
        expect(still.locator(part)).to_be_hidden()
    expect(still.get_by_role("button", name="Race again")).to_be_visible()
    still.get_by_role("link", name="Share the result").click()
    expect(still.get_by_role("img", name="Won")).to_be_visible()
    still.context.close()


def test_the_finish_by_keyboard(browser: Browser, gallery: Gallery) -> None:
    """Tab goes from the own line to Share, Race again and the ways on; G shares, W watches."""
    page = at_the_end(browser, gallery, "table-won")
    expect(page.locator("#finish h1")).to_be_focused()
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    wanted = ["share", "go", "to-replay", "proof"]
    assert [name for name in reached if name in wanted] == wanted
    page.keyboard.press("g")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("w")
    page.wait_for_url("**/r/**")
    page.context.close()


def test_the_heading_of_the_proof_follows_its_check(browser: Browser, gallery: Gallery) -> None:
    """Nothing says that the shuffle was fair before it is computed; what does not match is said in red, with the
    fingerprint.
    """
    page = at_the_end(browser, gallery, "table-won", java_script_enabled=False)
    assert "fair?" in page.locator("#proof").inner_text()
    assert "The shuffle was fair" not in page.locator("main").inner_text()
    page.context.close()
    scene = gallery.visit("table-won")
    page = context_for(browser, gallery.address, scene, Browsing()).new_page()

    def changed(route: Any) -> None:
        answer = route.fetch()
        was = answer.text().split('data-fingerprint="', 1)[1][:64]
        route.fulfill(
            response=answer,
            body=answer.text().replace(f'data-fingerprint="{was}"', f'data-fingerprint="{"0" * 64}"'),
        )

    page.route("**/proof.html", changed)
    page.goto(scene.path)
    expect(page.locator("#proof.is-bad")).to_contain_text("The shuffle does not match")
    expect(page.locator("#proof.is-bad")).to_contain_text("0" * 64)
    page.context.close()


@pytest.mark.parametrize(
    "name",
    [
        "table-won",
        pytest.param("table-buried", marks=pytest.mark.long),
        pytest.param("table-racing-over", marks=pytest.mark.long),
    ],
)
def test_the_result_is_shared_as_a_picture_without_names(
    browser: Browser, gallery: Gallery, name: str, tmp_path: Path
) -> None:
    """A PNG of 1200 x 630, drawn in the page under the strict policy; neither it nor the text holds a name or code."""
    scene = gallery.visit(name)
    given = {"permissions": ["clipboard-read", "clipboard-write"], "accept_downloads": True}
    page = context_for(browser, gallery.address, scene, Browsing(), given).new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(scene.path)
    page.locator("#share").click()
    dialog = page.get_by_role("dialog", name="Share the result")
    expect(dialog).to_be_visible()
    with page.expect_download() as waiting:
        dialog.get_by_role("button", name="Save picture").click()
    kept = tmp_path / "picture.png"
    waiting.value.save_as(kept)
    head = kept.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", head[16:24]) == (1200, 630)
    assert kept.stat().st_size > 40_000, "an empty sky"
    drawn = page.evaluate(
        "async () => (await import(document.querySelector('script[src*=table]').src.replace('table.js', 'share.js')))"
        ".source(document.querySelector('[data-shares]'))"
    )
    dialog.get_by_role("button", name="Copy text").click()
    expect(dialog.get_by_role("button", name="Copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Yeti Mountain: ")
    assert scene.table is not None
    for secret in (*(guest.player.name for guest in scene.table.company), scene.table.code):
        assert secret not in drawn
        assert secret not in copied
    assert "var(--" in drawn, "drawn with inks"
    assert "/static/" not in drawn, "nothing is left to be fetched"
    assert complaints == []
    assert violations(page) == []
    page.context.close()


def test_reduced_motion_brings_it_complete(players: Players, browser: Browser) -> None:
    """With reduced motion nothing of the scene is animated: what is there at once is all there is."""
    del players
    page = browser.new_page(reduced_motion="reduce")
    rules = "".join(Path(f"static/css/{name}.css").read_text() for name in ("tokens", "avalanche/finish"))
    page.set_content(
        f"<style>{rules}</style><main class=table data-finished=plays><div class=end><h1 class=fh>You</h1></div></main>"
    )
    assert page.evaluate("document.getAnimations().length") == 0
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate("document.getAnimations().length") > 0
    page.close()


ended = """async line => {
  window.spoken = [];
  const note = () => window.spoken.push(document.querySelector("#say").textContent);
  new MutationObserver(note).observe(document.querySelector("#say"), { childList: true, subtree: true });
  const loaded = performance.getEntriesByType("resource").map(one => one.name);
  const { moment, receive } = await import(loaded.find(one => /js\\/moment/.test(one)));
  const poster = document.createElement("section");
  poster.id = "finish";
  poster.dataset.outcome = "nobody";
  poster.dataset.says = `${line} All of them are buried.`;
  poster.innerHTML = "<h1 tabindex='-1'></h1>";
  poster.firstChild.textContent = line;
  const version = moment.received + 1;
  receive({
    table: document.querySelector("[data-table]").dataset.table, version, presence_version: moment.presence,
    chat_version: 0, regions: [{ id: "finish", html: poster.outerHTML }],
    events: [{ kind: "blocked", ms: 300, sentence: line, version }],
  });
}"""


def test_what_the_last_beat_has_said_is_not_said_again(players: Players) -> None:
    """Nobody wins: the poster begins with the words the story ends with."""
    page = at_a_table(players)
    page.evaluate(ended, "Nobody wins. Except the yeti.")
    expect(page.locator("#say")).to_contain_text("All of them are buried.")
    assert sum("Nobody wins." in said for said in page.evaluate("window.spoken")) == 1
    page.reload()


first_screen = """() => {
  const box = one => one.getBoundingClientRect();
  const { top, bottom } = box(document.querySelector(".stick .btn"));
  const below = [...document.querySelectorAll(".votes li, .again > :is(h2, p)")].filter(one => box(one).height);
  return {
    covered: [...document.querySelectorAll(".finscene .hop > g, .finscene .fly > g")].filter(
      one => box(one).bottom > top && box(one).top < bottom && box(one).right > 0 && box(one).left < innerWidth).length,
    peeping: below.filter(one => box(one).bottom > bottom && box(one).top < innerHeight).length,
    lines: [...document.querySelectorAll(".fh > span")].map(one => one.getClientRects().length
      && Math.round(box(one).height / parseFloat(getComputedStyle(one).lineHeight))),
    inside: bottom <= innerHeight,
  };
}"""


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "name",
    [
        "table-buried",
        *(
            pytest.param(one, marks=pytest.mark.long)
            for one in ("table-solo-lost", "table-won", "table-nobody")
        ),
    ],
)
def test_the_button_at_the_edge_covers_nobody(
    browser: Browser, gallery: Gallery, name: str, language: str
) -> None:
    """On a phone the copy of the button lies below every figure, and nothing of the vote looks out under it; the own
    line takes two lines.
    """
    scene = gallery.visit(name)
    context = context_for(browser, gallery.address, scene, Browsing(390, 844, touch=True))
    context.add_cookies([{"name": "language", "value": language, "url": gallery.address}])
    page = context.new_page()
    page.goto(scene.path)
    expect(page.locator(".stick .btn")).to_be_visible()
    settle(page)
    assert page.evaluate(first_screen) == {"covered": 0, "peeping": 0, "lines": [1, 1], "inside": True}
    context.close()


@pytest.mark.parametrize(
    "size", [(390, 844), *(pytest.param(one, marks=pytest.mark.long) for one in ((844, 390), (1440, 900)))]
)
def test_who_wants_another_race_is_seen_without_scrolling(
    browser: Browser, gallery: Gallery, size: tuple[int, int]
) -> None:
    """By the vote itself, or by the copy of the button at the edge as long as the button is out of sight."""
    scene = gallery.visit("table-racing-over")
    how = Browsing(*size, touch=size != (1440, 900))
    page = context_for(browser, gallery.address, scene, how).new_page()
    page.goto(scene.path)
    settle(page)
    asks = page.get_by_text("Ruben wants another race.", exact=False)
    seen = "all => all.some(one => { const { top, bottom, height } = one.getBoundingClientRect();"
    seen += " return height && top >= 0 && bottom <= innerHeight; })"
    assert asks.evaluate_all(seen)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator(".stick")).to_be_hidden()
    page.context.close()
