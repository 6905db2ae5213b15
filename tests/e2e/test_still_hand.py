"""The end of a story moves nothing that a finger may be on its way to: the next hand has lain there, usable, all the
while. In every size of window.
"""

import pytest
from playwright.sync_api import Page, expect

from app.games.avalanche.events import Phase
from app.web.games.avalanche.samples.tables import SamplePlay, game
from app.web.games.avalanche.table.screen import public_of
from tests.e2e.conftest import Players
from tests.e2e.fed import Fed
from tools.layout import settle

pytestmark = pytest.mark.browser

sizes = (
    (390, 844), (1440, 900), (844, 390), (768, 1024), (360, 640), (1280, 720), (1024, 768), (320, 568), (640, 360),
)  # fmt: skip
"""Phones and tablets upright and on their side, laptops, a desk."""

touchable = """() => Object.fromEntries(
  [...document.querySelectorAll("#hand .tcard, [data-react], .top .ibtn")].filter(one => one.checkVisibility())
    .map((one, index) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.id || `${one.className} ${index}`, [x, y, width, height].map(Math.round)];
    }))"""
"""Where what can be touched stands, while a story is told and after it: name -> x, y, width, height in px."""

Places = dict[str, list[int]]


def round_held(page: Page, count: int, options: tuple[str, ...]) -> None:
    """A round is told whose last beat does not end; the hand of the next one lies ready."""
    fed = Fed(page, SamplePlay(count, options, f"still {count} {options}"), 0)
    play = fed.play
    while True:
        assert game.waiting_on(play.state)
        before = public_of(game.view(play.state, 0))
        play.step()
        view = public_of(game.view(play.state, 0))
        message = fed.message(before)
        if (
            before.round > 1
            and view.round > before.round
            and view.phase is Phase.SELECT
            and 0 in view.awaited
        ):
            break
        page.evaluate("message => window.fed.bring(message)", message | {"events": []})
    held = {"kind": "blocked", "ms": 10**9, "sentence": "This lasts.", "version": play.version}
    message["events"].append(held)
    page.evaluate("message => { window.fed.bring(message); }", message)
    expect(page.locator("#cap")).to_have_text("This lasts.")
    expect(page.locator("#watch b")).to_be_visible()


def places(page: Page) -> dict[str, Places]:
    """In each size of window."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        found[f"{width}x{height}"] = page.evaluate(touchable)
    return found


@pytest.mark.parametrize(
    ("count", "options"),
    [
        (2, ()),
        *(
            pytest.param(count, options, marks=pytest.mark.long)
            for count, options in (
                (1, ()), (4, ()), (2, ("controlled_speed",)), (4, ("controlled_speed",)), (3, ("racing", "drafting")),
                (5, ("last_skier_wins",)),
            )
        ),
    ],
)  # fmt: skip
def test_the_end_of_a_story_moves_nothing_that_can_be_touched(
    players: Players, count: int, options: tuple[str, ...]
) -> None:
    """What ends it is its last beat, not a touch."""
    page = players.arrive(reduced_motion="reduce")
    round_held(page, count, options)
    told = places(page)
    page.evaluate("document.querySelector('#board').click()")
    expect(page.locator("[data-moving]")).to_have_count(0)
    expect(page.locator("#act")).to_have_attribute("data-turn", "")
    wrong = [
        f"{size} {name}: {at} -> {then[name]}"
        for (size, now), then in zip(told.items(), places(page).values(), strict=True)
        for name, at in now.items()
        if name in then and at != then[name]
    ]
    assert not wrong, "\n".join(wrong)
