"""The use cases on a bench: everything around them is a fake in our hands."""

from dataclasses import dataclass, field
from typing import Any

from app.players.model import Player
from app.settings import Settings
from app.tables.model import Answer, Table
from app.tables.play.due_worker import DueWorker
from app.tables.ports import TableRepository
from app.tables.service import TableService
from tests.fakes import FakeBus, FakeClock, FakePresence, Numbers

mira, otto, ines, paul, ruth, dora = (
    Player(str(number) * 32, name)
    for number, name in enumerate(("Mira", "Otto", "Ines", "Paul", "Ruth", "Dora"), start=1)
)
everybody = (mira, otto, ines, paul, ruth, dora)


@dataclass
class Bench:
    repository: TableRepository
    clock: FakeClock = field(default_factory=FakeClock)
    bus: FakeBus = field(default_factory=FakeBus)
    presence: FakePresence = field(default_factory=FakePresence)
    settings: Settings = field(default_factory=lambda: Settings(bot_delay_ms=700, absence_ms=60_000))

    def __post_init__(self) -> None:
        self.tables = TableService(
            self.repository, self.bus, self.presence, {"numbers": Numbers()}, self.settings, clock=self.clock
        )
        self.worker = DueWorker(self.tables)

    async def lobby(self, *people: Player, bots: int = 0) -> Table:
        """A lobby with these people, the first as host, and bots behind them."""
        table = await self.tables.open(people[0].id, "numbers")
        for person in people[1:]:
            table = await self.tables.join(table.code, person.id)
        for _ in range(bots):
            table = await self.tables.add_bot(table.code, people[0].id, "low")
        return table

    async def game(self, *people: Player, bots: int = 0) -> Table:
        """The same, started."""
        table = await self.lobby(*people, bots=bots)
        return await self.tables.start(table.code, people[0].id, even_unready=True)

    async def pick(
        self, table: Table, who: Player, number: Any, decision: int = 1, key: str | None = None
    ) -> Answer:
        return await self.tables.act(
            table.code, who.id, decision=decision, key=key, action={"type": "pick", "number": number}
        )

    async def bots_move(self) -> int:
        """Time passes until every bot that owes something has decided."""
        done = 0
        for _ in range(20):
            self.clock.pass_ms(700)
            moved = await self.worker.run_due(self.clock())
            if not moved and await self.repository.next_due() is None:
                break
            done += moved
        return done

    async def finished(self, *people: Player, bots: int = 0) -> Table:
        """A game of these people that is over."""
        table = await self.game(*people, bots=bots)
        for decision in (1, 2):
            await self.bots_move()
            for person in people:
                await self.pick(table, person, 2, decision)
        return (await self.tables.snapshot(table.id)).table

    async def state(self, table: Table) -> Any:
        return (await self.tables.snapshot(table.id)).state
