"""The judge of `tools/patience.py` sees each fault it is for, and nothing in a story told well."""

from typing import Any

import pytest

from tools.stories import Note
from tools.witness import Hearing

start = 1_000_000.0
calm: dict[str, Any] = {
    "version": 7,
    "decision": "3",
    "moving": False,
    "motion": False,
    "cap": "",
    "sun": "",
    "act": "Locked in. Waiting.",
    "kind": "locked",
    "turn": False,
    "where": "Round 1 Friday",
    "sign": "16",
    "gauge": "",
    "result": "",
    "plate": "2",
    "hand": "select locked",
    "cards": "d1a",
    "usable": 0,
    "ghosts": 0,
    "badges": 0,
    "aim": 0,
    "watch": "",
    "missed": "",
    "cabins": ["seat-0|ready|Locked in", "seat-1|ready|Locked in"],
    "title": "Table",
    "icon": False,
}
telling = calm | {
    "moving": True,
    "motion": True,
    "act": "",
    "usable": 4,
    "watch": "Watching round 1 choose now",
}
truth = calm | {
    "version": 8,
    "act": "Your move. Pick a card.",
    "kind": "select",
    "turn": True,
    "where": "Round 2 Friday",
    "sign": "13",
    "usable": 4,
    "title": "(!) Your move · Table",
    "icon": True,
}
said = (
    "Cards revealed: Mira 3, Ruben 5.",
    "Mira skis 3, to card 2.",
    "Ruben is buried.",
    "Everybody draws one card.",
)
beats = [
    {"kind": "reveal", "sentence": said[0], "ms": 800, "version": 8},
    {"kind": "ski", "sentence": said[1], "ms": 400, "version": 8, "skier": 0},
    {"kind": "buried", "sentence": said[2], "ms": 900, "version": 8, "skier": 1},
    {"kind": "draw", "sentence": said[3], "ms": 300, "version": 8},
    {"kind": "round", "sentence": "Round 2", "ms": 0, "version": 8, "round": 2},
]


def note(at: float, kind: str, **what: Any) -> Note:
    return {"t": start + at, "kind": kind, **what}


def told(at: float, text: str) -> list[Note]:
    words = {"text": text, "moving": True, "version": 8}
    return [note(at, "cap", **words), note(at + 1, "say", **words)]


def well() -> list[Note]:
    """A story of 3.2 s without a fault: four beats, then the truth."""
    return [
        note(0, "page", path="/t/ABCDEF", version=7),
        note(10, "shot", shot=calm),
        note(1000, "news", by="socket", version=8, regions=["act"], beats=beats),
        note(1010, "moving", on=True),
        note(1040, "shot", shot=telling),
        *told(1020, said[0]),
        *told(2000, said[1]),
        *told(2600, said[2]),
        note(2700, "shot", shot=telling | {"cabins": ["seat-0|ready|Ski", "seat-1|buried|Buried"]}),
        *told(3600, said[3]),
        note(4200, "moving", on=False),
        *told(4201, "Round 2. Your move."),
        note(4220, "shot", shot=truth),
    ]


def kinds(notes: list[Note]) -> set[str]:
    return {finding.kind for finding in Hearing(notes).findings()}


def test_a_story_told_well_is_blameless() -> None:
    assert kinds(well()) == set()
    assert Hearing(well()).lengths() == pytest.approx([3.19])


def test_a_line_that_tells_two_beats_tells_each_once() -> None:
    """Skiers to whom nothing happens overlap."""
    both = [one for one in well() if one.get("text") not in said[1:3]]
    notes = [*both, *told(2000, f"{said[1]} {said[2]}")]
    assert kinds(notes) == set()
    assert kinds([*notes, *told(2300, said[2])]) == {"told twice"}


def test_what_the_caption_shortens_is_told_by_the_voice() -> None:
    """Several who ski have one short sentence for the eye; what is said of each of them counts once."""
    rest = [one for one in well() if one.get("text") not in said[1:3]]
    words = {"moving": True, "version": 8}
    short = note(2000, "cap", text="Mira and Ruben ski.", **words)
    spoken = note(2001, "say", text=f"{said[1]} {said[2]}", **words)
    assert kinds([*rest, short, spoken]) == set()
    assert "told twice" in kinds([*rest, short, spoken, note(3900, "say", text=said[1], **words)])


def test_a_touch_that_ends_the_story_at_once_is_blameless() -> None:
    notes = [one for one in well() if one["t"] < start + 2600]
    notes += [
        note(2500, "touch", what="d1a", moving=True),
        note(2800, "moving", on=False),
        note(2820, "shot", shot=truth),
    ]
    assert kinds(notes) == set()
    assert Hearing(notes).touches() == pytest.approx([300])


@pytest.mark.parametrize(
    ("kind", "shot"),
    [
        ("early: title", {"title": "(!) Your move · Table"}),
        ("early: icon", {"icon": True}),
        ("early: your move", {"act": "Your move. Pick a card."}),
        ("early: the end", {"act": "The race is over."}),
        ("early: result", {"result": "Mira wins the mountain"}),
        ("early: round number", {"where": "Round 2 Friday"}),
        ("early: limit", {"sign": "13"}),
        ("early: avalanche", {"plate": "4"}),
        ("early: ghost", {"ghosts": 1}),
        ("early: badge", {"badges": 2}),
        ("early: forecast", {"act": "Square 4: you ski 4 spaces to card 7."}),
        ("early: cabin", {"cabins": ["seat-0|ready|Ski", "seat-1|buried|Buried"]}),
        ("hand not usable", {"usable": 0}),
        ("not marked", {"watch": ""}),
    ],
)
def test_what_a_picture_tells_too_early_is_found(kind: str, shot: dict[str, Any]) -> None:
    """Seen in the middle of the story's first beat, or after its stage was laid out."""
    assert kinds([*well(), note(1500, "shot", shot=telling | shot)]) == {kind}


def test_a_story_cut_short_by_the_next_round_is_blameless() -> None:
    """The truth after it is where the next begins, whose first caption is no beat's own."""
    more = [
        {"kind": "reveal", "sentence": "Cards revealed: Mira 1, Ines 1.", "ms": 600, "version": 9},
        {"kind": "total", "sentence": "Total 2, limit 13: nobody crashes.", "ms": 900, "version": 9},
    ]
    begun = [one for one in well() if one["t"] < start + 2600]
    notes = [
        *begun,
        note(2500, "news", by="socket", version=9, regions=["act"], beats=more),
        note(2600, "shot", shot=truth | telling | {"version": 8, "where": "Round 2 Friday", "sign": "13"}),
        note(2601, "log", lines=[*said[:3]]),
        note(2900, "cap", text="Total 1. One card to go.", moving=True, version=8),
        note(3300, "cap", text=more[1]["sentence"], moving=True, version=8),
        note(3300, "say", text=f"{more[0]['sentence']} {more[1]['sentence']}", moving=True, version=8),
        note(4200, "moving", on=False),
        note(4220, "shot", shot=truth | {"version": 9, "where": "Round 3 Friday", "sign": "10"}),
    ]
    for one in notes:
        if one["kind"] in {"cap", "say"} and one["t"] < start + 2600:
            one["version"] = 7  # what the page shows while the story is told
    assert kinds(notes) == set()


def test_what_two_rounds_say_alike_is_told_of_the_round_that_plays() -> None:
    """Rounds whose stories were ended by a touch are over; the same sentence two rounds later is no delay."""
    alike = ("Mira was fastest and crashes.", "Everybody draws one card.")

    def brought(number: int) -> Note:
        story = [
            {"kind": "reveal", "sentence": f"Cards revealed: Mira {number}.", "ms": 600, "version": number},
            {"kind": "crash", "sentence": alike[0], "ms": 600, "version": number},
            {"kind": "draw", "sentence": alike[1], "ms": 600, "version": number},
            {"kind": "round", "sentence": f"Round {number}", "ms": 0, "version": number, "round": number},
        ]
        return note(1000 * number, "news", by="socket", version=number, regions=["act"], beats=story)

    words = {"moving": True, "version": 7}
    last = [note(8500 + 100 * at, "cap", text=text, **words) for at, text in enumerate(alike)]
    heard = Hearing([note(0, "page", path="/t/ABCDEF", version=3), *map(brought, range(4, 9)), *last])
    assert {finding.kind for finding in heard.findings()} == set()


def test_a_sum_told_before_its_cards_are_turned_is_found() -> None:
    shown = [
        note(1050 + 100 * at, "shot", shot=telling | {"gauge": f"{n} in total"})
        for at, n in enumerate((9, 3))
    ]
    assert kinds([*well(), *shown]) == {"early: sum"}


def test_what_is_shown_before_the_story_begins_is_early_too() -> None:
    """The answer to a post brings the panel before the socket brings the story."""
    notes = [
        *well(),
        note(800, "post", path="/t/ABCDEF/actions", status=200, version=8),
        note(820, "shot", shot=calm | {"act": "The race is over."}),
    ]
    assert kinds(notes) == {"early: the end"}


def test_lines_before_their_beat_are_found() -> None:
    """Spoken, in the log and in the panel."""
    assert kinds([*well(), note(1100, "say", text="Your move", moving=True, version=8)]) == {
        "early: said: your move"
    }
    assert kinds([*well(), note(1100, "log", lines=[said[0], said[2]])]) == {"early: log"}
    assert kinds([*well(), note(1500, "shot", shot=telling | {"act": said[2]})]) == {"early: panel"}


def test_a_beat_told_again_is_found() -> None:
    """At once, and when the same story is played once more."""
    assert kinds([*well(), *told(2300, said[1])]) == {"told twice"}
    again = [note(9000, "moving", on=True), *told(9010, said[1]), note(9900, "moving", on=False)]
    assert kinds([*well(), *again]) == {"told twice"}


def test_a_page_loaded_anew_may_say_how_things_stand() -> None:
    """Once, and not as a story."""
    line = {"text": said[2], "version": 8}
    page = note(5000, "page", path="/t/ABCDEF", version=8)
    assert kinds([*well(), page, note(5100, "say", moving=False, **line)]) == set()
    again = [note(5100, "say", moving=False, **line), note(5200, "say", moving=False, **line)]
    assert kinds([*well(), page, *again]) == {"told twice"}
    assert kinds([*well(), page, note(5100, "say", moving=True, **line)]) == {"told twice"}


def test_who_asks_to_watch_it_again_may_hear_it_again() -> None:
    again = [note(8990, "touch", what="watch", moving=False), note(9000, "moving", on=True)]
    again += [*told(9010, said[1]), note(9900, "moving", on=False)]
    assert kinds([*well(), *again]) == set()


def test_refusals_and_touches_without_effect_are_found() -> None:
    refusal = note(5000, "refusal", text="That card is not in your hand.", moving=False, version=8)
    assert kinds([*well(), refusal]) == {"refusal"}
    assert kinds([*well(), note(5000, "post", path="/t/ABCDEF/actions", status=409, version=8)]) == {
        "refused post"
    }
    assert kinds([*well(), note(2100, "touch", what="d1a", moving=True)]) == {
        "slow touch",
        "told after a touch",
    }


def test_a_page_that_does_not_come_to_the_truth_is_found() -> None:
    later = note(3000, "news", by="socket", version=9, regions=["act"], beats=[])
    assert kinds([*well(), later]) == {"not the truth"}


def test_a_page_that_falls_behind_is_found() -> None:
    """Two beats of round 1, told when the cards of round 3 have long been turned."""
    later = [
        {"kind": "reveal", "sentence": "Cards revealed: Mira 1.", "ms": 800, "version": version}
        for version in (9, 10)
    ]
    news = [
        note(
            1200 + 10 * index,
            "news",
            by="socket",
            version=9 + index,
            regions=[],
            beats=[
                {"kind": "round", "sentence": "", "ms": 0, "round": 2 + index, "version": 9 + index},
                beat,
            ],
        )
        for index, beat in enumerate(later)
    ]
    assert "behind" in kinds([*well(), *news])
