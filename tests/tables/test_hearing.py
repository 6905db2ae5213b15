"""Who hears what of a log: public events all, private ones their seats, each at its place."""

from app.games.kernel.contract import PrivateEvent
from app.tables.play.hearing import TableStory
from app.tables.ports import LogEntry
from tests.fake_whispers import Noted, Whispers
from tests.fakes import Locked

whispers = Whispers()


def entry(version: int, events: list[object], private: list[PrivateEvent]) -> LogEntry:
    return LogEntry(
        number=version, version=version, decision=1, seat=0, actor="human", key=None, action=None, answer=None,
        events=tuple(whispers.encode_event(event) for event in events), at=version,
        private=tuple(
            PrivateEvent(whispers.encode_event(one.event), one.seats, one.after, one.opens) for one in private
        ),
    )  # fmt: skip


first, last, shut = Noted(0, 1, "first"), Noted(0, 2, "last"), Noted(1, 1, "shut")
log = [
    entry(
        4,
        [Locked(0), Locked(1)],
        [
            PrivateEvent(first, (0, 1), after=0, opens=True),
            PrivateEvent(shut, (1,), after=1),
            PrivateEvent(last, (0, 2), after=2, opens=True),
        ],
    ),
    entry(5, [], [PrivateEvent(shut, (1,))]),
]


def heard(story: TableStory, seat: int | None) -> list[tuple[int, tuple[object, ...]]]:
    return [(part.version, part.events) for part in story.told_to(seat)]


def test_each_hears_their_own_at_its_place() -> None:
    """Before, between and after the public events; a version without a word for the listener is none."""
    story = TableStory.of(whispers, log, over=False)
    assert heard(story, None) == heard(story, 3) == [(4, (Locked(0), Locked(1)))]
    assert heard(story, 0) == [(4, (first, Locked(0), Locked(1), last))]
    assert heard(story, 1) == [(4, (first, Locked(0), shut, Locked(1))), (5, (shut,))]
    assert [part.events for part in story.heard_by(1)] == [(first, shut), (shut,)]
    assert not story.heard_by(None)


def test_what_opens_is_everybodys_after_the_end() -> None:
    """At its place, and what does not open stays at its own."""
    story = TableStory.of(whispers, log, over=True)
    assert heard(story, None) == [(4, (first, Locked(0), Locked(1), last))]
    assert heard(story, 1) == [(4, (first, Locked(0), shut, Locked(1), last)), (5, (shut,))]
    assert [part.events for part in story.heard_by(0)] == []


def test_a_stretch_is_cut_for_all_alike() -> None:
    story = TableStory.of(whispers, log, over=False)
    assert heard(story.between(5, 9), 1) == [(5, (shut,))]
    assert heard(story.between(5, 9), None) == []
