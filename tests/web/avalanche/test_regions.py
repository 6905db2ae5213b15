"""What the table's regions show, and to whom."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from app.games.avalanche.deck import standard
from app.games.avalanche.events import Phase
from app.games.avalanche.views import PrivateView
from app.web.games.avalanche.mountain.layout import cards_of
from app.web.games.avalanche.pieces.roster import yeti_does
from app.web.games.avalanche.samples.tables import Sample, SamplePlay, phase, samples
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.words.voice import cast_of, voice_of
from app.web.templating import environment

root = Path(__file__).parents[3]
all_samples = {sample.name: sample for sample in samples()}
void = {"input", "br", "img", "link", "meta", "hr"}


class Reader(HTMLParser):
    """Roots, ids and attributes of a piece of HTML; knows when a tag is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.roots: list[str | None] = []
        self.ids: list[str] = []
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.feed(html)
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not self.open:
            self.roots.append(given.get("id"))
        if given.get("id"):
            self.ids.append(str(given["id"]))
        self.attributes |= set(given)
        if tag not in void:
            self.open.append(tag)

    def handle_startendtag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def shared(sample: Sample) -> dict[str, str]:
    return screen.regions_shared(sample.table, sample.view, screen.recent(sample.story), sample.present, "en")


def private(sample: Sample) -> dict[str, str]:
    return screen.regions_private(sample.table, sample.view, "en")


def page(sample: Sample) -> str:
    context = screen.page(sample.table, sample.view, screen.recent(sample.story), sample.present, "en")
    template = environment("en").get_template(screen.template)
    return template.render(**context, theme=None, csrf="token", place="table:0:host", is_host=True)


@pytest.fixture(params=all_samples)
def sample(request: pytest.FixtureRequest) -> Sample:
    return all_samples[request.param]


def test_a_region_is_one_element_with_its_name_as_id(sample: Sample) -> None:
    """Regions are pushed by id; a second root would be lost."""
    for name, html in (shared(sample) | private(sample)).items():
        assert Reader(html).roots == [name], name


def test_the_page_holds_every_region_once_and_nothing_the_policy_forbids(sample: Sample) -> None:
    """No double ids, no style attribute, no handler: the strict policy would drop them without a word."""
    html = page(sample)
    read = Reader(html.replace("<!doctype html>", ""))
    assert len(read.ids) == len(set(read.ids))
    assert set(shared(sample)) | set(private(sample)) <= set(read.ids)
    assert "style" not in read.attributes
    assert not [name for name in read.attributes if re.match(r"on[a-z]+$|hx-on", name)]
    assert not re.search(r"<script(?![^>]* src=)", html)


def test_shared_regions_speak_of_nobody_as_you(sample: Sample) -> None:
    """They are rendered once for all readers: names only."""
    words = re.sub(r"<[^>]+>", " ", " ".join(shared(sample).values()))
    assert not re.search(r"\byou(r|rs)?\b", words, re.IGNORECASE)


def test_shared_regions_do_not_depend_on_the_reader(sample: Sample) -> None:
    """A seat's view and the public view give the same bytes: nothing of a hand can be in them."""
    if isinstance(sample.view, PrivateView):
        other = Sample(sample.name, sample.table, sample.view.public, sample.story, sample.present)
        assert shared(sample) == shared(other)


def test_regions_hold_no_token(sample: Sample) -> None:
    """The reader's token stands in the page's forms alone."""
    assert "token" not in "".join((shared(sample) | private(sample)).values())


def test_spectators_get_no_hand_and_no_control() -> None:
    """Without a seat there is nothing to press."""
    regions = private(all_samples["watching"])
    assert "tcard" not in regions["hand"]
    assert "<button" not in regions["act"]


def test_a_lock_shows_in_the_cabin_and_nowhere_else() -> None:
    """The selection stays hidden until the reveal (AV-05, AV-104): of the shared regions only the roster changes."""
    before, after = shared(all_samples["select"]), shared(all_samples["locked"])
    assert {name for name in before if before[name] != after[name]} == {"roster"}
    assert "Locked in" in after["roster"]
    assert 'class="cabin is-locked seat-0' in after["roster"]


def test_the_yeti_draws_no_card_when_the_race_is_over() -> None:
    """His cabin in a solo race tells what he does (AV-75), and at the end what everybody else's does."""
    assert "Draws a card" in shared(all_samples["solo"])["roster"]
    assert "Draws a card" not in shared(all_samples["solo-lost"])["roster"]


def test_the_yetis_card_is_in_his_cabin_once_it_is_drawn() -> None:
    """Its symbol and number; of the card after a jump only the number counts (AV-75)."""
    play = SamplePlay(1, (), "told 3").until(phase(Phase.YETI))
    sample = play.sample("solo", 0)
    assert isinstance(sample.view, PrivateView)
    cards = sample.view.public.yeti_cards
    deck = cards_of(standard.hash)
    cabin = shared(sample)["roster"].partition("the-yeti")[2]
    assert f">{deck[cards[0]].symbol.capitalize()} {deck[cards[0]].speed}" in cabin
    assert "Draws a card" not in cabin
    view = replace(sample.view.public, yeti_cards=("d1a", "c3a"))
    assert yeti_does(view, cast_of(sample.table, voice_of("en"))) == "Diamond 1\u00a0+\u00a03"


def test_the_sum_of_the_cards_is_said_in_each_languages_order() -> None:
    told = {
        language: " ".join(re.sub("<[^>]+>", "", gauge_in(language)).split()) for language in ("en", "de")
    }
    assert "13 in total" in told["en"]
    assert "Summe 13" in told["de"]


def gauge_in(language: str) -> str:
    template = environment(language).get_template("avalanche/_gauge.html")
    return template.render(over=False, sign="", total=13, ticks=(), verdict="")


def test_how_many_snowbanks_come_is_not_said_of_the_next_round() -> None:
    """The advance comes at the end of this one."""
    plate = shared(all_samples["select"])["avalanche"]
    assert "next round" not in plate
    assert "snowbank" in plate


def test_the_camera_stands_back_until_somebody_has_moved() -> None:
    """Before the first round, solo before and after the mulligan; no plate, no mark (AV-11, AV-80)."""
    for name, sample in all_samples.items():
        told = shared(sample)
        afar = " data-cam" in told["board"]
        assert afar is (name in {"start", "mulligan"}), name
        assert not afar or ("front-0 next-0 most-0" in told["board"] and " mark" not in told["pieces"])
        assert ('id="standing"' in private(sample)["act"]) is afar


def heard_of(name: str) -> str:
    """The chairlift of a sample as it is heard: its words without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", shared(all_samples[name])["roster"]).split())


def test_the_chairlift_says_where_everybody_is() -> None:
    """One line a skier, the yeti and the avalanche: the picture of the mountain for whoever cannot see it."""
    sample = all_samples["select"]
    view = sample.view.public if isinstance(sample.view, PrivateView) else sample.view
    heard = heard_of("select")
    assert len(re.findall(r", card \d+, space \d+", heard)) == sum(s.at > 0 for s in view.skiers)
    assert "The yeti: card" in heard
    assert f"Avalanche speed {view.avalanche_speed}." in heard
    assert re.search(r"Snowbanks? [\d to]+ (is|are) next", heard) or not view.avalanche_speed
    assert "start line, number 1 from the front" in heard_of("start")
    buried = " ".join(heard_of(name) for name in all_samples)
    assert "buried: card" in buried
    assert "over the line" in buried


def test_each_place_of_the_yeti_names_steps_direction_and_ground() -> None:
    """By ear: how far, uphill or downhill, where, whom he hits (AV-42, AV-45); the drawn route is silent."""
    regions = private(all_samples["yeti"])
    labels = re.findall(r'aria-label="([^"]+)" aria-pressed', regions["aim"])
    assert labels
    for label in labels:
        assert re.match(r"\d+ spaces? (uphill|downhill) to ", label), label
    assert any("uphill" in label for label in labels)
    assert any("downhill" in label for label in labels)
    assert 'id="rstrip" aria-hidden="true"' in regions["act"]
    assert "Arrow keys" in regions["act"]
