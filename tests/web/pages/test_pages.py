"""Home, rules and notices, and what all pages of the front of house keep to."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.tables.model import Status
from app.web.fronts import fronts
from app.web.games.avalanche.front import front as avalanche
from app.web.games.avalanche.rules import rules
from app.web.games.avalanche.words import game_words as words
from app.web.http.request_user import RequestUser
from app.web.pages import game_list, home, notices
from tests.web.pages.test_lobby import four, page

somebody = RequestUser("session", None, "en", None)
root = Path(__file__).parents[3]

pages: dict[str, Callable[[], str]] = {
    "home": lambda: home.page(somebody, avalanche, fronts, "Jade Marmot", [four]),
    "rules": lambda: rules.page(somebody),
    "game list": lambda: game_list.page(
        somebody, {"avalanche": avalanche, "twin": avalanche}, [four], known=True
    ),
    "error": lambda: notices.page(404, "No table has the code KRT 7Q4.", "/", somebody),
    "failure": lambda: notices.page(500, "That did not work.", "/t/KRT7Q4", somebody),
    "notice": lambda: notices.message("Gone", "You have left the table.", "/", "Start page", somebody),
    "lobby": lambda: page(four, "m"),
    "lobby of a visitor": lambda: page(four, None),
}


@pytest.fixture(params=pages)
def html(request: pytest.FixtureRequest) -> str:
    return pages[request.param]()


def test_no_page_needs_an_inline_style_or_script(html: str) -> None:
    """The policy allows neither; one that slipped in would be dropped without a word."""
    assert not re.search(r"<[^>]+ style=", html)
    assert not re.search(r"<script(?![^>]* src=)", html)
    assert not re.search(r"<[^>]+ on\w+=", html)
    assert "hx-on" not in html


def test_every_form_that_posts_carries_the_token(html: str) -> None:
    for form in re.findall(r"<form.*?</form>", html, re.DOTALL):
        assert 'method="post"' in form
        assert f'name="token" value="{somebody.csrf}"' in form


def test_ids_are_unique_and_every_label_and_drawing_leads_somewhere(html: str) -> None:
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    for name in re.findall(r' (?:for|aria-labelledby|aria-describedby)="([^"]+)"', html):
        assert name in ids
    for file, symbol in re.findall(r'href="/static/\w+/(\w+\.svg)#([^"]+)"', html):
        assert f'id="{symbol}"' in (root / "static" / file).read_text()


def test_every_page_has_one_heading_of_the_first_rank_and_a_main_to_skip_to(html: str) -> None:
    assert html.count("<h1") == 1
    assert '<main class="' in html
    assert 'id="main"' in html


@pytest.mark.parametrize(
    ("theme", "root_tag"), [(None, '<html lang="en">'), ("dark", '<html lang="en" data-theme="dark">')]
)
def test_without_a_cookie_the_browser_chooses_the_theme(theme: str | None, root_tag: str) -> None:
    assert root_tag in rules.page(replace(somebody, theme=theme))


def test_the_two_dark_themes_are_the_same() -> None:
    """Chosen by cookie or preferred by the browser: one set of inks."""
    css = (root / "static/css/tokens.css").read_text()
    chosen = re.search(r'^\[data-theme="dark"\] \{(.*?)^\}', css, re.DOTALL | re.MULTILINE)
    preferred = re.search(r":root:not\(\[data-theme\]\) \{(.*?)^  \}", css, re.DOTALL | re.MULTILINE)
    assert chosen
    assert preferred
    assert chosen[1].split() == preferred[1].split()


def test_home_offers_three_ways_to_a_race_with_one_name() -> None:
    """Enter with a code typed in must join, so the first button of the form is joining."""
    html = pages["home"]()
    assert html.count('name="name" value="Jade Marmot"') == 1
    form = next(f for f in re.findall(r"<form.*?</form>", html, re.DOTALL) if 'action="/join"' in f)
    buttons = re.findall(r"<button[^>]*>", form)
    assert "formaction" not in buttons[0]
    assert [b for b in buttons if 'formaction="/solo" formnovalidate' in b]
    assert [b for b in buttons if 'formaction="/tables" formnovalidate' in b]
    assert 'name="code" required' in form


def test_home_leads_back_to_the_tables_one_sits_at() -> None:
    html = home.page(
        somebody, avalanche, fronts, "Mira", [four, replace(four, code="ABC234", status=Status.PLAYING)]
    )
    assert 'href="/t/KRT7Q4"' in html
    assert re.search(r"href=./t/ABC234.*?Mira's table.*?racing", html, re.DOTALL)
    assert "Your tables" not in home.page(somebody, avalanche, fronts, "Mira", [])


def test_the_rules_show_the_speed_limits() -> None:
    """Limits by skiers left; the last one has none (AV-10)."""
    html = rules.page(somebody)
    assert re.findall(r"<td><b>(\d+)</b></td>", html) == ["16", "13", "10", "7"]


def test_every_link_within_the_rules_has_its_section() -> None:
    html = rules.page(somebody)
    for target in re.findall(r'href="#([\w-]+)"', html):
        assert f'id="{target}"' in html


def test_an_error_says_why_and_where_to_go_on() -> None:
    html = notices.page(409, "Ruben has just taken that hat.", "/t/KRT7Q4", somebody)
    assert "Ruben has just taken that hat." in html
    assert re.search(r'href="/t/KRT7Q4">.*Back to the table', html)
    assert 'name="code"' not in html


def test_an_unknown_table_is_answered_with_a_field_for_another_code() -> None:
    assert 'name="code"' in notices.page(404, "No table has the code KRT 7Q4.", "/", somebody)


def test_a_failure_is_ours_and_says_that_the_race_is_safe() -> None:
    assert "our fault" in notices.page(500, "Error 7F3A.", "/t/KRT7Q4", somebody)


def test_a_refusal_is_an_alert_with_its_sentence_as_text() -> None:
    html = notices.refusal("Names & <codes>", "name_unfit", somebody)
    assert 'role="alert"' in html
    assert "Names &amp; &lt;codes&gt;" in html


def test_every_option_and_bot_of_the_game_has_words() -> None:
    from app.games.registry import games

    game = games["avalanche"]
    assert {option.key for option in game.options} == set(words.options("en"))
    assert set(game.bot_levels) <= set(words.bots("en"))
    assert next(iter(words.bots("en"))) == game.bot_levels[0]


@pytest.mark.parametrize(
    ("seats", "word"), [(1, "yeti"), (2, "two skiers"), (3, "3 skiers"), (5, "5 skiers")]
)
def test_the_lobby_says_what_kind_of_race_the_seats_make(seats: int, word: str) -> None:
    """One is solo (AV-70), two lead two skiers each (AV-61)."""
    assert word in words.variant(seats, "en")
