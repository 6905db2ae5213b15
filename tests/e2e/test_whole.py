"""A page of a table is seen when all of it has come, and what is said of a table hides nothing else of it."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from app.web.games.avalanche.samples.tables import SamplePlay
from tests.e2e.conftest import Players
from tests.e2e.fed import Fed
from tests.e2e.prepared import Gallery, gallery
from tests.e2e.test_moment import at_the_gate
from tests.e2e.test_story import at_a_table
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser


def looking_at(browser: Browser, gallery: Gallery, name: str, how: Browsing) -> Page:
    scene = gallery.visit(name)
    page = context_for(browser, gallery.address, scene, how).new_page()
    page.goto(scene.path)
    return page


@pytest.mark.parametrize("how", [Browsing(390, 844, touch=True), Browsing(1440, 900)], ids=["phone", "desk"])
def test_half_a_table_is_not_drawn(browser: Browser, gallery: Gallery, how: Browsing) -> None:
    """A busy machine draws what it has read of a page; of a table that would be another layout."""
    scene = gallery.visit("table-select")
    context = context_for(browser, gallery.address, scene, how)
    page = context.new_page()

    def half(route: Route) -> None:
        answer = route.fetch()
        whole = answer.text()
        route.fulfill(response=answer, body=whole[: whole.index('id="hand"')])

    page.goto(scene.path)
    expect(page.locator("#board")).to_be_visible()
    page.route(f"**{scene.path}", half)
    page.goto(scene.path)
    expect(page.locator("#board")).to_be_attached()
    expect(page.locator("#board")).to_be_hidden()
    context.close()


# After each beat: which words of a cabin lie under its cards, and whether two cards lay in one.
covered_words = """() => {
  window.covered = new Set();
  window.pairs = 0;
  const words = box => {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const hidden = node.parentElement.closest(".sr, .flips, .cabin.open :is(.st, .ft)"); // for the ear, or a card's
      if (!node.data.trim() || hidden || !node.parentElement.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      found.push([node.data.trim(), range.getBoundingClientRect(), node.parentElement.getBoundingClientRect()]);
    }
    return found;
  };
  document.addEventListener("motion:told", () => {
    for (const cabin of document.querySelectorAll(".cabin.open")) {
      const cards = [...cabin.querySelectorAll(".flip")].map(card => card.getBoundingClientRect());
      window.pairs += cards.length > 1;
      for (const [text, box, frame] of words(cabin)) {
        if (box.width < 2 || box.height < 2) continue;
        const right = Math.min(box.right, frame.right);
        if (cards.some(card => right - card.left > 3 && card.right - box.left > 3
          && box.bottom - card.top > 3 && card.bottom - box.top > 3)) window.covered.add(text);
      }
    }
  });
}"""


@pytest.mark.parametrize("players_", [2, pytest.param(4, marks=pytest.mark.long)])
def test_cards_in_a_cabin_cover_none_of_its_words(players: Players, players_: int) -> None:
    """One card and a pair, on a desk: the name and what came of the play stand below them, once the cards have slid out
    (motion reduced: they are there at once).
    """
    fed = Fed(players.arrive(reduced_motion="reduce"), SamplePlay(players_, (), f"covered {players_}"), 0)
    fed.page.evaluate(covered_words)
    for _ in fed.versions():
        if fed.page.evaluate("window.pairs") > 6:
            break
    assert fed.page.evaluate("window.pairs")
    assert fed.page.evaluate("[...window.covered]") == []


def crash(name: str, skier: int) -> dict[str, Any]:
    beat = {
        "kind": "crash",
        "ms": 300,
        "sentence": f"{name} crashes at speed 5.",
        "small": name,
        "big": "Crash!",
    }
    return beat | {"skier": skier}


def test_who_crash_at_one_speed_crash_in_one_beat(players: Players) -> None:
    """One short sentence for the eye, each of theirs for the ear; all of them lie in the snow at once. The
    same of those who are buried together.
    """
    page = at_a_table(players, bots=2)
    page.evaluate(
        """() => {
          window.down = 0;
          const count = () => {
            window.down = Math.max(window.down, document.querySelectorAll("#pieces .crashed").length);
          };
          const changes = { attributes: true, childList: true, subtree: true };
          new MutationObserver(count).observe(document.querySelector("#pieces"), changes);
          const caption = document.querySelector("#cap");
          const names = () => {
            window.called ??= [...caption.querySelectorAll("[translate=no]")].map(one => one.textContent);
          };
          new MutationObserver(names).observe(caption, changes);
        }"""
    )
    names = page.locator("#roster .nm > [translate]").all_inner_texts()
    crashes = [crash(name, skier) for skier, name in enumerate(names)]
    page.evaluate(at_the_gate, [1, crashes, "Round 77"])
    expect(page.locator("#where")).to_have_text("Round 77")
    assert page.evaluate("window.captions") == [f"{names[0]}, {names[1]} and {names[2]} crash."]
    assert page.evaluate("window.called") == names, "no browser translates them"
    expect(page.locator("#say")).to_contain_text(" ".join(beat["sentence"] for beat in crashes))
    assert page.evaluate("window.down") == 3
    buried = [one | {"kind": "buried", "sentence": f"{one['small']} is buried."} for one in crashes[:2]]
    page.evaluate(at_the_gate, [1, buried, "Round 78"])
    expect(page.locator("#where")).to_have_text("Round 78")
    assert page.evaluate("window.captions.at(-1)") == f"The avalanche buries {names[0]} and {names[1]}."


def test_cards_that_hang_do_not_cut_the_words_on_the_avalanche(players: Players) -> None:
    """A phone: wherever the front is behind the reader's skier when the cards come down."""
    page = at_a_table(players, bots=2)
    page.set_viewport_size({"width": 390, "height": 844})
    cut = page.evaluate(
        """async () => {
          const cut = () => {
            const frame = document.querySelector(".scroll").getBoundingClientRect();
            const low = document.querySelector(".rvl .flips").getBoundingClientRect().bottom;
            const words = document.querySelector("#avalanche").getBoundingClientRect();
            return words.top < low && words.bottom > low && words.bottom > frame.top;
          };
          const loaded = performance.getEntriesByType("resource").map(one => one.name);
          const { follow } = await import(loaded.find(one => /js\\/avalanche\\/stage/.test(one)));
          document.querySelector("#board").removeAttribute("data-cam");
          document.querySelector("#avalanche").hidden = false;
          document.querySelector("[data-table]").setAttribute("data-moving", "");
          const piste = document.querySelector(".piste");
          const cabin = document.querySelector("#seat-0");
          cabin.classList.add("open");
          const cards = '<div class="flips"><div class="flip"></div></div>';
          cabin.insertAdjacentHTML("beforeend", `<div class="rvl rv">${cards}</div>`);
          const wrong = document.querySelector(".rvl .flips").getBoundingClientRect().height ? [] : ["no cards"];
          for (let behind = 0; behind < 240; behind += 12) {
            piste.style.setProperty("--fty", 900 - behind);
            follow(900, false);
            if (cut()) wrong.push(behind);
          }
          return wrong;
        }"""
    )
    assert cut == []


def test_a_long_way_of_the_yeti_stays_in_sight(players: Players) -> None:
    """A phone: whoever looks on sees where he stops, from the first card to the last (motion reduced: he is there at
    once).
    """
    page = at_a_table(players, bots=2, reduced_motion="reduce")
    page.set_viewport_size({"width": 390, "height": 844})
    path = page.evaluate(
        """async () => {
          const loaded = performance.getEntriesByType("resource").map(one => one.name);
          const { map } = await import(loaded.find(one => /js\\/avalanche\\/map/.test(one)));
          document.querySelector("#board").removeAttribute("data-cam");
          document.addEventListener("motion:told", () => {
            const frame = document.querySelector(".scroll").getBoundingClientRect();
            const { y } = document.querySelector("#yeti-at").getBoundingClientRect();
            window.seen = y > frame.top && y < frame.bottom;
          });
          return Object.entries(map.nodes).sort((a, b) => a[1][3] - b[1][3]).map(([name]) => name).slice(0, 20);
        }"""
    )
    beat = {"kind": "yeti", "ms": 900, "sentence": "The yeti runs.", "origin": path[0], "path": path[1:]}
    page.evaluate(at_the_gate, [1, [beat], "Round 77"])
    page.wait_for_function("() => window.seen !== undefined", timeout=60_000)
    assert page.evaluate("window.seen")


@pytest.mark.parametrize("how", [Browsing(390, 844, touch=True), Browsing(768, 1024, touch=True), Browsing(1440, 900)],
                         ids=["phone", "tablet", "desk"])  # fmt: skip
def test_names_in_the_numbers_are_whole(browser: Browser, gallery: Gallery, how: Browsing) -> None:
    """Two players, two skiers each: names of twenty wide letters and the name of a hat."""
    page = looking_at(browser, gallery, "table-two-over", how)
    names = page.locator("#numbers tbody span")
    expect(names.first).to_be_visible()
    cut = names.evaluate_all(
        """all => all.filter(one => {
          one.textContent = "WWWWWWWWWWWWWWWWWWWW’s Violet Spike";
          const range = document.createRange();
          range.selectNodeContents(one);
          const [text, cell] = [range, one.closest("th")].map(part => part.getBoundingClientRect());
          const style = getComputedStyle(one);
          return text.right > cell.right + 1 || style.textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth;
        }).length"""
    )
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.context.close()
    assert not cut
    assert not wide


wide = "ŴǄ" * 10
long_names = """name => {
  const known = [...new Set(document.body.innerText.match(/Mira|Ruben|Ines|Okonkwo|Hildegard/g))];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    for (const one of known) words.currentNode.data = words.currentNode.data.replaceAll(one, name);
  }
  const page = document.documentElement;
  const beyond = [...document.querySelectorAll("main *")].filter(one => {
    const shown = one.checkVisibility() && !one.closest("svg, .sr, .cabin") && one.textContent.includes(name);
    return shown && !one.children.length && one.getBoundingClientRect().right > page.clientWidth + 1;
  });
  return [known.length > 1, page.scrollWidth > page.clientWidth + 1, ...beyond.map(one => one.textContent)];
}"""


@pytest.mark.parametrize("name", ["text-select", "lobby-host", "words", "table-buried"])
def test_names_of_twenty_wide_letters_run_over_no_edge(browser: Browser, gallery: Gallery, name: str) -> None:
    """Where sentences hold names: the text view, the lobby's log, the race in words, the end (a phone)."""
    page = looking_at(browser, gallery, name, Browsing(390, 844, touch=True))
    assert page.evaluate(long_names, wide) == [True, False]
    page.context.close()


def test_nothing_of_the_table_stands_between_the_last_beat_and_the_poster(players: Players) -> None:
    """When the race is over and its poster has not come yet, nothing speaks of a next round."""
    page = at_a_table(players, bots=2)
    page.evaluate(
        """() => {
          document.querySelector("#board").removeAttribute("data-cam");
          document.querySelector("#state").dataset.phase = "over";
        }"""
    )
    for part in ("#limit", "#hand", "#act", ".mark", "#avalanche"):
        expect(page.locator(part).first).to_be_hidden()
    expect(page.locator("#sk-0 > svg")).to_be_visible()
    page.reload()


# A story that plays for long, and at its end another choice: cards to discard, or one to take.
asks_at_the_end = """async ([act, region, html]) => {
  const loaded = performance.getEntriesByType("resource").map(one => one.name);
  const { moment, receive } = await import(loaded.find(one => /js\\/moment/.test(one)));
  const { table } = document.querySelector("[data-table]").dataset;
  const version = moment.received + 1;
  const go = '<button id="go" data-owed="1" data-label="#"><span></span></button>';
  receive({
    table, version, presence_version: moment.presence, chat_version: 0,
    regions: [
      { id: "state", html: '<div id="state" hidden data-phase="draft" data-round="1" data-decision="99"></div>' },
      { id: "act", html: `<section id="act" class="act is-${act}" data-turn data-decision="99">${go}</section>` },
      { id: region, html },
    ],
    events: [{ kind: "blocked", ms: 100_000, sentence: "Something happens.", version }],
  });
}"""


def face(card: str, pick: str) -> str:
    return (
        f'<div class="tcard" id="{card}"><input class="pick" type="checkbox" id="{pick}" form="f-act">'
        f'<label class="hit" for="{pick}"><span class="sr">A card</span></label></div>'
    )


def test_a_card_touched_before_a_discard_is_chosen_for_it(players: Players) -> None:
    """What one owes would tell how the round ends, so it is not shown before; but the card one has touched is meant."""
    page = at_a_table(players, bots=2)
    card = page.locator("#hand .tcard").nth(1).get_attribute("id") or ""
    kind = 'class="fan n1 is-discard" data-kind="discard" data-decision="99"'
    hand = f'<section id="hand" {kind}>{face(card, "pick-99-x")}</section>'
    page.evaluate(asks_at_the_end, ["discard", "hand", hand])
    expect(page.locator("[data-moving]")).to_have_count(1)
    page.locator(f"#{card}").click()
    expect(page.locator("#pick-99-x")).to_be_checked()
    expect(page.locator("[data-moving]")).to_have_count(0)


def test_an_open_card_touched_before_a_draft_is_chosen_for_it(players: Players) -> None:
    """The same of the display: the card that is touched while others' moves are told is the one to be taken."""
    page = at_a_table(players, bots=2)
    shown = '<section id="display" class="display"><div class="cable2">{}</div></section>'
    page.evaluate(
        "html => { document.querySelector('#display').outerHTML = html; }",
        shown.format(face("open-d3", "draft-1-d3")),
    )
    page.evaluate(asks_at_the_end, ["draft", "display", shown.format(face("open-d3", "draft-99-d3"))])
    expect(page.locator("[data-moving]")).to_have_count(1)
    page.locator("#open-d3").click()
    expect(page.locator("#draft-99-d3")).to_be_checked()
    expect(page.locator("[data-moving]")).to_have_count(0)


@pytest.mark.parametrize("width", [390, pytest.param(1440, marks=pytest.mark.long)])
def test_a_script_that_does_not_come_is_told_beside_its_control(players: Players, width: int) -> None:
    """The tray of the reactions, and a line of the chat, which stays in its field."""
    page = at_a_table(players, bots=2)
    page.set_viewport_size({"width": width, "height": 844})
    page.route("**/js/react.js", lambda route: route.abort())
    page.route("**/js/chat.js", lambda route: route.abort())
    page.locator("[data-react]:visible").click()
    expect(page.locator("#refusal-react [role=alert]")).to_be_visible()
    if width > 1000:
        page.get_by_role("button", name="Chat").click()
        page.locator("#say-it").fill("Hello")
        page.locator("#say-it").press("Enter")
        expect(page.locator("#refusal-chat [role=alert]")).to_be_visible()
        expect(page.locator("#say-it")).to_have_value("Hello")
    players.faults[:] = [fault for fault in players.faults if "ERR_FAILED" not in fault]
