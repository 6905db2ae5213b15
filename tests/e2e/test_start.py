"""Before the race: everybody's head is seen, the goal is said, and a card that is touched too early says what to do."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.playing import slow_down
from tests.e2e.prepared import Gallery, gallery
from tools.layout import settle
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser

sizes = {
    "phone": Browsing(390, 844, touch=True),
    "desk": Browsing(1440, 900),
    "tablet": Browsing(768, 1024, touch=True),
}

faces = """() => {
  const face = (element, share) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [w, h] = [width * share, height * share];
    return { x: x + w, y: y + h, width: width - 2 * w, height: height - 2 * h };
  };
  const view = document.querySelector(".board").getBoundingClientRect();
  const heads = [...document.querySelectorAll("#pieces .sk")].map(sk => ({
    id: sk.id,
    own: getComputedStyle(sk, "::before").content !== "none",
    order: Number(getComputedStyle(sk).zIndex) || 0,
    ...face(sk.querySelector("svg"), .2),
  }));
  const yeti = face(document.querySelector("#yeti-at > svg"), .25);
  const inside = one => one.x >= view.x && one.y >= view.y
    && one.x + one.width <= view.right && one.y + one.height <= view.bottom;
  const gate = document.querySelector("#tall .banner")?.getBoundingClientRect();
  return { heads, yeti, seen: [...heads, yeti].every(inside), middle: gate?.width ? gate.x + gate.width / 2 : null };
}"""


def meet(one: dict[str, float], other: dict[str, float]) -> bool:
    return all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def faces_apart(page: Page) -> None:
    settle(page)
    found = page.evaluate(faces)
    heads = found["heads"]
    assert found["seen"], found
    for number, one in enumerate(heads):
        assert not meet(one, found["yeti"]), (one, found["yeti"])
        for other in heads[number + 1 :]:
            assert not meet(one, other), (one, other)
    own = [one for one in heads if one["own"]]
    assert own
    assert all(
        one["width"] > other["width"] and one["order"] > other["order"]
        for one in own
        for other in heads
        if not other["own"]
    )
    if found["middle"] is not None and len(heads) > 1:
        middle = sum(one["x"] + one["width"] / 2 for one in own) / len(own)
        assert abs(middle - found["middle"]) < 4, (own, found["middle"])


@pytest.mark.parametrize("size", ["phone", "desk", pytest.param("tablet", marks=pytest.mark.long)])
def test_at_the_start_no_face_covers_another_from_any_seat(
    browser: Browser, gallery: Gallery, size: str
) -> None:
    """AV-11: wherever one stands in the line, all heads and the yeti's face are seen, one's own in front; on the
    upright mountain it is in the middle as well.
    """
    scene = gallery.visit("table-start")
    assert scene.table
    for guest in scene.table.company:
        context = context_for(browser, gallery.address, replace(scene, guest=guest), sizes[size])
        page = context.new_page()
        page.goto(scene.path)
        expect(page.locator("#goal")).to_be_visible()
        expect(page.locator("#above")).to_have_text("Avalanche asleep: speed 0")
        expect(page.locator("#avalanche")).to_be_hidden()
        faces_apart(page)
        context.close()


@pytest.mark.parametrize("size", ["phone", pytest.param("desk", marks=pytest.mark.long)])
def test_a_card_touched_before_the_hand_is_kept_says_what_to_do(
    browser: Browser, gallery: Gallery, size: str
) -> None:
    """AV-80: solo's goal is told before the hand is asked about; the yeti shares the first space and hides nobody."""
    scene = gallery.visit("table-mulligan")
    context = context_for(browser, gallery.address, scene, sizes[size])
    page = context.new_page()
    page.goto(scene.path)
    expect(page.locator("#goal")).to_contain_text("before the yeti")
    expect(page.locator("#limit .sign")).to_have_count(0)
    faces_apart(page)
    page.locator("#hand .tcard").first.click()
    expect(page.get_by_role("alert")).to_have_text("First keep or swap your four cards.")
    context.close()


def test_a_shared_space_shows_the_skier_and_the_yeti(browser: Browser, gallery: Gallery) -> None:
    """AV-82: behind the head, feet behind it, his face free, in both pictures."""
    scene = gallery.visit("table-mulligan")
    for how in (sizes["phone"], sizes["desk"]):
        context = context_for(browser, gallery.address, scene, how)
        page = context.new_page()
        page.goto(scene.path)
        expect(page.locator("#yeti-at")).to_have_class("pc yeti at-n1-1 shares")
        order = page.evaluate(
            "() => document.querySelector('#yeti-at').compareDocumentPosition(document.querySelector('#sk-0'))"
        )
        assert order & 4, "the skier is drawn over the yeti"
        faces_apart(page)
        context.close()


looking = """() => Boolean(document.querySelector("#stage"))
  && document.getAnimations().some(one => one.effect.target.matches(".ring"))"""


@pytest.mark.parametrize("size", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_the_first_look_ends_by_itself_or_with_the_first_touch(
    browser: Browser, gallery: Gallery, size: str
) -> None:
    """A ring rides down the mountain; a card touched meanwhile is chosen and the ring is gone. It is told once."""
    scene = gallery.visit("table-start")
    context = context_for(browser, gallery.address, scene, sizes[size])
    page = context.new_page()
    slow_down(page, 100)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(scene.path)
    page.wait_for_function(looking)
    expect(page.locator("#say")).to_contain_text(
        re.compile(r"wins\. .* starting line\..*Your move\.", re.DOTALL)
    )
    page.evaluate("() => document.querySelector('#hand .pick').click()")
    expect(page.locator("#hand .pick:checked")).to_have_count(1)
    page.keyboard.press("Shift")
    expect(page.locator("#stage")).to_have_count(0)  # minutes before it would end by itself
    page.reload()
    expect(page.locator("#goal")).to_be_visible()
    assert not page.evaluate(looking)
    context.close()


def test_with_reduced_motion_the_scene_is_there_at_once(browser: Browser, gallery: Gallery) -> None:
    """No ring; the goal and the place in the line are spoken all the same. AV-80: keeping the hand has the focus."""
    scene = gallery.visit("table-mulligan")
    context = context_for(browser, gallery.address, scene, sizes["desk"])
    page = context.new_page()
    page.goto(scene.path)
    expect(page.locator("#say")).to_contain_text("before the yeti")
    expect(page.locator("#say")).to_contain_text("Your move.")
    assert not page.locator("#stage").count()
    expect(page.locator("#act .row button").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#act .row button").last).to_be_focused()
    context.close()


one_leaves = """async () => {
  const loaded = performance.getEntriesByType("resource").map(one => one.name);
  const { show } = await import(loaded.find(one => /avalanche\\/beats/.test(one)));
  const gate = () => getComputedStyle(document.querySelector("#tall .gate")).opacity;
  const front = () => Number(getComputedStyle(document.querySelector(".piste")).getPropertyValue("--tf"));
  const asleep = front();
  await show.ski({ skier: 0, start: 0, end: 2, ms: 50 });
  const left = [gate(), front() === asleep];
  await show.avalanche({ start: 0, end: 1, ms: 50 });
  return [...left, document.querySelector("#board").hasAttribute("data-cam"), front() > asleep];
}"""


def test_on_a_phone_the_gate_stands_until_all_have_left_it(browser: Browser, gallery: Gallery) -> None:
    """The first who skis leaves the others at the start, not in the snow: the avalanche wakes when its turn comes."""
    scene = gallery.visit("table-start")
    page = context_for(browser, gallery.address, scene, sizes["phone"]).new_page()
    page.goto(scene.path)
    settle(page)
    assert page.evaluate(one_leaves) == ["1", True, False, True]
    page.context.close()
