"""The first lesson: each chapter can be played in every way, and teaches what it says."""

import json

import pytest

from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import selections
from app.games.kernel.contract import IllegalAction
from app.web.games.avalanche.lesson import play as school
from app.web.games.avalanche.lesson.chapters import chapters
from app.web.games.avalanche.words.voice import voice_of
from tests.web.conftest import Guest

numbers = range(1, len(chapters) + 1)
english = voice_of("en")


def every_way(number: int) -> list[school.Lesson]:
    """All ways to play a chapter, as far as its selection goes; the yeti stays where he is."""
    start = school.play(number, [], "Mira")
    ways = []
    for selection in selections(start.view):
        choices = [school.game.encode_action(selection)]
        played = school.play(number, choices, "Mira")
        if not played.ended:
            choices.append({"type": "yeti", "route": []})
            played = school.play(number, choices, "Mira")
        ways.append(played)
    return ways


@pytest.mark.parametrize("number", numbers)
def test_a_chapter_begins_with_a_choice_of_the_learner(number: int) -> None:
    start = school.play(number, [], "Mira")
    assert start.view.public.phase is Phase.SELECT
    assert start.view.public.awaited == (0,)
    assert not start.ended


@pytest.mark.parametrize("number", numbers)
def test_whatever_is_chosen_the_chapter_ends_and_leads_on_or_is_offered_again(number: int) -> None:
    for way in every_way(number):
        coach = school.coach(way, english)
        assert way.ended
        assert coach.next or coach.last
        assert coach.text != school.coach(school.play(number, [], "Mira"), english).text


def test_the_limit_chapter_shows_all_three_sides_of_the_limit() -> None:
    """Under it, exactly on it (AV-07) and over it, where only the fastest crashes (AV-08)."""
    texts = {school.coach(way, english).text for way in every_way(2)}
    assert any("nobody crashes" in text for text in texts)
    assert any("Exactly 10" in text for text in texts)
    assert any("you crashed" in text for text in texts)


def test_the_jump_chapter_is_only_met_by_a_jump_matching_or_wild() -> None:
    ways = every_way(3)
    met = [way for way in ways if not school.coach(way, english).again]
    assert {len(way.view.public.mountain) for way in met} == {12}
    assert any("wild" in school.coach(way, english).text for way in met)
    assert any(school.coach(way, english).again for way in ways)


def test_the_yeti_chapter_makes_the_learner_move_him_and_he_can_hit_both() -> None:
    """The skier farthest uphill moves the yeti (AV-43, AV-45)."""
    start = school.play(4, [], "Mira")
    choices = [school.game.encode_action(selections(start.view)[0])]
    asked = school.play(4, choices, "Mira")
    assert asked.view.public.phase is Phase.YETI
    routes = school.game.legal_actions(state_of(asked), 0)
    texts = {
        school.coach(school.play(4, [*choices, school.game.encode_action(a)], "Mira"), english).text
        for a in routes
    }
    assert any("Two at once" in text for text in texts)
    assert any("Nobody was hit" in text for text in texts)


def state_of(lesson: school.Lesson) -> object:
    """The state behind a lesson, played again."""
    from app.games.avalanche.deck import standard
    from app.games.avalanche.placement import place

    state = place(lesson.chapter.position(), standard, bytes(32))
    for seat in (1, 2):
        state = school.game.apply(state, seat, school.choice_of(lesson.chapter, seat, Phase.SELECT)).state
    for raw in lesson.so_far:
        state = school.game.apply(state, 0, school.game.decode_action(raw)).state
    return state


def test_the_avalanche_chapter_buries_greta_whatever_one_does() -> None:
    assert {way.view.public.skiers[2].state for way in every_way(5)} == {"buried"}


def test_the_last_chapter_can_be_won_by_speed_and_by_a_jump() -> None:
    won = [way for way in every_way(6) if school.coach(way, english).last]
    assert {way.so_far[0]["plays"][0]["cards"][0] for way in won} == {"c2b", "d5a"}


def test_a_choice_that_is_not_possible_is_refused_as_at_any_table() -> None:
    with pytest.raises(IllegalAction):
        school.play(1, [{"type": "select", "plays": [{"skier": 0, "cards": ["d3a"], "jump": True}]}], "Mira")


@pytest.mark.anyio
async def test_the_whole_lesson_works_without_script(mira: Guest) -> None:
    page = await mira.get("/lesson/avalanche/1")
    # One picture of the mountain comes with it, the other on demand.
    assert page.text.count('class="btn redraw"') == 1
    assert "Pick a speed" in page.text
    answer = await mira.post(
        "/lesson/avalanche/1", kind="select", decision="1", so_far="[]", **{"card-0": "d4a", "jump-0": "no"}
    )
    assert answer.status_code == 200
    assert 'href="/lesson/avalanche/2"' in answer.text


@pytest.mark.anyio
async def test_the_lesson_says_who_one_is_and_names_no_table(mira: Guest) -> None:
    """No made-up code in the title or the heading; the guide says which skier is the reader's; where only a link leads
    on, nobody is told that it is their move.
    """
    page = (await mira.get("/lesson/avalanche/1")).text
    assert "LES SON" not in page
    assert "<title>The first lesson" in page
    assert "You are" in page
    assert "Red Pom." in page
    fields = {"card-0": "d4a", "jump-0": "no"}
    over = await mira.post("/lesson/avalanche/1", kind="select", decision="1", so_far="[]", **fields)
    act = over.text[over.text.index('id="act"') :]
    assert "data-turn" not in act[: act.index("</section>")]


@pytest.mark.anyio
async def test_script_gets_the_same_message_as_from_a_socket_and_refusals_as_words(mira: Guest) -> None:
    await mira.get("/lesson/avalanche/1")
    fields = {"token": mira.token, "kind": "select", "so_far": "[]", "card-0": "d4a", "jump-0": "no"}
    answer = await mira.http.post("/lesson/avalanche/1", data=fields, headers={"accept": "application/json"})
    message = json.loads(answer.text)
    assert {"coach", "act", "hand", "pieces", "progress"} <= {region["id"] for region in message["regions"]}
    assert message["events"]
    refused = await mira.http.post(
        "/lesson/avalanche/1", data=fields | {"card-0": "zz"}, headers={"accept": "application/json"}
    )
    assert refused.status_code in (400, 409)
    assert refused.json()["detail"]


@pytest.mark.anyio
@pytest.mark.parametrize("so_far", ["[", "{}", "[1]", json.dumps([{"type": "take_back"}] * 50)])
async def test_nonsense_brought_along_is_refused_and_no_bug(mira: Guest, so_far: str) -> None:
    await mira.get("/lesson/avalanche/1")
    answer = await mira.post(
        "/lesson/avalanche/1", kind="select", so_far=so_far, **{"card-0": "d4a", "jump-0": "no"}
    )
    assert 400 <= answer.status_code < 500
    assert (await mira.get("/lesson/avalanche/9")).status_code == 404
