"""The text view: a race from the first card to the last by reading headings, labels and tables alone."""

import asyncio
import re
from dataclasses import replace

import pytest

from app.games.avalanche.actions import MoveYeti, Select
from app.games.avalanche.codec import encode_action
from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import forecasts, yeti_choice
from app.games.avalanche.game import Avalanche
from app.games.avalanche.views import PrivateView
from app.tables.model import Acts
from app.tables.settings import TableSettings
from app.web.front.text import Asked
from app.web.games.avalanche.finish.poster import rounds_in
from app.web.games.avalanche.finish.why import why
from app.web.games.avalanche.finish.wording import own_line
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.pieces.ground import Ground
from app.web.games.avalanche.samples.tables import (
    Sample,
    SamplePlay,
    all_racing,
    awaited,
    found,
    fresh_round,
    samples,
)
from app.web.games.avalanche.table.danger import landing
from app.web.games.avalanche.table.forms import parse_action
from app.web.games.avalanche.text.choices import Chooser
from app.web.games.avalanche.text.page import text, text_screen
from app.web.games.avalanche.text.yeti import walks
from app.web.games.avalanche.words.voice import cast_of, voice_of
from app.web.http.request_user import RequestUser
from tests.web.avalanche.reader import Node, Reader, parsed
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio

somebody = RequestUser("session", None, "en", None)
game = Avalanche()
every_sample = {sample.name: sample for sample in samples()}


def drawn(sample: Sample, **asked: object) -> str:
    how = Asked("table:0:host", host=True, **asked)
    return text_screen.page(
        sample.table, sample.view, sample.story, sample.present, reader=somebody, asked=how
    )


@pytest.fixture
def reader(mira: Guest) -> Reader:
    return Reader(mira)


async def sit_down(reader: Reader, way: str) -> None:
    """From the front page to a table of one's own, by its buttons."""
    answer = await reader.guest.get("/")
    page = parsed(answer.text)
    button = next(b for b in page.all("button") if b.get("formaction") == way)
    assert button.text
    await reader.follow(await reader.guest.post(way, name="Mira"))
    await reader.read(reader.address + "/text")
    reader.address += "/text"


async def play(reader: Reader, *, pages: int = 600) -> set[str]:
    """Chooses something at every choice until the race is over. Gives the headings met, without numbers."""
    met: set[str] = set()
    turn = 0
    while turn < pages:
        met.add(re.sub(r"^.*: |\d+", "", reader.heading))
        assert reader.status == 200, reader.refusal
        assert not reader.refusal
        buttons = reader.buttons()
        if "Race again" in [b.text for b in reader.page.all("button")]:
            return met
        if not buttons or "Unlock and choose again" in buttons:
            await asyncio.sleep(0.005)
            await reader.read()
            continue
        turn += 1
        await reader.press(buttons[turn % len(buttons)], check=chosen(reader, turn))
    raise AssertionError(reader.page.text)


def chosen(reader: Reader, turn: int) -> tuple[str, ...]:
    """One option of every group of radio buttons; as many boxes as the button says."""
    labels = reader.labels()
    found: dict[str, list[str]] = {}
    boxes = []
    for label, control in labels.items():
        if control.get("type") == "radio":
            found.setdefault(control.get("name"), []).append(label)
        elif not control.get("name").startswith("jump"):
            boxes.append(label)
    # Two skiers: single cards come first in each list, and never the same one for both.
    pick = turn * 7 if len(found) == 1 else 0
    taken = [options[(pick + place) % len(options)] for place, options in enumerate(found.values())]
    owed = int("".join(c for c in reader.buttons()[0] if c.isdigit()) or 0)
    return tuple(taken + boxes[:owed])


async def test_the_end_is_told_from_the_whole_race(reader: Reader) -> None:
    """The served page knows the events of all rounds: it says what the result that is shared says."""
    await sit_down(reader, "/solo")
    await play(reader)
    shared = parsed((await reader.guest.get(reader.address.removesuffix("/text") + "/share")).text).text
    own = next(n for n in reader.page.all("p") if n.get("id") == "own-end").text
    how = own.split(".")[0].split(", ")[-1]
    # The end speaks to the reader, the shared line speaks of them: "You beat the yeti" there is "beat the yeti" here.
    assert how.removeprefix("You ") in shared


async def test_a_solo_race_is_played_to_its_end_by_reading(reader: Reader) -> None:
    """Every decision of the solo game has its form (AV-70, AV-75, AV-80); the end offers a rematch."""
    await sit_down(reader, "/solo")
    assert reader.heading == "Round 1: your first hand"
    met = await play(reader)
    assert {"your first hand", "choose your speed"} <= met
    assert any(table.all("th")[0].text == "Skier" for table in reader.page.all("table"))


async def test_a_race_against_two_bots_is_played_to_its_end_by_reading(reader: Reader) -> None:
    """Three players, two of them bots, with the yeti moved by whoever is last (AV-42, AV-67)."""
    await sit_down(reader, "/tables")
    await fill(reader, 2)
    met = await play(reader)
    assert {"choose your speed"} <= met
    log = await reader.read(reader.address + "?log=all")
    assert "The mountain is laid out." in log.text
    assert re.match("You win|Nobody|Second|Third|Buried", reader.heading), reader.heading


async def fill(reader: Reader, bots: int) -> None:
    """From the lobby to the start, by its own forms; the lobby's address leads back to the text view."""
    headers = {"referer": f"http://yeti.test{reader.address}"}
    table = reader.address.removesuffix("/text")
    for _ in range(bots):
        data = {"token": reader.guest.token, "level": "snowplough"}
        await reader.follow(await reader.guest.http.post(f"{table}/bots", data=data, headers=headers))
        assert reader.address.endswith("/text")
    data = {"token": reader.guest.token, "confirm": "yes"}
    await reader.follow(await reader.guest.http.post(f"{table}/start", data=data, headers=headers))
    assert reader.address.endswith("/text")


async def test_two_skiers_get_their_own_cards_and_one_refused_pick_keeps_the_other(reader: Reader) -> None:
    """With two players each skier has a play of its own (AV-63); what was chosen survives a refusal."""
    await sit_down(reader, "/tables")
    await fill(reader, 1)
    groups: dict[str, list[str]] = {}
    for label, control in reader.labels().items():
        if control.get("type") == "radio":
            groups.setdefault(control.get("name"), []).append(label)
    assert len(groups) == 2
    first, second = groups.values()
    jump = next(label for label in reader.labels() if "Rocket jump" in label)
    await reader.press("Lock in both", check=(first[0],), uncheck=(jump,))
    assert reader.status == 400
    assert reader.refusal == "Pick a card first."
    kept = [label for label, control in reader.labels().items() if "checked" in control.attributes]
    assert first[0] in kept
    assert jump not in kept
    await reader.press("Lock in both", check=(second[1],))
    assert reader.status == 200
    assert not reader.refusal
    await play(reader)


async def test_an_old_form_is_refused_at_the_top_of_what_is_true_now(reader: Reader) -> None:
    """A page that was left open is told that its round is over, and shows the present one."""
    await sit_down(reader, "/solo")
    old = reader.form("Keep")
    await reader.press("Keep")
    now = reader.heading
    fields = {one.get("name"): one.get("value") for one in old.all("input")} | {"take": "yes"}
    await reader.follow(await reader.guest.http.post(old.get("action"), data=fields))
    assert reader.status == 409
    assert "already revealed" in reader.refusal
    assert reader.heading == now
    alert = next(n for n in reader.page.all("div") if n.get("role") == "alert")
    assert "autofocus" in alert.attributes


async def test_a_seat_given_to_a_bot_is_taken_back_in_the_text_view(reader: Reader) -> None:
    await sit_down(reader, "/tables")
    await fill(reader, 2)
    await reader.press("Let a bot play for me")
    assert reader.address.endswith("/text")
    await reader.read()
    if "a bot plays for you" in reader.heading:
        await reader.press("Take your seat back")
        assert reader.address.endswith("/text")
        assert "a bot plays" not in reader.heading


async def test_the_rematch_is_read_as_text_again(reader: Reader) -> None:
    await sit_down(reader, "/solo")
    before = reader.address
    await play(reader)
    await reader.press("Race again")
    assert reader.address != before
    assert reader.heading == "Round 1: your first hand"


async def test_a_stranger_sees_no_race(reader: Reader, ruben: Guest) -> None:
    await sit_down(reader, "/solo")
    assert (await ruben.get(reader.address)).status_code == 403


# ---------------------------------------------------------------------- what every page keeps to


@pytest.fixture(params=every_sample)
def sample(request: pytest.FixtureRequest) -> Sample:
    return every_sample[request.param]


def test_every_control_has_a_label_and_every_form_its_token_and_its_way_back(sample: Sample) -> None:
    page = parsed(drawn(sample))
    for form in page.all("form"):
        assert form.get("method") == "post"
        names = {one.get("name"): one.get("value") for one in form.all("input")}
        assert names["token"] == somebody.csrf
        if form.get("action").startswith("/t/"):
            assert names["view"] == "text"
    for label in page.all("label"):
        assert label.text
    labelled = {one.get("id") for label in page.all("label") for one in label.all("input")}
    shown = {one.get("id") for one in page.all("input") if one.get("type") in ("radio", "checkbox")}
    assert shown == labelled
    assert all(button.text or button.get("aria-label") for button in page.all("button"))


def test_one_first_heading_unique_ids_and_tables_with_headers(sample: Sample) -> None:
    html = drawn(sample)
    page = parsed(html)
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert len(page.all("h1")) == 1
    for table in page.all("table"):
        assert table.get("aria-labelledby") in ids
        heads = len(table.all("thead")[0].all("th"))
        for row in table.all("tbody")[0].all("tr"):
            assert len(row.all("th")) + len(row.all("td")) == heads
    assert not re.search(r"<[^>]+ style=", html)


def test_the_page_comes_anew_by_itself_only_while_its_reader_waits(sample: Sample) -> None:
    """Never under the hands of somebody who must decide, nor after a refusal, nor when asked not to."""
    context = text(
        sample.table, sample.view, sample.story, sample.present, language="en", asked=Asked("table:0:host")
    )
    refreshes = 'http-equiv="refresh"' in drawn(sample)
    assert refreshes == (not context.turn and context.kind != "over")
    own = sample.view if isinstance(sample.view, PrivateView) else None
    if own and own.seat in own.public.awaited and sample.table.seats[own.seat].acts is Acts.HUMAN:
        assert context.turn
    assert 'http-equiv="refresh"' not in drawn(sample, refused="No.")
    assert 'http-equiv="refresh"' not in drawn(sample, still=True)


def test_every_skier_stands_somewhere_in_the_tables(sample: Sample) -> None:
    context = text(
        sample.table, sample.view, sample.story, sample.present, language="en", asked=Asked("table:0:host")
    )
    view = sample.view.public if isinstance(sample.view, PrivateView) else sample.view
    assert len(context.skiers) == len(view.skiers)
    assert len(context.mountain) == len(view.mountain)
    on_cards = sum(len(card.standing) for card in context.mountain)
    assert on_cards == sum(s.state == "racing" and s.at > 0 for s in view.skiers)


def test_nobody_elses_cards_are_in_the_page() -> None:
    """The page of one seat holds no card of another's hand (AV-05)."""
    play = found(5, (), fresh_round(3))
    mine, theirs = play.sample("a", 0), play.sample("b", 1)
    assert isinstance(mine.view, PrivateView)
    assert isinstance(theirs.view, PrivateView)
    values = set(re.findall(r'value="([^"]+)"', drawn(mine)))
    for card in theirs.view.hand:
        assert card not in values
    for card in mine.view.hand:
        assert card in values


# ---------------------------------------------------------------------- the choices are the rules' own


def options(page: Node) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for form in page.all("form"):
        if form.get("id") == "choice":
            for one in form.all("input"):
                if one.get("type") == "radio":
                    groups.setdefault(one.get("name"), []).append(one.get("value"))
    return list(groups.values())


def test_the_plays_offered_are_the_legal_ones() -> None:
    """One or two cards of one symbol (AV-03), each once, with a wish to jump (AV-28)."""
    play = found(5, (), fresh_round(3))
    legal = [a for a in game.legal_actions(play.state, 0) if isinstance(a, Select)]
    (offered,) = options(parsed(drawn(play.sample("x", 0))))
    deck = cards_of(play.sample("x", None).view.deck_hash)  # type: ignore[union-attr]

    def faces(ids: str) -> tuple[tuple[str, int], ...]:
        return tuple(sorted((deck[card].symbol, deck[card].speed) for card in ids.split()))

    assert sorted(map(faces, offered)) == sorted({faces(" ".join(a.plays[0].cards)) for a in legal})
    for value in offered:
        form = text_screen.fields({"kind": ["select"], "card-0": [value], "jump-0": ["no", "yes"]})
        action = game.decode_action(parse_action(form))
        assert game.is_legal(play.state, 0, action)


def yeti_plays() -> list[tuple[SamplePlay, int]]:
    return [
        (found(5, (), awaited(Phase.YETI, 0, 3)), 0),
        (found(3, (), awaited(Phase.YETI, 1, 6)), 1),
        (found(1, (), awaited(Phase.YETI, 0, 2)), 0),
    ]


@pytest.mark.parametrize("place", range(3))
def test_the_routes_offered_are_legal_and_leave_no_outcome_out(place: int) -> None:
    """A route more by another lane is left out only if it ends there and hits the same skiers (AV-43, AV-50)."""
    play, seat = yeti_plays()[place]
    (offered,) = options(parsed(drawn(play.sample("x", seat))))
    legal = {" ".join(a.route): a for a in game.legal_actions(play.state, seat) if isinstance(a, MoveYeti)}
    assert set(offered) <= set(legal)

    def outcome(route: str) -> object:
        after = game.view(game.apply(play.state, seat, legal[route]).state, None)
        return (after.yeti, after.hit, after.hand_sizes, [(s.at, s.rockets) for s in after.skiers])

    assert {repr(outcome(route)) for route in offered} == {repr(outcome(route)) for route in legal}


def test_what_a_route_hits_is_said() -> None:
    """Every skier on a space he enters, the mover's own too (AV-45)."""
    for number in range(60):
        play = SamplePlay(4, (), f"hits {number}")
        try:
            play.until(awaited(Phase.YETI, 0, 2))
        except LookupError:
            continue
        sample = play.sample("x", 0)
        html = drawn(sample)
        if "Hits you" in html:
            assert "no rocket jump next round" in html
            return
    raise AssertionError("no such position")


def test_a_play_is_one_value_of_all_its_cards() -> None:
    form = {"kind": ["select"], "card-0": ["d3a d4b"], "jump-0": ["no"], "route": ["1.1 1.2"]}
    fields = text_screen.fields(form)
    assert fields["card-0"] == ["d3a", "d4b"]
    assert fields["route"] == ["1.1 1.2"]


def test_encoded_actions_and_forms_agree() -> None:
    """What the form of a yeti's route sends is the action itself."""
    play, seat = yeti_plays()[0]
    sample = play.sample("x", seat)
    assert isinstance(sample.view, PrivateView)
    for walk in walks(yeti_choice(sample.view)):
        parsed_action = parse_action({"kind": ["yeti"], "route": [" ".join(walk.nodes)]})
        assert parsed_action == encode_action(MoveYeti(walk.nodes))


async def test_the_log_leads_to_rulings_that_exist(reader: Reader) -> None:
    """Every ruling named in the log has its place on the page of rulings."""
    await sit_down(reader, "/solo")
    await play(reader)
    page = await reader.read(reader.address + "?log=all")
    links = {a.get("href") for a in page.all("a") if a.get("href").startswith("/rules/avalanche/rulings#")}
    assert links
    rulings = (await reader.guest.http.get("/rules/avalanche/rulings")).text
    for link in links:
        assert f'id="{link.partition("#")[2]}"' in rulings


async def test_rulings_stand_behind_why(reader: Reader) -> None:
    """As in the log of the picture: nobody reads numbers who has not asked for them; it opens without a script."""
    await sit_down(reader, "/solo")
    await play(reader)
    text = (await reader.guest.http.get(reader.address + "?log=all")).text
    behind = re.findall(r'<details class="by">\s*<summary>Why\?</summary>(.*?)</details>', text, re.DOTALL)
    assert behind
    assert sum(one.count('class="ruling"') for one in behind) == text.count('class="ruling"')


# ---------------------------------------------------------------------- clock, chat, news


def told_news(page: Node) -> list[str]:
    """The lines of "What happened", which stand before the choice."""
    found = next(n for n in page.all("div") if n.get("id") == "new-told")
    return [line.text for line in found.all("li") if line.get("data-version")]


async def test_whoever_locks_in_last_reads_the_round_before_the_next_question(reader: Reader) -> None:
    """Cards, total or ride of the own skier stand above the choice after the form, without any script."""
    await sit_down(reader, "/solo")
    await reader.press("Keep")
    first = next(label for label in reader.labels() if "jump" not in label.lower())
    answer = await reader.press("Lock in", check=(first,))
    news = told_news(answer)
    assert any("Cards revealed" in line for line in news), news
    assert any(line.startswith("Mira") for line in news), news
    html = (await reader.guest.http.get(reader.address)).text
    assert 'id="new"' not in html, "a first visit has nothing to compare with"
    ids = [n.get("id") for tag in ("h1", "h2", "form", "section") for n in answer.all(tag)]
    assert "new" in ids


async def test_a_form_leads_back_to_what_is_new(reader: Reader) -> None:
    """The answer to a form names the version that was read, and the part of the page that gets the focus."""
    await sit_down(reader, "/solo")
    form = reader.form("Keep")
    fields = {one.get("name"): one.get("value") for one in form.all("input")} | {"take": "no"}
    seen = fields["seen"]
    answer = await reader.guest.http.post(form.get("action"), data=fields)
    assert answer.headers["location"] == f"{reader.address}?since={seen}#new"
    page = parsed((await reader.guest.http.get(answer.headers["location"])).text)
    heading = next(n for n in page.all("h2") if n.get("id") == "new")
    assert heading.get("tabindex") == "-1"
    for odd in ("", "-1", "x", "9" * 40, "²"):
        assert (await reader.guest.http.get(reader.address, params={"since": odd})).status_code == 200


def test_news_stand_before_the_question_and_hold_no_links(sample: Sample) -> None:
    """In the order of the page: heading, what happened, the choice; the choice is the next stop of the Tab key."""
    html = drawn(sample, since=0)
    assert html.index('id="heading"') < html.index('id="new"') < html.index('id="choice"')
    assert "<a " not in html[html.index('id="new"') : html.index('id="choice"')]


@pytest.mark.parametrize(
    ("left_ms", "words"),
    [
        (600, "1 second"), (9_400, "9 seconds"), (119_000, "119 seconds"), (120_000, "2 minutes"),
        (7_199_000, "119 minutes"), (23 * 3_600_000 + 5, "23 hours"),
    ],
)  # fmt: skip
def test_the_clock_says_in_words_what_is_left_and_what_comes_then(left_ms: int, words: str) -> None:
    """Whoever must choose reads how long they have, also without a script (WCAG 2.2.1)."""
    plain = every_sample["select"]
    table = replace(plain.table, settings=TableSettings(clock=86_400), deadline_at=5_000_000 + left_ms)
    timed = replace(plain, table=table)
    page = parsed(drawn(timed, now=5_000_000))
    clock = next(n for n in page.all("p") if n.get("id") == "clock")
    assert clock.text.startswith("Time for your choice:")
    assert words in clock.text
    assert "a bot chooses for you" in clock.text
    assert 'id="clock"' not in drawn(plain)


def test_a_clock_that_stands_says_so() -> None:
    plain = every_sample["select"]
    table = replace(
        plain.table, settings=TableSettings(clock=60), deadline_at=None, paused_at=4, clock_left=30_000
    )
    assert "the clock stands" in parsed(drawn(replace(plain, table=table))).text


async def test_chat_is_read_and_written_in_the_text_view(reader: Reader) -> None:
    """Lines and reactions stand in order at the page's end; sending leads back to them, without any script."""
    await sit_down(reader, "/solo")
    form = reader.form("Send")
    fields = {one.get("name"): one.get("value") for one in form.all("input")} | {"text": "Hello <all>"}
    answer = await reader.guest.http.post(form.get("action"), data=fields)
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("#chat-heading")
    await reader.press("Hop")
    chat = next(n for n in reader.page.all("ol") if n.get("id") == "chat-told")
    assert [line.text for line in chat.all("li")] == ["Mira: Hello <all>", "Mira: Hop"]


def test_whoever_wins_reads_so_in_the_heading() -> None:
    """The page of each begins with the own result: who has lost reads their place there, and who won below it."""
    play = found(3, (), lambda view: view.winners == (0,))
    won, lost = parsed(drawn(play.sample("w", 0))), parsed(drawn(play.sample("l", 1)))
    assert won.all("h1")[0].text == "You win"
    own = own_line(play.sample("l", 1).view.public, 1, cast_of(play.sample("l", 1).table, voice_of("en")))
    assert lost.all("h1")[0].text in (f"{own.first} {own.second}", own.first.rstrip(","))
    result = "Mira wins the race."
    assert result in won.text
    assert result in lost.text


@pytest.mark.parametrize("name", ["won", "second", "buried", "solo-buried"])
def test_everybody_reads_how_near_it_was_and_why(name: str) -> None:
    """What the finish says in large letters to its reader, and the sentence made from the events, stand in words."""
    sample = every_sample[name]
    assert isinstance(sample.view, PrivateView)
    cast = cast_of(sample.table, voice_of("en"))
    rounds = rounds_in(sample.story, sample.view.public)
    line = own_line(sample.view.public, sample.view.seat, cast, rounds)
    page = parsed(drawn(sample, race=sample.story)).text
    assert f"{line.first} {line.second}" in page
    assert why(rounds, sample.view.seat, cast) in page


@pytest.mark.parametrize(("players", "rounds"), [(1, 2), (1, 4), (3, 3), (4, 2)])
def test_each_choice_says_how_near_the_avalanche_comes_there(players: int, rounds: int) -> None:
    """Nobody is buried by a choice whose words did not warn: the text view says of each landing what the hand says."""
    play = found(players, (), fresh_round(rounds))
    view = game.view(play.state, 0)
    assert isinstance(view, PrivateView)
    ground = Ground(
        layout_of(view.public.deck_hash, view.public.mountain),
        cast_of(play.sample("t", 0).table, voice_of("en")),
    )
    chooser = Chooser(view, ground, {})
    choice = chooser.choice()
    assert choice is not None
    notes = {option.value: option.note for option in choice.groups[0].options}
    told = 0
    for look in forecasts(view):
        if (note := notes.get(" ".join(look.cards))) is None:
            continue
        for jump in (False, True):
            there = landing(view.public, look, jump=jump)
            if there is None:
                continue
            told += 1
            assert ("The avalanche catches you there." in note) or not there.caught()
            assert "#" not in note
            if not there.caught():
                assert f"Safe by {there.safe} snowbank" in note
    assert told
    assert choice.text.startswith(("Safe by", "The avalanche", "Nothing saves"))


def test_a_lock_says_jump_only_where_there_would_be_one() -> None:
    """The wish is there by default (AV-28); what is read is what the card can do (AV-29)."""
    play = found(4, (), all_racing(3))
    start, version = play.state, play.version
    said = set()
    for selection in game.legal_actions(start, 0):
        if not isinstance(selection, Select) or not selection.plays[0].jump:
            continue
        play.state, play.version = start, version
        view = game.view(start, 0)
        assert isinstance(view, PrivateView)
        cards = set(selection.plays[0].cards)
        flies = next(f for f in forecasts(view) if set(f.cards) == cards).jump is None
        play.act(0, selection)
        assert ("with a jump" in parsed(drawn(play.sample("locked", 0))).text) == flies
        said.add(flies)
    assert said == {True, False}


def test_alone_on_the_mountain_nobody_is_in_the_way() -> None:
    """Who races alone reads no warning of faster skiers (AV-75); with others on the mountain it stands there."""
    warned = "Faster skiers move first"
    alone = drawn(found(1, (), lambda view: view.phase is Phase.SELECT).sample("a", 0))
    others = drawn(found(3, (), lambda view: view.phase is Phase.SELECT).sample("o", 0))
    assert warned not in alone
    assert warned in others


def test_the_first_hand_is_asked_about_after_the_goal_and_in_the_words_of_the_table() -> None:
    """The goal of a race alone (AV-77) stands before the question; both buttons are named as on the table (AV-80)."""
    page = parsed(drawn(found(1, (), lambda view: view.phase is Phase.MULLIGAN).sample("m", 0)))
    text = page.text
    assert text.index("Reach the bottom before the yeti.") < text.index("You can swap all four, once.")
    form = next(one for one in page.all("form") if one.get("id") == "choice")
    assert [button.text for button in form.all("button")] == ["Keep", "Swap all four"]


def test_what_is_told_stands_once() -> None:
    """The second heading does not repeat the first, and the speeds stand with their cards alone."""
    play = found(3, (), lambda view: view.phase is Phase.SELECT and view.round == 3)
    page = parsed(drawn(play.sample("s", 0)))
    first = page.all("h1")[0].text.split(": ")[-1].lower()
    assert first not in {heading.text.lower() for heading in page.all("h2")}
    turned = [line.text for line in page.all("li") if line.text.startswith("Cards revealed")]
    assert turned
    assert all(line.startswith("Cards revealed: ") and "revealed: Mira 1" not in line for line in turned)
    assert all(line.count("Mira") == 1 for line in turned), turned
