"""People who play a race in real browsers: they look at the page, click what they see, and take their time.

Nothing here knows how the page works inside: a person sees cards, buttons and the story, and hits them with the mouse
or by key. What they met is noted by `witness.js`.
"""

import asyncio
import re
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.async_api import BrowserContext, Error, Page

from tools.stories import Note
from tools.witness import Finding

tempo = {"quick": 0.3, "medium": 3.0, "patient": 15.0}
"""Seconds until an answer, by the kind of person."""

looks_every_s = 0.08
gives_up_s = 60.0
"""A person to whom the page offers nothing for so long, and shows nothing new, is stuck."""
lingers_s = 10.0
press_ms = 90
endless = 10**9
after_end_s = 4.0

hide = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  Object.defineProperty(document, "visibilityState", { value: hidden ? "hidden" : "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@dataclass(slots=True)
class Person:
    """`pages`: one tab, or two of the same person. `pace`: seconds until an answer. `tricks`: what else they do:
    "hide" a tab for a round, "watch" what was missed, "reload" in a story, "drop" the line, "linger" at each new heat,
    "silent": never touches anything while a story plays. `leaves_after`: so many answers;
    `leaves_heat`: or once this heat has been looked at and answered.
    """

    name: str
    context: BrowserContext
    pages: list[Page]
    pace: float
    seed: str
    tricks: frozenset[str] = frozenset()
    leaves_after: int = endless
    leaves_heat: int = endless
    findings: list[Finding] = field(default_factory=list)
    notes: list[list[Note]] = field(default_factory=lambda: [[], []])
    answers: int = 0
    last_heat: int = 0
    heats: dict[tuple[str, str], float] = field(default_factory=dict)

    @property
    def page(self) -> Page:
        """The tab in hand: who has two uses them in turn."""
        return self.pages[self.answers % len(self.pages)]

    @property
    def enough(self) -> bool:
        return self.answers >= self.leaves_after or self.last_heat >= self.leaves_heat

    def lots(self, seen: Note, what: str) -> Random:
        """The dice for this of a decision: the same choices are made whether a story is still told or not."""
        return Random(f"{self.seed} {self.name} {seen['handDecision'] or seen['decision']} {what}")

    def found(self, kind: str, text: str) -> None:
        self.findings.append(Finding(kind, time.time() * 1000, text))

    async def drain(self) -> None:
        for index, page in enumerate(self.pages):
            try:
                self.notes[index] += await page.evaluate("window.witness ? witness.drain() : []")
            except Error:  # on its way to another page, which brings the notes along
                await asyncio.sleep(0.1)

    async def look(self, page: Page) -> Note | None:
        try:
            found: Note | None = await page.evaluate("window.witness?.look() ?? null")
        except Error:  # on its way to another page
            return None
        return found

    async def race(self) -> None:
        """Until the race is over, or nothing has been offered for a while."""
        quiet_since = time.monotonic()
        offered, since, version = "", 0.0, -1
        while time.monotonic() - quiet_since < gives_up_s + self.pace:
            await asyncio.sleep(looks_every_s)
            page = self.page
            seen = await self.look(page)
            if seen is None:
                continue
            if (seen["over"] and not seen["moving"]) or self.enough:
                await asyncio.sleep(after_end_s)
                await self.drain()
                return
            if seen["version"] != version:
                version, quiet_since = seen["version"], time.monotonic()
            offer = self.offer(seen)
            if not offer:
                offered = ""
                continue
            if offer != offered:
                offered, since = offer, time.monotonic()
            if time.monotonic() - since < self.patience(seen):
                continue
            await self.act(page, seen, offer.split()[0])
            self.answers += 1
            self.last_heat = int(seen["heat"] or 1)
            offered = ""
            await self.drain()
        await self.drain()
        self.found("stuck", f"{self.name} was offered nothing for {gives_up_s:.0f} s: {seen}")

    def patience(self, seen: Note) -> float:
        """How long they wait before this answer."""
        if "linger" in self.tricks:
            heat = (self.page.url, seen["heat"])
            if heat not in self.heats and seen["moving"]:
                return float("inf")  # how a new heat begins is looked at in full
            if time.monotonic() - self.heats.setdefault(heat, time.monotonic()) < min(
                lingers_s, 20 * self.pace
            ):
                return float("inf")
        return self.pace

    def offer(self, seen: Note) -> str:
        """What the page lets them do, by what they see: "hand ...", "act ...", "skip ..." or nothing."""
        free = [card for card in seen["cards"] if card["at"]]
        silent = seen["moving"] and "silent" in self.tricks
        if silent:
            return ""
        if seen["hand"] in ("select", "discard") and not seen["locked"] and free:
            return f"hand {seen['handDecision']}"
        if (
            seen["turn"]
            and seen["ours"]
            and seen["go"]["at"]
            and seen["kind"] in ("yeti", "draft", "mulligan")
        ):
            return f"act {seen['kind']} {seen['decision']}"
        if seen["moving"] and seen["skip"] and self.pace <= tempo["quick"] and "linger" not in self.tricks:
            return "skip"
        if not seen["moving"] and seen["watch"] and "watch" in self.tricks:
            return "watch"
        return ""

    async def act(self, page: Page, seen: Note, what: str) -> None:
        await self.tease(page, seen)
        if what == "skip":
            await self.cut_short(page, seen)
        elif what == "watch":
            await hit(page, seen["watch"])
        elif what == "hand" and seen["moving"]:
            await self.touch_in_story(page, seen)
        elif what == "hand":
            await self.choose(page, seen)
        else:
            await self.answer(page, seen)

    async def tease(self, page: Page, seen: Note) -> None:
        """Now and then something people do with a browser."""
        dice = self.lots(seen, "tease")
        lot = dice.random()
        if "reload" in self.tricks and seen["moving"] and lot < 0.3:
            await self.drain()
            await page.reload()
        elif "hide" in self.tricks and lot < 0.3:
            await page.evaluate(hide, True)
            asyncio.get_running_loop().call_later(4, lambda: asyncio.ensure_future(self.come_back(page)))
        elif "drop" in self.tricks and lot < 0.2:
            await self.context.set_offline(True)
            await asyncio.sleep(1 + 4 * dice.random())
            await self.context.set_offline(False)

    async def come_back(self, page: Page) -> None:
        try:
            await page.evaluate(hide, False)
        except Error:
            return

    async def cut_short(self, page: Page, seen: Note) -> None:
        """Skip by button or key."""
        way = self.lots(seen, "skip").choice(("click", "s", "Escape"))
        if way == "click":
            await hit(page, seen["skip"])
        else:
            await page.keyboard.press(way)
        await self.still(page)

    async def touch_in_story(self, page: Page, seen: Note) -> None:
        """The first touch of a card ends the story, and the card is chosen."""
        dice = self.lots(seen, "card 0")
        index = dice.randrange(len(seen["cards"]))
        card = seen["cards"][index]
        if dice.random() < 0.3 and index < 8:
            await page.keyboard.press(str(index + 1))
        elif card["at"]:
            await hit(page, card["at"])
        await self.still(page)
        end = time.monotonic() + gives_up_s
        same = ("select", seen["handDecision"])
        while (now := await self.look(page)) and (now["hand"], now["handDecision"]) == same:
            chosen = [one["id"] for one in now["cards"] if one["checked"]]
            if card["id"] in chosen:
                break
            if time.monotonic() > end:
                self.found("touch lost", f"{card['id']} was touched in the story, chosen is {chosen}")
                return
            await asyncio.sleep(0.05)
        if now:
            await self.choose(page, now)

    async def still(self, page: Page, within_s: float = gives_up_s) -> None:
        """Until nothing moves any more; the witness says how long it took."""
        end = time.monotonic() + within_s
        while time.monotonic() < end:
            seen = await self.look(page)
            if seen and not seen["moving"]:
                await asyncio.sleep(0.05)
                return
            await asyncio.sleep(0.03)

    async def choose(self, page: Page, seen: Note) -> None:
        """A card for each skier, or the cards to be discarded; then the button."""
        owed = max(1, seen["go"]["owed"] or len([slot for slot in seen["slots"] if slot]))
        for turn in range(owed):
            now = await self.look(page)
            if not now or now["locked"]:
                return
            have = [card for card in now["cards"] if card["checked"]]
            if len(have) > turn:
                continue
            if len(now["slots"]) > turn and now["slots"][turn]:
                await hit(page, now["slots"][turn])
            free = [card for card in now["cards"] if card["at"] and not card["checked"]]
            if not free:
                return
            await hit(page, free[self.lots(seen, f"card {turn}").randrange(len(free))]["at"])
            await asyncio.sleep(0.05)
        now = await self.look(page)
        if now and now["jump"] and self.lots(seen, "jump").random() < 0.4:
            await hit(page, now["jump"])
        await asyncio.sleep(min(self.pace, 0.3))
        await self.send(page)

    async def answer(self, page: Page, seen: Note) -> None:
        """The yeti's way, a card of the display, or the mulligan; then the button."""
        dice = self.lots(seen, "answer")
        if seen["kind"] == "yeti" and seen["aim"] and dice.random() < 0.8:
            await hit(page, dice.choice(seen["aim"]))
        if seen["kind"] == "draft" and seen["display"]:
            await hit(page, dice.choice(seen["display"]))
        await asyncio.sleep(0.05)
        await self.send(page)

    async def send(self, page: Page) -> None:
        """Presses the main button and waits until the page has an answer."""
        now = await self.look(page)
        if not now or not now["go"]["at"] or now["go"]["off"] or re.match(r"Unlock|Again", now["go"]["text"]):
            return
        await hit(page, now["go"]["at"])
        before = (now["decision"], now["kind"], now["version"])
        end = time.monotonic() + gives_up_s
        while time.monotonic() < end:
            await asyncio.sleep(0.04)
            seen = await self.look(page)
            if seen is None or seen["refusal"] or (seen["decision"], seen["kind"], seen["version"]) != before:
                return
            if seen["moving"] != now["moving"]:
                return
        self.found("no answer", f"{now['go']['text']} in {now['kind']} was answered by nothing")


async def hit(page: Page, at: tuple[float, float]) -> None:
    """A press as long as a finger's: what the page does at its beginning must not take its end away."""
    await page.mouse.click(*at, delay=press_ms)


def watched(page: Page, faults: list[Finding]) -> None:
    """Script errors and what the console calls an error; a refused post is noted by the witness."""

    def wrong(kind: str, text: str) -> None:
        faults.append(Finding(kind, time.time() * 1000, text.splitlines()[0][:200] if text else ""))

    def heard(message: Any) -> None:
        meant = re.search(
            r"responded with a status of 4|ERR_INTERNET_DISCONNECTED|WebSocket conn", message.text
        )
        if message.type == "error" and not meant:
            wrong("console error", message.text)

    page.on("pageerror", lambda error: wrong("script error", str(error)))
    page.on("console", heard)
