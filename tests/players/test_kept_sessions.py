"""Whose session a token is may be a few seconds old for a move in a game, and for nothing else."""

import asyncio

import pytest

from app.players.guests import GuestService
from app.players.kept_sessions import KeptSessions
from app.players.model import Player
from tests.fakes import FakeClock

pytestmark = pytest.mark.anyio


class Book:
    """One person; counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.player: Player | None = Player("p" * 32, "Mira", 0)

    async def player_of(self, _hash: str, _seen_at: int, _every: int) -> Player | None:
        self.asked += 1
        return self.player

    async def rename(self, player_id: str, name: str) -> Player:
        self.player = Player(player_id, name, 0)
        return self.player

    async def end(self, _player: str, _sign: str | None, *, but: str | None = None) -> list[str]:
        assert but is None
        self.player = None
        return ["h"]


async def test_an_answer_is_believed_for_a_few_seconds() -> None:
    clock, book = FakeClock(), Book()
    guests = GuestService(book, clock, keep_ms=5000)  # type: ignore[arg-type]  # as much of one as is asked
    for _ in range(3):
        assert await guests.recent_player_of("h") is not None
    assert book.asked == 1
    clock.pass_ms(5000)
    book.player = None
    assert await guests.recent_player_of("h") is None
    assert await guests.recent_player_of("h") is None
    assert book.asked == 3, "that nobody is behind a token is not remembered"


async def test_everything_else_asks_the_database() -> None:
    book = Book()
    guests = GuestService(book, FakeClock(), keep_ms=5000)  # type: ignore[arg-type]  # as above
    await guests.recent_player_of("h")
    book.player = None
    assert await guests.player_of("h") is None
    assert await guests.recent_player_of("h") is None, "and what it says counts for moves, too"


async def test_what_happens_here_counts_at_once() -> None:
    """A new name, and being signed out."""
    guests = GuestService(Book(), FakeClock(), keep_ms=5000)  # type: ignore[arg-type]  # as above
    mira = await guests.recent_player_of("h")
    assert mira is not None
    await guests.rename(mira.id, "Otto")
    again = await guests.recent_player_of("h")
    assert again is not None
    assert again.name == "Otto"
    await guests.sign_out(mira.id, "s" * 16)
    assert await guests.recent_player_of("h") is None


async def test_an_answer_on_its_way_while_somebody_signs_out_is_not_remembered() -> None:
    """It was true when the database was asked; a move after the sign-out asks again."""
    asked, may_answer = asyncio.Event(), asyncio.Event()

    class SlowBook(Book):
        async def player_of(self, _hash: str, _seen_at: int, _every: int) -> Player | None:
            found = self.player
            asked.set()
            await may_answer.wait()
            return found

    guests = GuestService(SlowBook(), FakeClock(), keep_ms=5000)  # type: ignore[arg-type]  # as above
    early = asyncio.create_task(guests.player_of("h"))
    await asked.wait()
    await guests.sign_out("p" * 32, "s" * 16)
    may_answer.set()
    assert await early is not None
    assert await guests.recent_player_of("h") is None


def test_no_more_are_kept_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.players.kept_sessions.most_sessions", 2)
    kept = KeptSessions(FakeClock(), 5000)
    for name in ("a", "b", "c"):
        kept.put(name, Player(name, name, 0), asked_at=0)
    assert [kept.get(name) is not None for name in ("a", "b", "c")] == [False, True, True]
