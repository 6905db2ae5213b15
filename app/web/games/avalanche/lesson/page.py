"""The first lesson as pages: the table's own screen with a guide on it."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from app.games.kernel.contract import GameError, Json
from app.web.frame import PageReader, region
from app.web.front.table import Fields
from app.web.games.avalanche.lesson import play as school
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.words.phrases import phrases
from app.web.games.avalanche.words.voice import voice_of
from app.web.templating import environment, gettext_of


def regions_of(lesson: school.Lesson, language: str) -> dict[str, str]:
    """The screen's regions and the guide's; when the round is over, `#act` leads on."""
    found = school.regions(lesson, language)
    coach = school.coach(lesson, voice_of(language))
    found["coach"] = region("avalanche/_coach.html", coach, language)
    found["progress"] = region("avalanche/_progress.html", coach, language)
    if lesson.ended:
        found["act"] = region("avalanche/_lesson_act.html", coach, language)
    return found


class AvalancheLesson:
    """Implements `app.web.front.pages.LessonFront`."""

    def at(self, number: int, so_far: Sequence[Any], name: str) -> school.Lesson:
        return school.play(number, so_far, name)

    def action(self, form: Fields) -> Json:
        return screen.parse_action(form)

    def page(
        self, lesson: school.Lesson, reader: PageReader, *, name: str, shape: str, refusal: str = ""
    ) -> str:
        language = reader.language
        context = screen.page(lesson.table, lesson.view, lesson.story, frozenset((0, 1, 2)), language)
        own = {
            "regions": {key: Markup(html) for key, html in regions_of(lesson, language).items()},  # noqa: S704 - by our templates
            "title": gettext_of(language)("The first lesson"),
            "number": lesson.number,
            "refusal": refusal,
            "own_name": name,
        }
        return (
            environment(language, phrases)
            .get_template("avalanche/lesson.html")
            .render(
                **context | own,
                theme=reader.theme,
                csrf=reader.csrf,
                here=f"/lesson/avalanche/{lesson.number}",
                place="lesson",
                shape=shape,
                is_host=False,
            )
        )

    def message(self, lesson: school.Lesson, before: school.Lesson, language: str) -> Json:
        return {
            "table": lesson.table.id,
            "version": lesson.table.version,
            "chat_version": 0,
            "presence_version": 0,
            "place": "lesson",
            "regions": [{"id": key, "html": html} for key, html in regions_of(lesson, language).items()],
            "events": school.beats(lesson, before.table.version, language),
        }

    def refusal(self, error: GameError, lesson: school.Lesson, language: str) -> str:
        return screen.refusal(error.reason, error.params, lesson.table, language) or ""


lesson_front = AvalancheLesson()
