"""Each screen speaks one language, and people choose theirs. The catalogues themselves: `test_catalogues`."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

from app.players.sign_in import DeviceCode
from app.tables.after.erasure import a_skier
from app.web.front.text import Asked
from app.web.games.avalanche.front import front as avalanche
from app.web.games.avalanche.lesson import play
from app.web.games.avalanche.lesson.page import lesson_front
from app.web.games.avalanche.rules import rules
from app.web.games.avalanche.samples.tables import Sample, samples
from app.web.games.avalanche.story import rulings
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.text.page import text_screen
from app.web.handlers.refusals import sentence
from app.web.http.request_user import RequestUser
from app.web.pages import home, lobby, me, notices
from app.web.templating import (
    environment,
    gettext_of,
    language_for,
    languages,
    source_language,
    translations,
)
from tests.web.conftest import Guest
from tests.web.pages.test_lobby import Person, bot, everybody, four, ines, mira, ruben, table
from tests.web.spoken import foreign, strings

others = tuple(language for language in languages if language != source_language)
every_sample = {sample.name: sample for sample in samples()}


# ---------------------------------------------------------------------- screens
def reader(language: str) -> RequestUser:
    return RequestUser("session", None, language, None)


def table_page(sample: Sample, language: str) -> str:
    story = screen.recent(sample.story)
    context = screen.page(sample.table, sample.view, story, sample.present, language)
    told = json.dumps(screen.beats(story, sample.table, language, sample.view))
    drawn = environment(language).get_template(screen.template)
    page = drawn.render(**context, theme=None, csrf="token", place="table:0:host", is_host=True)
    return page + "".join(f"<p>{text}</p>" for text in strings(json.loads(told)))


def log_page(sample: Sample, language: str) -> str:
    template, context = screen.log(sample.table, sample.view, sample.story, language)
    about = {"here": "/t/KRT7Q4/log", "theme": None, "csrf": "token"}
    return environment(language).get_template(template).render(context | about)


def text_page(sample: Sample, language: str) -> str:
    asked = Asked("table:0:host", host=True, whole_log=False)
    return text_screen.page(
        sample.table, sample.view, sample.story, sample.present, reader=reader(language), asked=asked
    )


def lobby_page(of: Any, player: str | None, language: str) -> str:
    visitor = replace(reader(language), player=Person(player, "Mira") if player else None)
    return lobby.page(
        of, avalanche, visitor, everybody - {2}, place="lobby:x", now=0, base_url="https://yeti.example/"
    )


def front(language: str) -> Iterator[tuple[str, str]]:
    """Every page that is no race, by name."""
    visitor = reader(language)
    say = gettext_of(language)
    refused = sentence("no_such_table", {"code": "KRT 7Q4"}, language) or ""
    yield "home", home.page(visitor, avalanche, {"avalanche": avalanche}, "Hans", [four])
    yield "rules", rules.page(visitor)
    yield "rulings", rulings.page(visitor)
    for status in (400, 403, 404, 405, 429, 500):
        yield f"error {status}", notices.page(status, refused, "/", visitor)
    yield "failure", notices.page(500, refused, "/t/KRT7Q4", visitor)
    yield "notice", notices.message("Hans", "Hans", "/", say("Start page"), visitor)
    yield "me", me.page(visitor, "Hans", "https://yeti.example", code=DeviceCode("ABCD1234", 0), key="KEY")
    yield "continue", me.way_in(visitor, "ABCD1234")
    for name, of in (
        ("alone", table(mira)),
        ("pair", table(replace(mira, hats=(0, 2)), replace(ruben, hats=(1, 3)))),
        ("three", table(mira, ruben, ines)),
        ("four", four),
        ("five", table(mira, ruben, ines, bot, replace(bot, index=4, name="Bot Urs", hats=(4,)))),
    ):
        for player in ("m", "r", None):
            yield f"lobby {name} {player}", lobby_page(of, player, language)
    for number in range(1, 7):
        yield (
            f"lesson {number}",
            lesson_front.page(play.play(number, (), "Hans"), visitor, name="Hans", shape="both"),
        )


class Asking(NullTranslations):
    """Stands behind a catalogue and remembers what it did not know."""

    def __init__(self) -> None:
        super().__init__()
        self.unknown: set[str] = set()

    def gettext(self, message: str) -> str:
        self.unknown.add(message)
        return message

    def pgettext(self, context: str, message: str) -> str:
        self.unknown.add(f"{context}: {message}")
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.unknown.add(msgid1)
        return super().ngettext(msgid1, msgid2, n)


@pytest.fixture
def asking(request: pytest.FixtureRequest) -> Iterator[Asking]:
    behind = Asking()
    catalogue = translations(request.getfixturevalue("language"))
    catalogue.add_fallback(behind)
    yield behind
    catalogue._fallback = None  # type: ignore[attr-defined]  # gettext offers no way back


@pytest.mark.parametrize("language", others)
def test_no_page_says_a_word_of_another_language(language: str, asking: Asking) -> None:
    for name, html in front(language):
        assert f'<html lang="{language}"' in html
        assert foreign(html, language) == [], name
    assert asking.unknown == set()


@pytest.mark.parametrize("language", others)
@pytest.mark.parametrize("name", every_sample)
def test_no_race_says_a_word_of_another_language(name: str, language: str, asking: Asking) -> None:
    """The picture with what it shows and says in motion, the text view, and the whole log."""
    for draw in (table_page, text_page, log_page):
        assert foreign(draw(every_sample[name], language), language) == []
    assert asking.unknown == set()


def test_a_word_of_another_language_is_found() -> None:
    """The test above can fail: in texts, labels, and what scripts are given."""
    for html in (
        "<p>Runde 3, Mira skis 3 spaces.</p>",
        '<a aria-label="How to play">?</a>',
        '<p data-lost="Connection lost. Reconnecting…"></p>',
        '<p data-outlook="[{&quot;on&quot;: &quot;Raute 3. You ski 3 spaces to card 4.&quot;}]"></p>',
    ):
        assert foreign(html, "de")


# ---------------------------------------------------------------------- choosing
@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        (None, "de", "de"),
        (None, "de-CH,de;q=0.9,en;q=0.8", "de"),
        (None, "de-AT", "de"),
        (None, "en-GB,en;q=0.9,de;q=0.8", "en"),
        (None, "en;q=0.3,de;q=0.8", "de"),
        (None, "fr,de;q=0.5", "de"),
        (None, "fr", "en"),
        (None, "", "en"),
        ("en", "de", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        ("../de", "en", "en"),
    ],
)
def test_the_switch_wins_over_the_browser_and_the_browser_over_english(
    chosen: str | None, accepted: str, language: str
) -> None:
    assert language_for(chosen, accepted) == language


pytest_anyio = pytest.mark.anyio


@pytest_anyio
async def test_the_first_visit_speaks_the_browsers_language(mira: Guest) -> None:
    answer = await mira.http.get("/", headers={"accept-language": "de-DE,de;q=0.9"})
    assert '<html lang="de"' in answer.text
    assert "So wird gespielt" in answer.text
    assert 'value="en" lang="en"' in answer.text


@pytest_anyio
async def test_the_switch_stays_where_it_was_used_and_is_kept(mira: Guest) -> None:
    code = await mira.open_table("Mira")
    answer = await mira.post("/language", language="de", back=f"/t/{code}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}")
    assert "Max-Age=31536000" in answer.headers["set-cookie"]
    lobby_now = (await mira.get(f"/t/{code}")).text
    assert '<html lang="de"' in lobby_now
    assert 'Tisch von <span translate="no">Mira</span>' in lobby_now
    back = await mira.post("/language", language="en", back="//evil.test")
    assert back.headers["location"] == "/"
    assert '<html lang="en"' in (await mira.get("/")).text


@pytest_anyio
async def test_a_language_nobody_speaks_changes_nothing(mira: Guest) -> None:
    await mira.post("/language", language="de")
    await mira.post("/language", language="tlh")
    assert '<html lang="de"' in (await mira.get("/rules")).text


@pytest_anyio
async def test_a_table_speaks_to_each_of_its_readers_in_their_own_language(mira: Guest, ruben: Guest) -> None:
    """A race, its text view and its refusals: nobody else's choice of language is seen."""
    ruben.http.headers["accept-language"] = "de"
    code = await mira.open_table("Mira")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    await mira.post(f"/t/{code}/start", confirm="yes")
    for path, english, german in (
        (f"/t/{code}", "Lock in", "Festlegen"),
        (f"/t/{code}/text", "choose your speed", "Wähle dein Tempo"),
    ):
        assert english in (await mira.get(path)).text
        told = (await ruben.get(path)).text
        assert german in told
        assert english not in told
    refused = await ruben.post(f"/t/{code}/start")
    assert "Das kann nur der Host ändern." in refused.text or "Das Rennen läuft schon" in refused.text


def test_the_word_for_somebody_forgotten_is_translated_too() -> None:
    """It is stored as a name, once for all languages."""
    sample = every_sample["locked"]
    seats = tuple(replace(seat, name=a_skier) if seat.index == 1 else seat for seat in sample.table.seats)
    forgotten = replace(sample, table=replace(sample.table, seats=seats))
    for html in (table_page(forgotten, "de"), text_page(forgotten, "de")):
        assert "Eine Figur" in html
        assert a_skier not in html


def test_the_switch_names_each_other_language_in_itself() -> None:
    """And says so to screen readers, by `lang`."""
    html = rules.page(reader("de"))
    assert re.search(r'<button[^>]* value="en" lang="en" aria-label="EN: English"', html)
    assert 'value="de"' not in html
    assert re.search(r'<button[^>]* value="de" lang="de" aria-label="DE: Deutsch"', rules.page(reader("en")))
