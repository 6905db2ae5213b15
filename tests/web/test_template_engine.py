"""Sentences and drawings worked out before are the same bytes as those worked out each time."""

import pytest
from jinja2 import DictLoader, Environment

from app.web import frame
from app.web.fronts import fronts
from app.web.rendered import RenderedRegions
from app.web.routes import patterns
from app.web.template_engine import DrawnTemplate, TranslatedEnvironment, most_drawings
from app.web.templating import environment_by, plain

shown = [front for front in fronts.values() if front.samples is not None]


def test_every_region_in_every_state_is_what_jinja_alone_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    language = "de"
    monkeypatch.setattr(frame, "rendered", RenderedRegions(most=0))
    for front in shown:
        mine = list(patterns.looks(front, language))
        with monkeypatch.context() as alone:
            alone.setattr(frame, "environment", lambda *words: environment_by(Environment, *words))
            assert list(patterns.looks(front, language)) == mine
        assert len(mine) > 100


def engine(templates: dict[str, str], kind: type[Environment] = TranslatedEnvironment) -> Environment:
    env = environment_by(kind, "de", plain)
    env.loader = DictLoader(templates)
    return env


def test_a_sentence_without_parameters_is_looked_up_once_and_escaped_as_ever() -> None:
    text = "{{ _('Log') }}{{ _('100%% & <b>') }}{{ _('%(n)s skiers', n='<5>') }}{% set s = _('Log') %}{{ s }}"
    text += "{{ _(word) }}"
    env = engine({"t": text})
    template = env.get_template("t")
    assert template.render(word="Log") == engine({"t": text}, Environment).get_template("t").render(
        word="Log"
    )
    looked_up: list[str] = []
    env.globals["gettext"] = template.globals["gettext"] = lambda word, **_: looked_up.append(word) or word
    template.render(word="Log")
    assert looked_up == ["%(n)s skiers", "Log"]


def test_a_drawing_is_made_once_for_the_same_words_of_the_same_kind() -> None:
    made: list[object] = []
    env = engine(
        {
            "d": "{% set kept = true %}{% macro mark(n) %}{{ note(n) }}<i>{{ n }}</i>{% endmacro %}",
            "t": "{% import 'd' as d %}{% for n in all %}{{ d.mark(n) }}{% endfor %}",
        }
    )
    env.globals["note"] = lambda n: made.append(n) or ""
    assert env.get_template("t").render(all=[1, 1, True, "<", "<"]) == (
        "<i>1</i><i>1</i><i>True</i><i>&lt;</i><i>&lt;</i>"
    )
    assert made == [1, True, "<"]
    env.get_template("t").render(all=range(2 * most_drawings))
    drawing = env.get_template("d")
    assert isinstance(drawing, DrawnTemplate)
    assert drawing.module.mark.cache_info().currsize == most_drawings  # type: ignore[attr-defined]
