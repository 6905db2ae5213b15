"""A race watched again: by buttons, keys, slider and script; without script every step is a page."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.prepared import Gallery, gallery
from tools.scenes import Browsing, context_for

__all__ = ["gallery"]

pytestmark = pytest.mark.browser


class Watching:
    """A browser at a replay; script errors and violations of the content policy fail the test."""

    def __init__(
        self, browser: Browser, gallery: Gallery, how: Browsing | None = None, **options: object
    ) -> None:
        self.scene = gallery.scenes["replay-won"]
        self.race = self.scene.path.rsplit("/", 1)[0]
        self.context: BrowserContext = context_for(
            browser, gallery.address, self.scene, how or Browsing(), options
        )
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda m: self.faults.append(m.text) if m.type == "error" else None)

    def open(self, place: str = "") -> Page:
        self.page.goto(self.race + place)
        return self.page

    def at(self, place: str) -> None:
        """The address, the sentence and the slider name one step."""
        expect(self.page).to_have_url(re.compile(rf"{self.race}/{re.escape(place)}$"))
        number, step = place.split(".")
        said = f"Round {number}" if step == "0" else f"Round {number}, step {step} of"
        expect(self.page.locator("#told b")).to_contain_text(said)
        if self.page.locator("html.has-script").count():
            expect(self.page.locator("#at")).to_have_attribute("aria-valuetext", re.compile(rf"^{said}\b"))
            expect(self.page).to_have_title(re.compile(rf"^Replay: {said}\b"))

    def close(self) -> None:
        self.context.close()
        assert not self.faults


def test_keys_buttons_and_slider_lead_to_the_same_steps(browser: Browser, gallery: Gallery) -> None:
    """`, .` a step, `< >` a round, the slider a step an arrow; every step has an address to come back to."""
    watching = Watching(browser, gallery)
    page = watching.open()
    watching.at("1.0")
    for key, place in (
        (".", "1.1"),
        (".", "1.2"),
        (",", "1.1"),
        (">", "2.0"),
        (".", "2.1"),
        ("<", "2.0"),
        ("<", "1.0"),
    ):
        page.keyboard.press(key)
        watching.at(place)
    page.keyboard.press(",")
    watching.at("1.0")
    page.get_by_role("link", name="Step forward").click()
    watching.at("1.1")
    page.get_by_role("link", name="Round forward").click()
    watching.at("2.0")
    page.get_by_role("slider", name="Step").press("ArrowRight")
    watching.at("2.1")
    page.reload()
    watching.at("2.1")
    page.get_by_role("slider", name="Step").press("End")
    expect(page.get_by_role("link", name="Step forward")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#told")).to_contain_text("wins")
    page.get_by_role("slider", name="Step").press("Home")
    watching.at("1.0")
    watching.close()


@pytest.mark.long
def test_single_keys_can_be_switched_off(browser: Browser, gallery: Gallery) -> None:
    """WCAG 2.1.4: a single character does nothing for who has switched them off; buttons go on working."""
    watching = Watching(browser, gallery)
    page = watching.open("/2.0")
    page.get_by_role("button", name="Keys and settings").click()
    page.locator("dialog .switch", has_text="Single keys").click()
    page.keyboard.press("Escape")
    page.keyboard.press(".")
    page.get_by_role("link", name="Step forward").click()
    watching.at("2.1")
    watching.close()


def test_played_cards_are_ringed_in_the_open_hands(browser: Browser, gallery: Gallery) -> None:
    """Nothing is ringed before the reveal; then one card or two of every racing skier, by name as well."""
    watching = Watching(browser, gallery)
    page = watching.open("/1.0")
    hands = page.locator("#hands li")
    expect(hands).to_have_count(4)
    expect(hands.locator(".mini")).to_have_count(16)
    expect(hands.locator(".pl")).to_have_count(0)
    page.keyboard.press(".")
    watching.at("1.1")
    for hand in hands.all():
        assert 1 <= hand.locator(".pl").count() <= 2
        assert "(played)" in (hand.text_content() or "")
    watching.close()


@pytest.mark.long
def test_the_race_plays_by_itself_and_stops(browser: Browser, gallery: Gallery) -> None:
    """Play tells step after step with the table's motion; pause stays where it is; the voice tells what happens."""
    watching = Watching(browser, gallery)
    page = watching.open("/1.0")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("localStorage.setItem('yeti-speed', '2')")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => /step [2-9] of/.test(document.querySelector('#told b').textContent)")
    expect(page.locator("#say")).not_to_be_empty()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("[data-moving]")).to_have_count(0)
    place = page.url.rsplit("/", 1)[1]
    page.keyboard.press(",")
    number, step = (int(part) for part in place.split("."))
    watching.at(f"{number}.{step - 1}")
    watching.close()


@pytest.mark.long
def test_a_jump_is_drawn_as_it_went(browser: Browser, gallery: Gallery) -> None:
    """Standing still, the step of a jump shows its arc; another step none."""
    watching = Watching(browser, gallery)
    page = watching.open("/1.0")
    seen = 0
    for _ in range(40):
        before = page.url
        page.keyboard.press(".")
        page.wait_for_function("before => location.href !== before", arg=before)
        jumps = bool(re.search("rockets over|wild jump over", page.locator("#told").text_content() or ""))
        expect(page.locator("#lines-w .arc2")).to_have_count(1 if jumps else 0)
        seen += jumps
        if seen == 2:
            break
    assert seen
    watching.close()


def test_without_script_every_step_is_a_page(browser: Browser, gallery: Gallery) -> None:
    """Links lead from step to step, and there is nothing on the page that only a script could use."""
    watching = Watching(browser, gallery, Browsing(390, 844), java_script_enabled=False)
    page = watching.open()
    watching.at("1.0")
    page.get_by_role("link", name="Step forward").click()
    watching.at("1.1")
    page.get_by_role("link", name="Round forward").click()
    watching.at("2.0")
    page.get_by_role("link", name="Step back").click()
    expect(page.locator("#told b")).to_contain_text("Round 1, step")
    for name in ("Play", "Sound", "Link to this step", "Keys and settings"):
        assert not page.get_by_role("button", name=name, exact=True).is_visible()
    page.get_by_role("link", name="The race in words").click()
    expect(page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    watching.close()


def test_the_proof_is_checked_in_the_browser(browser: Browser, gallery: Gallery) -> None:
    """The end screen says that the shuffle was checked and opens the proof; what is copied is what `verify` reads."""
    scene = gallery.visit("table-won")
    context = context_for(
        browser, gallery.address, scene, Browsing(), {"permissions": ["clipboard-read", "clipboard-write"]}
    )
    page = context.new_page()
    page.goto(scene.path)
    page.get_by_role("link", name="The shuffle was fair").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Your browser recomputed it: they match.")
    sheet.get_by_role("button", name="Copy the proof").click()
    expect(sheet.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("format: yeti-mountain-proof/1\n")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator("#told b")).to_contain_text("Round 1")
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("lost", ["fingerprint", "seed"])
def test_a_wrong_proof_is_called_wrong(browser: Browser, gallery: Gallery, lost: str) -> None:
    """A fingerprint or seed that does not follow from the secret is said to be wrong, not passed over."""
    scene = gallery.visit("proof")
    context = context_for(browser, gallery.address, scene, Browsing())
    page = context.new_page()

    def changed(route: Route) -> None:
        answer = route.fetch()
        body = re.sub(rf'data-{lost}="[0-9a-f]{{64}}"', f'data-{lost}="{"0" * 64}"', answer.text())
        route.fulfill(response=answer, body=body)

    page.route("**/proof", changed)
    page.goto(scene.path)
    expect(page.locator("[data-check]")).to_have_text(
        "They do not match. Please tell whoever runs this server."
    )
    context.close()


def test_without_https_the_page_says_so(browser: Browser, gallery: Gallery) -> None:
    """A browser without the means (pages without https) says so kindly, and the text can still be taken along."""
    scene = gallery.visit("proof")
    context = context_for(browser, gallery.address, scene, Browsing())
    context.add_init_script(
        "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });"
        "Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });"
    )
    page = context.new_page()
    page.goto(scene.path)
    expect(page.locator("[data-check]")).to_contain_text("only computes this on pages with https")
    page.get_by_role("button", name="Copy the proof").click()
    expect(page.locator("[data-proof] pre")).to_be_focused()
    assert page.evaluate("getSelection().toString()").startswith("format: yeti-mountain-proof/1")
    context.close()
