"""A bench whose server can reach people, and processes that all call: for tests of notices."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import func, select

from app.notices.dispatcher import NoticeDispatcher
from app.notices.model import Browser, DeliveryResult, TurnNotice
from app.players.addresses import Letter, confirm_ms
from app.players.browsers import PushSubscription
from app.players.guests import hash_of
from app.players.model import Player
from app.settings import Settings
from app.storage import schema
from app.storage.channel_repository import SqlAddressRepository, SqlBrowserRepository
from app.storage.engine import Database
from app.storage.notice_store import SqlNoticeStore
from app.storage.table_repository import SqlTableRepository
from app.tables.model import Table
from tests.benches import Bench

after_ms = 60_000
by_days = 24 * 3600


@dataclass
class Ways:
    """A push service and a mail server that keep what they get. `fate`: what becomes of the next ones."""

    pushed: list[tuple[str, TurnNotice]] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    fate: DeliveryResult = DeliveryResult.SENT
    said: list[TurnNotice] = field(default_factory=list)

    def push(self, _language: str, call: TurnNotice) -> tuple[str, str]:
        self.said.append(call)
        return "title", "text"

    def letter(self, language: str, to: str, calls: Sequence[tuple[TurnNotice, str]], stop: str) -> Letter:
        return Letter(to, language, "\n".join(link for _, link in calls), stop)

    async def send(self, *args: object, **_about: object) -> DeliveryResult:
        if isinstance(args[0], Browser):
            self.pushed.append((args[0].endpoint, self.said[-1]))
        else:
            assert isinstance(args[0], Letter)
            self.letters.append(args[0])
        return self.fate


class Scene:
    """A bench whose server can reach people, and two processes that both call."""

    def __init__(self, database: Database) -> None:
        settings = Settings(smtp_url="smtp://x", base_url="https://y.example", notice_ms=after_ms)
        self.bench = Bench(SqlTableRepository(database), settings=settings)
        self.database = database
        self.store = SqlNoticeStore(database)
        self.ways = Ways()
        self.callers = [self.caller(), self.caller()]

    def caller(self) -> NoticeDispatcher:
        executor, presence = self.bench.tables.executor, self.bench.presence
        return NoticeDispatcher(
            executor,
            presence,
            self.store,
            self.ways,
            push=self.ways,
            mail=self.ways,
            base_url="https://y.example",
            after_ms=after_ms,
        )

    def now(self) -> int:
        return self.bench.clock()

    def goes(self, *people: Player) -> None:
        for person in people:
            self.bench.presence.gone[person.id] = self.now()

    async def subscribes(self, person: Player, name: str = "a") -> str:
        """A browser of the person that takes push; its endpoint."""
        token = (person.name + name).ljust(43, "x")
        values = {"token_hash": hash_of(token), "player": person.id, "created_at": 0, "seen_at": 0}
        async with self.database.write() as connection:
            await connection.execute(schema.sessions.insert().values(values))
        endpoint = f"https://push.example/{person.name}/{name}"
        subscription = PushSubscription(endpoint, "p", "a")
        assert await SqlBrowserRepository(self.database).put(hash_of(token), subscription, "en", self.now())
        return endpoint

    async def confirms(self, person: Player, language: str = "en") -> str:
        """An address of the person that has said yes."""
        rows, address = SqlAddressRepository(self.database), f"{person.name.lower()}@example.org"
        token = hash_of(address)
        await rows.put(
            person.id, address, language, token_hash=token, expires_at=self.now() + confirm_ms, now=self.now()
        )
        assert await rows.confirm(token, self.now()) == address
        return address

    async def pass_ms(self, ms: int) -> None:
        """Time passes, and every process looks and delivers at the same moment."""
        self.bench.clock.pass_ms(ms)
        await asyncio.gather(*(caller.look(self.now()) for caller in self.callers))
        await asyncio.gather(*(caller.deliver(self.now()) for caller in self.callers))

    async def table(self, *people: Player, clock: int = by_days) -> Table:
        lobby = await self.bench.lobby(*people)
        await self.bench.tables.hosting.set_setting(lobby.code, people[0].id, "clock", clock)
        return await self.bench.tables.start(lobby.code, people[0].id, even_unready=True)

    async def count(self, table: object) -> int:
        async with self.database.read() as connection:
            number: int = await connection.scalar(select(func.count()).select_from(table))  # type: ignore[arg-type]
        return number
