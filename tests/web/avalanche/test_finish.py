"""The end of a race in words and pictures, for every outcome, number of players and option; and what is shared."""

import re
from dataclasses import replace

import pytest

from app.games.avalanche.causes import Ahead
from app.games.avalanche.events import Phase
from app.games.avalanche.views import PrivateView, PublicView
from app.web.games.avalanche.finish import numbers, podium, poster, share
from app.web.games.avalanche.finish.why import Reasons, longest_why, why
from app.web.games.avalanche.finish.wording import own_line
from app.web.games.avalanche.samples.tables import Sample, SamplePlay, game, samples
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.words.voice import cast_of, voice_of
from app.web.templating import environment, languages

outcomes = {"win", "second", "buried", "nobody", "solo-won", "solo-lost", "watching"}
ended = {
    sample.name: sample
    for sample in samples()
    if (sample.view.public if isinstance(sample.view, PrivateView) else sample.view).phase is Phase.OVER
}
kinds = (
    (1, ()), (2, ()), (3, ()), (4, ()), (5, ()), (3, ("racing",)), (2, ("racing",)), (4, ("last_skier_wins",)),
    (5, ("controlled_speed", "drafting")),
)  # fmt: skip
long_names = ("W" * 20, "M" * 20, "Ö" * 20, "Q" * 20, "Bot " + "W" * 16)


def played(players: int, options: tuple[str, ...], number: int) -> SamplePlay:
    play = SamplePlay(players, options, f"finish {number}")
    while game.waiting_on(play.state):
        play.step()
    return play


def public(sample: Sample) -> PublicView:
    return sample.view.public if isinstance(sample.view, PrivateView) else sample.view


def regions(sample: Sample, language: str = "en") -> dict[str, str]:
    found = screen.regions_private(sample.table, sample.view, language, race=sample.story)
    return found | screen.regions_shared(
        sample.table, public(sample), sample.story, sample.present, language, race=sample.story
    )


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("won", "win"), ("nobody", "nobody"), ("second", "second"), ("buried", "buried"), ("solo-won", "solo-won"),
        ("solo-lost", "solo-lost"), ("solo-buried", "buried"), ("watching-over", "watching"), ("two-over", "win"),
        ("racing-over", "second"),
    ],
)  # fmt: skip
def test_each_outcome_has_its_scene(name: str, outcome: str) -> None:
    html = regions(ended[name])["finish"]
    assert f'data-outcome="{outcome}"' in html
    assert ("snowfall" in html) == (outcome in {"win", "second", "solo-won", "watching"})
    assert ("#bunting" in html) == (outcome in {"win", "second", "solo-won", "watching"})
    assert ("#hg-" in html) == (outcome == "buried")
    assert ("#medal" in html) == (name in {"nobody", "solo-lost", "solo-buried"})
    assert ("#yeti-sad" in html) == (name == "solo-won")
    assert ("#ch-" in html) == (outcome not in {"nobody", "solo-lost"} and name != "solo-buried")


@pytest.mark.parametrize(("players", "options"), kinds)
@pytest.mark.parametrize("language", languages)
def test_every_reader_of_every_race_has_a_poster(
    players: int, options: tuple[str, ...], language: str
) -> None:
    """One of seven outcomes; a sentence why of at most 130 letters, however long the names are; a whole result."""
    for number in range(6):
        play = played(players, options, number)
        table = play.table()
        for names in (None, long_names):
            if names:
                seats = tuple(
                    replace(seat, name=name) for seat, name in zip(table.seats, names, strict=False)
                )
                table = replace(table, seats=seats)
            cast = cast_of(table, voice_of(language))
            view = game.view(play.state, None)
            assert isinstance(view, PublicView)
            rounds = poster.rounds_in(play.story, view)
            assert rounds
            for seat in (None, *range(players)):
                made = poster.finish(table, view, seat, cast, rounds)
                assert made.outcome in outcomes
                assert 0 < len(made.why) <= longest_why
                assert made.says.startswith(f"{made.first} {made.second}")
                assert made.scene is not None
                assert "%" not in made.says + made.kicker
                if seat is None:
                    assert made.ribbon == ()
                    assert made.share == ""
                else:
                    assert made.ribbon
            result = podium.podium(view, cast, rounds)
            stood = [one for one in (*result.places, *result.buried) if one.seat is not None]
            assert len(stood) == (players if "racing" in options else len(view.skiers))
            assert len(numbers.race_numbers(view, cast, rounds).rows) == len(view.skiers) + (players == 1)


@pytest.mark.parametrize(("players", "options"), kinds)
def test_own_lines_are_short_and_agree_with_the_result(players: int, options: tuple[str, ...]) -> None:
    """At most 22 letters a line; who won reads so, who is buried too, and the places are those of the podium."""
    for number in range(12):
        play = played(players, options, number)
        cast = cast_of(play.table(), voice_of("en"))
        view = game.view(play.state, None)
        assert isinstance(view, PublicView)
        rounds = poster.rounds_in(play.story, view)
        for seat in range(players):
            line = own_line(view, seat, cast, rounds)
            assert len(line.first) <= 22
            assert len(line.second) <= 22, line
            assert (line.outcome in {"win", "solo-won"}) == (seat in (view.winners or ()))
            buried = all(s.state.value == "buried" for s in view.skiers if s.player == seat)
            if line.outcome == "buried":
                assert buried
            if buried and view.winners and seat not in view.winners and not options:
                assert line.outcome == "buried"
        watching = own_line(view, None, cast, rounds)
        assert watching.outcome == ("nobody" if not view.winners and players > 1 else "watching")


def test_shared_places_stand_on_the_same_height() -> None:
    """Equal points share a place (AV-88)."""
    sample = ended["racing-over"]
    view = replace(public(sample), points=(4, 4, 3), winners=(0, 1))
    cast = cast_of(sample.table, voice_of("en"))
    made = poster.finish(sample.table, view, 0, cast, poster.rounds_in(sample.story, view))
    assert (made.first, made.second) == ("You share the win", "with four points")
    assert made.scene is not None
    heights = {step.name: step.y for step in made.scene.steps}
    assert heights["You"] == heights["Ruben"] < heights["Ines"]
    assert [step.place for step in reversed(made.scene.steps)] == ["1st", "1st", "3rd"]


def test_the_last_skier_wins_without_the_line() -> None:
    """The house option (AV-103): nobody crossed the line, and the poster says how it was won."""
    sample = ended["last-skier"]
    view = public(sample)
    cast = cast_of(sample.table, voice_of("en"))
    line = own_line(view, (view.winners or (0,))[0], cast)
    assert (line.outcome, line.second) == ("win", "last one on the snow")


def test_numbers_nobody_beats_are_underlined() -> None:
    """The best of a column, not a zero; crashes and hits are nothing to be best at."""
    html = regions(ended["solo-won"])["numbers"]
    assert html.count('class="bst"') >= 2
    for row in numbers.race_numbers(
        public(ended["won"]),
        cast_of(ended["won"].table, voice_of("en")),
        poster.rounds_in(ended["won"].story, public(ended["won"])),
    ).rows:
        assert row.best <= {"spaces", "jumps", "lead"}


@pytest.mark.parametrize("name", ended)
def test_nothing_of_the_end_is_there_before_it(name: str) -> None:
    """A race that goes on has empty regions for its end, and the end has no choice left."""
    html = regions(ended[name])
    assert "<button" not in html["act"]
    for sample in samples():
        if public(sample).phase is not Phase.OVER:
            early = regions(sample)
            for region in ("finish", "rematch", "podium", "buriedlist", "numbers", "after"):
                assert words(early[region]) in ("", "The race in numbers"), (sample.name, region)
                assert " hidden" in early[region].split(">", 1)[0]
            break


def test_a_rematch_is_offered_to_who_has_a_seat() -> None:
    assert "Race again" in regions(ended["won"])["rematch"]
    assert "people" not in regions(ended["won"])["rematch"], "nobody is in yet"
    assert "Race again" not in regions(ended["watching-over"])["rematch"]
    assert "Race the yeti again?" in regions(ended["solo-won"])["rematch"]


@pytest.mark.parametrize(("language", "said"), [("en", "2 of 3 people are in"), ("de", "2 von 3 sind dabei")])
def test_a_rematch_says_how_many_are_in(language: str, said: str) -> None:
    """The next race is a table of its own, and its host starts it: nothing here says that it starts by itself."""
    sample = ended["racing-over"]
    seats = tuple(replace(seat, again=seat.index < 2) for seat in sample.table.seats)
    table = replace(sample.table, seats=seats)
    assert said in words(regions(replace(sample, table=table), language)["rematch"])


# ---------------------------------------------------------------------- shared
@pytest.mark.parametrize("language", languages)
@pytest.mark.parametrize("name", [name for name in ended if name != "watching-over"])
def test_what_is_shared_holds_no_name_and_no_code(name: str, language: str) -> None:
    """Picture, its words and the text: place and margin alone."""
    sample = ended[name]
    made = screen.share(sample.table, sample.view, sample.story, language, host="yeti.example")
    assert made is not None
    whole, part, context = made
    about = {"sheet": True, "theme": None, "csrf": "token", "here": "/"}
    html = environment(language).get_template(part).render(context | about)
    assert environment(language).get_template(whole).render(context | about)
    for secret in (*(seat.name for seat in sample.table.seats), sample.table.code):
        assert secret not in html
        assert secret not in context["text"]
    assert context["text"].endswith(" yeti.example")
    assert context["alt"] in html
    assert "foreignObject" not in html, "a canvas would be spoilt by it"
    assert "style=" not in html


def test_the_text_that_is_shared() -> None:
    sample = ended["won"]
    made = screen.share(sample.table, sample.view, sample.story, "en", host="yeti.example")
    assert made is not None
    assert re.fullmatch(r"Yeti Mountain: 1st of 4, \S.* [^ A-Za-z]+ yeti\.example", made[2]["text"])
    buried = ended["buried"]
    told = screen.share(buried.table, buried.view, buried.story, "de", host="yeti.example")
    assert told is not None
    assert told[2]["text"].startswith("Yeti Mountain: verschüttet, ")


def test_there_is_nothing_to_share_without_a_seat_or_an_end() -> None:
    sample = ended["watching-over"]
    assert screen.share(sample.table, sample.view, sample.story, "en", host="x") is None
    going = next(one for one in samples() if one.name == "select")
    assert screen.share(going.table, going.view, going.story, "en", host="x") is None


def test_many_rounds_find_room() -> None:
    """Three heats: the tiles of each stand in a row of their own and stay inside the left half; the poster says which
    heat a row is, the text parts them.
    """
    sample = ended["racing-over"]
    cast = cast_of(sample.table, voice_of("en"))
    made = share.share(
        sample.table, public(sample), 1, cast, poster.rounds_in(sample.story, public(sample)), host="x"
    )
    assert max(spot.x + spot.size for spot in made.spots) <= 64 + share.wide
    assert max(spot.y + spot.size for spot in made.spots) < 548
    begun = [spot for spot in made.spots if spot.tile.heat]
    assert [spot.tile.heat for spot in begun] == ["Heat 1", "Heat 2", "Heat 3"]
    assert {spot.x for spot in begun} == {64}
    assert [spot.tile.number for spot in begun] == [1, 1, 1]
    assert made.text.count(" ") == made.words.count(" ") + 4
    html = regions(sample)["finish"]
    assert re.findall(r'<li class="heat" aria-hidden="true">(.*?)</li>', html) == [
        "Heat 1",
        "Heat 2",
        "Heat 3",
    ]
    assert 'class="heat"' not in regions(ended["won"])["finish"]
    assert why((), 0, cast) == ""


@pytest.mark.parametrize(
    ("seat", "rounds", "said"),
    [
        (0, 6, "You were ahead after every round."),
        (0, 5, "You were ahead after five of six rounds."),
        (1, 6, "Mira was ahead after every round."),
    ],
)
def test_a_lead_from_beginning_to_end_is_no_count(seat: int, rounds: int, said: str) -> None:
    """ "after six of six rounds" reads like a slip; "after every round" is what it means."""
    sample = ended["won"]
    cast = replace(cast_of(sample.table, voice_of("en")), names=("Mira", "Ruben", "Ines", "Okonkwo"))
    assert Reasons((), seat, cast).sentence(Ahead(0, rounds, 6)) == said
