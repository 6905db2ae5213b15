"""A table page that is fed a random game: drawn by the real templates, moved by the real scripts, without a database.

The messages are those the socket would bring; the test sees each of them, and what the page shows after every beat.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

from app.tables.model import Table
from app.web.games.avalanche.samples.tables import SamplePlay, game
from app.web.games.avalanche.story.beats import Beat, tell
from app.web.games.avalanche.story.facts import Told, told_after
from app.web.games.avalanche.table.screen import public_of, screen
from app.web.templating import environment

script = (Path(__file__).parent / "fed.js").read_text()
Shot = dict[str, Any]


@dataclass(frozen=True)
class Version:
    """One message and what came of it. `before`, `after`: the page around it; `shots`: (beats told so far, page) after
    each step of the story; `moments`: by the fold, after each beat.
    """

    number: int
    beats: list[Beat]
    moments: list[Told | None]
    told: bool
    before: Shot
    after: Shot
    shots: list[tuple[int, Shot]]
    view: Any
    table: Table


class Fed:
    """The page of one seat at a random game; None = somebody who looks on."""

    def __init__(self, page: Page, play: SamplePlay, seat: int | None) -> None:
        self.page, self.play, self.seat = page, play, seat
        page.add_init_script(script)
        page.route("**/t/KRT7Q4", self._answer)
        page.goto("/t/KRT7Q4")
        page.wait_for_function("window.fed?.ready")

    def _answer(self, route: Route) -> None:
        context = screen.page(self.play.table(), self._view(), self._story(), self._everybody, "en")
        html = environment("en").get_template(screen.template).render(
            **context, theme="light", csrf="", place="table", is_host=False
        )  # fmt: skip
        route.fulfill(body=html.replace("<main ", "<main data-alone ", 1), content_type="text/html")

    @property
    def _everybody(self) -> frozenset[int]:
        return frozenset(range(self.play.players))

    def _view(self) -> Any:
        return game.view(self.play.state, self.seat)

    def _story(self) -> Any:
        return screen.recent(self.play.story)

    def versions(self) -> Iterator[Version]:
        """Plays to the end; each version is one message."""
        play = self.play
        while game.waiting_on(play.state):
            before = public_of(self._view())
            play.step()
            yield self._bring(before)

    def message(self, before: Any) -> dict[str, Any]:
        """The news of the last step, as the socket would bring them. `before`: the public view it began with."""
        play = self.play
        table, view, news = play.table(), self._view(), play.story[-1:]
        regions = screen.regions_shared(table, view, self._story(), self._everybody, "en")
        regions |= screen.regions_private(table, view, "en")
        events = screen.beats(news, table, "en", view, before)
        return {
            "table": table.id, "version": play.version, "presence_version": 0, "chat_version": 0, "events": events,
            "regions": [{"id": name, "html": html} for name, html in regions.items()],
        }  # fmt: skip

    def _bring(self, before: Any) -> Version:
        play = self.play
        table, view, news = play.table(), self._view(), play.story[-1:]
        seen = self.page.evaluate("message => window.fed.bring(message)", self.message(before))
        beats = tell(news, table, public_of(view), "en", before)
        found = told_after(before, beats)
        return Version(
            play.version, beats, [next(found) for _ in beats], seen["told"], seen["before"], seen["after"],
            [(count, shot) for count, shot in seen["shots"]], public_of(view), table,
        )  # fmt: skip
