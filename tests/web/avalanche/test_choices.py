"""From a control on the page to an action of the rules: what can be chosen is exactly what is legal."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from app.games.avalanche.actions import Discard, Draft, MoveYeti, Mulligan, Select, TakeBack
from app.games.avalanche.codec import decode_action
from app.games.avalanche.events import Phase
from app.games.avalanche.forecast import yeti_choice
from app.games.avalanche.views import PrivateView, PublicView
from app.games.kernel.contract import MalformedAction
from app.web.games.avalanche.pieces.aim import routes
from app.web.games.avalanche.samples.tables import (
    SamplePlay,
    all_racing,
    awaited,
    found,
    fresh_round,
    game,
    locked,
    phase,
)
from app.web.games.avalanche.table.screen import screen

states: dict[str, tuple[int, tuple[str, ...], Callable[[PublicView], bool]]] = {
    "three": (3, (), fresh_round(2)),
    "two": (2, (), all_racing(2)),
    "solo": (1, (), fresh_round(2)),
    "controlled": (4, ("controlled_speed",), fresh_round(3)),
    "yeti": (4, (), awaited(Phase.YETI, 0, 3)),
    "solo yeti": (1, (), phase(Phase.YETI)),
    "discard": (2, (), awaited(Phase.DISCARD, 0)),
    "mulligan": (1, (), phase(Phase.MULLIGAN)),
    "draft": (4, ("drafting",), awaited(Phase.DRAFT, 0)),
}


@pytest.fixture(params=states, scope="module")
def play(request: pytest.FixtureRequest) -> SamplePlay:
    return found(*states[request.param])


def own_view(play: SamplePlay, seat: int = 0) -> PrivateView:
    view = game.view(play.state, seat)
    assert isinstance(view, PrivateView)
    return view


def form_of(action: object) -> dict[str, list[str]]:
    """What the page's controls send for an action."""
    match action:
        case Select():
            form = {"kind": ["select"]}
            for play in action.plays:
                form[f"card-{play.skier}"] = list(play.cards)
                form[f"jump-{play.skier}"] = ["no", "yes"] if play.jump else ["no"]
            return form
        case TakeBack():
            return {"kind": ["take_back"]}
        case MoveYeti():
            return {"kind": ["yeti"], "route": [" ".join(action.route)]}
        case Discard():
            return {"kind": ["discard"], "card": list(reversed(action.cards))}
        case Draft():
            return {"kind": ["draft"], "card": [action.card]}
        case Mulligan():
            return {"kind": ["mulligan"], "take": ["yes" if action.take else "no"]}
    raise AssertionError(action)


def test_every_legal_action_can_be_posted(play: SamplePlay) -> None:
    """The form of a control is read back as the very action."""
    for action in game.legal_actions(play.state, 0):
        assert decode_action(screen.parse_action(form_of(action))) == action


def test_the_hand_knows_what_every_legal_play_leads_to() -> None:
    """Each play of each skier comes with its sentences, and no other does (AV-03, AV-63)."""
    for players, options, done in (states["three"], states["two"], states["controlled"], states["solo"]):
        play = found(players, options, done)
        html = screen.regions_private(play.table(), own_view(play), "en")["hand"]
        shown = re.search(r"data-outlook='([^']*)'", html)
        assert shown
        looks = json.loads(unescape(shown[1]))
        legal = {
            (p.skier, p.cards)
            for a in game.legal_actions(play.state, 0)
            if isinstance(a, Select)
            for p in a.plays
        }
        assert {(look["skier"], tuple(look["cards"])) for look in looks} == legal
        assert all(look.get("on", ".").endswith(".") and look["off"].endswith(".") for look in looks)


@pytest.mark.parametrize(("players", "rounds"), [(3, 2), (3, 5), (5, 4), (1, 1), (1, 2), (1, 4)])
def test_the_list_of_routes_is_what_the_yeti_may_walk(players: int, rounds: int) -> None:
    """Forks, both directions, the ends of his trail, and his exact distance alone (AV-41, AV-48, AV-50, AV-72)."""
    play = found(players, (), phase(Phase.YETI, rounds))
    seat = game.waiting_on(play.state)[0]
    offered = [route for _, route in routes(yeti_choice(own_view(play, seat)))]
    legal = [a.route for a in game.legal_actions(play.state, seat) if isinstance(a, MoveYeti) and a.route]
    assert sorted(offered) == sorted(legal)
    html = screen.regions_private(play.table(), own_view(play, seat), "en")["act"]
    values = {value for value in re.findall(r'<option value="([^"]*)"', html) if value}
    assert values == {" ".join(route) for route in legal}


def test_only_the_mover_gets_nodes_to_press() -> None:
    """The others see the same board without buttons."""
    play = found(4, (), awaited(Phase.YETI, 0, 3))
    mine = screen.regions_private(play.table(), own_view(play, 0), "en")
    others = screen.regions_private(play.table(), own_view(play, 1), "en")
    assert "<button" in mine["aim"]
    assert "<button" not in others["aim"]
    assert "is moving the yeti" in others["act"]


def test_a_locked_selection_can_be_taken_back() -> None:
    """The button is Unlock, and the cards stay visible to their owner (AV-104)."""
    play = locked(found(3, (), fresh_round(2)), 0)
    regions = screen.regions_private(play.table(), own_view(play), "en")
    assert 'value="take_back"' in regions["act"]
    assert "Locked in:" in regions["act"]
    assert " checked disabled" in regions["hand"]


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({}, "bad_form"),
        ({"kind": ["fly"]}, "bad_form"),
        ({"kind": ["select"]}, "bad_form"),
        ({"kind": ["select"], "jump-0": ["no"]}, "no_card"),
        ({"kind": ["select"], "jump-0": ["no"], "jump-1": ["no"], "card-0": ["d1a"]}, "no_card"),
        ({"kind": ["select"], "jump-0": ["no"], "card-0": ["<b>"]}, "bad_form"),
        ({"kind": ["select"], "jump-0": ["no"], "card-0": ["d1a"] * 13}, "bad_form"),
        ({"kind": ["discard"]}, "no_card"),
        ({"kind": ["draft"], "card": [""]}, "no_card"),
        ({"kind": ["yeti"], "route": ["1.1 2.1 <script>"]}, "bad_form"),
        ({"kind": ["yeti"], "route": ["1.1 " * 25]}, "bad_form"),
    ],
)
def test_what_no_control_sends_is_malformed(form: dict[str, list[str]], reason: str) -> None:
    """Malformed is told apart from illegal, and nothing chosen has a reason of its own."""
    with pytest.raises(MalformedAction) as error:
        screen.parse_action(form)
    assert error.value.reason == reason


def test_every_refusal_of_the_rules_has_a_sentence() -> None:
    """Whatever reason the rules give, the reader gets words and no code."""
    rules = Path(__file__).parents[3] / "app/games/avalanche"
    reasons = set()
    for file in ("legal.py", "selection.py", "yeti.py"):
        text = (rules / file).read_text()
        reasons |= set(re.findall(r'IllegalAction\(\s*"(\w+)"', text)) | set(
            re.findall(r'reason = "(\w+)"', text)
        )
    assert len(reasons) > 10
    table = found(3, (), fresh_round(1)).table()
    for reason in reasons | {"not_your_draft_turn"}:
        params = {
            "who": (1,),
            "reach": 4,
            "owed": 2,
            "skier": 0,
            "skiers": [0],
            "card": "d1a",
            "phase": "yeti",
        }
        sentence = screen.refusal(reason, params, table, "en")
        assert sentence, reason
        assert "%(" not in sentence
    assert screen.refusal("something else", {}, table, "en") is None
    assert (
        screen.refusal("yeti_too_far", {"reach": 4}, table, "en")
        == "Too far: the yeti may walk 4 spaces at most."
    )
    assert screen.refusal("not_your_decision", {"who": (1,)}, table, "en") == "Ruben decides now."


def test_a_lock_says_jump_only_where_there_would_be_one() -> None:
    """The wish is there by default (AV-28); what is said is what the card can do (AV-29)."""
    from app.games.avalanche.actions import Select
    from app.games.avalanche.forecast import forecasts
    from app.web.games.avalanche.samples.tables import all_racing, found, game
    from app.web.games.avalanche.table.screen import screen

    play = found(4, (), all_racing(3))
    start, version = play.state, play.version
    said = set()
    for selection in game.legal_actions(start, 0):
        if not isinstance(selection, Select) or not selection.plays[0].jump:
            continue
        play.state, play.version = start, version
        cards = set(selection.plays[0].cards)
        view = game.view(start, 0)
        flies = next(f for f in forecasts(view) if set(f.cards) == cards).jump is None
        play.act(0, selection)
        html = screen.act_region(play.table(), game.view(play.state, 0), "en")
        assert (", jump" in html) == flies
        said.add(flies)
    assert said == {True, False}
