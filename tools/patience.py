"""`python -m tools.patience --races 20 --seed 7`: whole races played through the page by people quick and slow.

Prints a line a race and what was wrong in it, in words; exit 1 if anything was. Of each race the notes are kept in
`screens/patience/`. `--only NAME` plays the plans whose name begins so, `--at-once N` so many at a time, `--address`
a server that runs already. What is wrong is judged in `witness.py`, from the page alone.
"""

import argparse
import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright, expect

from tools.persons import Person, endless, tempo, watched
from tools.seeded import header
from tools.serving import chromium, chromium_flags, root, serving
from tools.stories import by_table, script
from tools.witness import Finding, Hearing

folder = root / "screens" / "patience"
longest_s = 900


@dataclass(frozen=True, slots=True)
class Plan:
    """A race to be played. `people`: a pace for each person; `speed`: the wish for the story, times are scaled by it;
    `tabs`: how many tabs the first person uses in turn; `answers`: the race is left after so many, 0 = never;
    `heats`: or once so many have begun and been looked at.
    """

    name: str
    people: tuple[str, ...] = ("quick",)
    bots: int = 3
    options: tuple[str, ...] = ()
    tricks: frozenset[str] = frozenset()
    speed: float = 1
    tabs: int = 1
    still: bool = False
    phone: bool = False
    again: bool = False
    answers: int = 0
    heats: int = 9


everything = ("controlled_speed", "drafting", "racing")
plans = (
    Plan("heats", options=everything, tricks=frozenset({"linger"})),
    Plan("four"),
    Plan("solo", bots=0, phone=True),
    Plan("two", ("quick", "quick"), 0),
    Plan("last", bots=4, options=("last_skier_wins",)),
    Plan("draft", bots=2, options=("drafting",), phone=True),
    Plan("controlled", bots=2, options=("controlled_speed",)),
    Plan("tabs", tabs=2, phone=True),
    Plan("still", still=True, options=("drafting",)),
    Plan("hidden", tricks=frozenset({"hide", "watch"})),
    Plan("reload", tricks=frozenset({"reload"})),
    Plan("dropped", tricks=frozenset({"drop"})),
    Plan("solo again", bots=0, again=True),
    Plan("medium", ("medium",)),
    Plan("medium solo", ("medium",), 0),
    Plan("medium two", ("medium", "quick"), 0, phone=True),
    Plan("half time", ("patient",), speed=0.5, tricks=frozenset({"silent"})),
    Plan("patient solo", ("patient",), 0),
    Plan("three people", ("quick", "medium", "quick"), 1, ("last_skier_wins", "controlled_speed")),
    Plan("everything", ("quick", "quick"), 1, (*everything, "last_skier_wins"), frozenset({"linger"})),
    Plan("patient heats", ("patient",), 3, everything, speed=0.5),
    Plan("patient", ("patient",)),
)


@dataclass(slots=True)
class Report:
    plan: Plan
    address: str = ""
    seconds: float = 0
    answers: int = 0
    findings: list[Finding] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    touches: list[float] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The race in one line, and below it each kind of fault once, with its first case."""
        story = f"{statistics.median(self.lengths):4.1f} s" if self.lengths else "   -  "
        touch = f"{max(self.touches):4.0f} ms" if self.touches else "    -  "
        kinds = Counter(finding.kind for finding in self.findings)
        told = f"{self.plan.name:14} {self.seconds:4.0f} s {self.answers:4} answers, story {story}, touch {touch}"
        yield f"{'ok ' if not kinds else 'BAD'} {told}"
        for kind, count in kinds.most_common():
            first = next(finding for finding in self.findings if finding.kind == kind)
            yield f"      {count:3} x {kind}: {first.text[: 400 if kind == 'stopped' else 170]}"


class Evening:
    """One browser, one server, races one after the other or side by side."""

    def __init__(self, browser: Browser, address: str, seed: int) -> None:
        self.browser, self.address, self.seed = browser, address, seed

    async def play(self, plan: Plan, number: int) -> Report:
        """One race with all of its people, to its end."""
        report, begun = Report(plan), time.monotonic()
        seed = f"{self.seed} {number} {plan.name}"
        people: list[Person] = []
        try:
            async with asyncio.timeout(longest_s):
                for index, pace in enumerate(plan.people):
                    people.append(await self.arrive(plan, index, pace, seed, report.findings))
                report.address = await self.gather(plan, people)
                await together(people)
                if plan.again:
                    await self.once_more(people[0])
        except Exception:  # noqa: BLE001 - whatever stops a race is what this looks for
            told = " ".join(traceback.format_exc().split())
            report.findings.append(Finding("stopped", time.time() * 1000, told[-400:]))
        report.seconds = time.monotonic() - begun
        report.answers = sum(person.answers for person in people)
        kept = []
        for person in people:
            report.findings += person.findings
            for notes in person.notes:
                for part in by_table(notes):
                    heard = Hearing(part)
                    report.findings += heard.findings()
                    report.lengths += heard.lengths()
                    report.touches += heard.touches()
                    kept.append({"name": person.name, "notes": part})
            await person.context.close()
        report.findings.sort(key=lambda finding: finding.t)
        keep(report, number, kept)
        return report

    async def arrive(self, plan: Plan, index: int, pace: str, seed: str, faults: list[Finding]) -> Person:
        context = await self.browser.new_context(
            base_url=self.address,
            extra_http_headers={header: f"{self.seed} {plan.name}"},
            locale="en-GB",
            viewport={"width": 390, "height": 844} if plan.phone else {"width": 1440, "height": 900},
            reduced_motion="reduce" if plan.still else "no-preference",
        )
        context.set_default_timeout(60_000)
        await context.add_init_script(script)
        await context.add_init_script(
            f"try {{ localStorage.setItem('yeti-speed', '{plan.speed:g}') }} catch {{}}"
        )
        page = await context.new_page()
        watched(page, faults)
        name = ("Mira", "Ruben", "Ines", "Okonkwo", "Hilda")[index]
        wait = tempo[pace] * plan.speed
        tricks = plan.tricks if index == 0 else frozenset()
        return Person(name, context, [page], wait, seed, tricks, plan.answers or endless, plan.heats)

    async def gather(self, plan: Plan, people: Sequence[Person]) -> str:
        """Everybody at one table, its options set, the race started; the table's address."""
        host = people[0].page
        await host.goto("/")
        await host.get_by_label("You ski as").fill(people[0].name)
        if not plan.bots and len(people) == 1:
            await host.locator('button[formaction="/solo"]').click()
        else:
            await host.locator('button[formaction="/tables"]').click()
            await host.wait_for_selector("#lobby-seats")
            for guest in people[1:]:
                await sit_down(guest.page, host.url, guest.name)
            for _ in range(plan.bots):
                taken = await host.locator("#lobby-seats .seat:not(.empty)").count()
                await host.locator('button[form="f-bots"]').first.click()
                await expect(host.locator("#lobby-seats .seat:not(.empty)")).to_have_count(taken + 1)
            for option in plan.options:
                await host.locator(f"#option-{option}").click()
                await expect(host.locator(f"#option-{option}")).to_have_attribute("aria-checked", "true")
            for index, guest in enumerate(people[1:], start=1):
                await guest.page.locator("#ready").click()
                await expect(host.locator(f"#lobby-seat-{index}")).to_have_class(re.compile("is-ready"))
            await host.locator("#start").click()
        for person in people:
            await person.page.wait_for_selector(".has-script #hand .tcard", state="attached")
        for _ in range(plan.tabs - 1):
            people[0].pages.append(await self.open_tab(people[0], host.url))
        return host.url

    async def open_tab(self, person: Person, address: str) -> Page:
        page = await person.context.new_page()
        watched(page, person.findings)
        await page.goto(address)
        await page.wait_for_selector(".has-script #hand .tcard", state="attached")
        return page

    async def once_more(self, person: Person) -> None:
        """The rematch of a solo race, on its new table."""
        before = person.page.url
        await person.page.locator("#go").first.click()
        await person.page.wait_for_url(lambda url: url != before)
        await person.page.wait_for_selector(".has-script #hand .tcard", state="attached")
        await person.race()


async def together(people: Sequence[Person]) -> None:
    """All play until the race is over, or until one of them has had enough."""
    racing = [asyncio.ensure_future(person.race()) for person in people]
    await asyncio.wait(racing, return_when=asyncio.FIRST_COMPLETED)
    if any(person.enough for person in people):
        for person in people:
            person.leaves_after = 0
    await asyncio.gather(*racing)


async def sit_down(page: Page, address: str, name: str) -> None:
    await page.goto(address)
    await page.locator("#name").fill(name)
    await page.get_by_role("button", name="Take a seat").click()
    await page.wait_for_selector("#ready")


def keep(report: Report, number: int, notes: list[dict[str, object]]) -> None:
    """The notes of a race and what was found, to be read afterwards."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number:02}-{report.plan.name.replace(' ', '-')}.json"
    found = [[finding.t, finding.kind, finding.text] for finding in report.findings]
    path.write_text(json.dumps({"address": report.address, "findings": found, "people": notes}))


async def evening(address: str, wanted: Sequence[Plan], seed: int, at_once: int = 1) -> list[Report]:
    """Plays these plans on a running server; one report a race, in the plans' order. Prints each when it is over."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=chromium(), args=list(chromium_flags))
        room = Evening(browser, address, seed)
        places = asyncio.Semaphore(at_once)

        async def one(number: int, plan: Plan) -> Report:
            async with places:
                report = await room.play(plan, number)
                print("\n".join(report.lines()), flush=True)
                return report

        reports = await asyncio.gather(*(one(number, plan) for number, plan in enumerate(wanted, start=1)))
        await browser.close()
        return list(reports)


@contextmanager
def server_for(address: str | None, bot_delay_ms: int) -> Iterator[str]:
    if address:
        yield address
        return
    with tempfile.TemporaryDirectory() as place:
        with serving(Path(place), BOT_DELAY_MS=str(bot_delay_ms)) as made:
            yield made
        if "Traceback" in (log := (Path(place) / "server.log").read_text()):
            print(log[-2000:])
            raise SystemExit("the server's log holds a traceback")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--races", type=int, default=len(plans))
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--only", default="")
    asked.add_argument("--at-once", type=int, default=3)
    asked.add_argument("--address")
    asked.add_argument("--bot-delay", type=int, default=300)
    given = asked.parse_args()
    fitting = [plan for plan in plans if plan.name.startswith(given.only)]
    wanted = [fitting[number % len(fitting)] for number in range(given.races)] if fitting else []
    if given.only and given.races == len(plans):
        wanted = fitting
    with server_for(given.address, given.bot_delay) as address:
        reports = asyncio.run(evening(address, wanted, given.seed, given.at_once))
    bad = [report for report in reports if report.findings]
    kinds = Counter(kind for report in bad for kind in {finding.kind for finding in report.findings})
    print(f"{len(reports)} races, {len(bad)} with faults; in how many races: {dict(kinds.most_common())}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
