"""Guessing codes, over two server processes on one Postgres."""

import asyncio
import time

import pytest

from tests.cases.conftest import Visit

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

refill_s = 6
"""A bucket of wrong codes holds ten and refills one in so many seconds; a slow machine gives it the time."""


async def test_guessing_is_counted_over_both_processes(visit: Visit) -> None:
    """Wrong codes in turn at both: ten are answered, and one in six seconds more, whichever process is asked; others
    play on.
    """
    mira, guesser = visit("Mira"), visit("Otto")
    code = await mira.open_table(0)
    await guesser.get("/", 0)
    signs = "23456789ABCDEFGHJKLM"
    answers, began = [], time.monotonic()
    for number, sign in enumerate(signs):
        answers.append((await guesser.get(f"/t/YYYYY{sign}", number % 2)).status_code)
    refilled = (time.monotonic() - began) / refill_s
    assert answers[:10] == [404] * 10
    assert answers.count(404) <= 11 + refilled
    assert set(answers) == {404, 429} or refilled > len(signs) - 12
    assert [(await guesser.get(f"/t/{code}", i)).status_code for i in (0, 1)] == [200, 200], (
        "a right code is answered"
    )
    again = [(await guesser.get(f"/t/YYYYZ{sign}", 1)).status_code for sign in signs]
    assert 429 in again or (time.monotonic() - began) / refill_s > len(signs)
    assert [(await mira.get(f"/t/{code}", i)).status_code for i in (0, 1)] == [200, 200]


async def test_forty_people_behind_one_address_arrive_and_play(visit: Visit) -> None:
    """All of them open the page of a table, join and get ready within seconds: nobody is refused."""
    people = [visit(f"P{n}") for n in range(40)]

    async def table(group: int) -> None:
        host, *others = people[group : group + 5]
        code = await host.open_table(0)
        for number, person in enumerate(others):
            assert (await person.get(f"/t/{code}", number % 2)).status_code == 200
            await person.join(code, number % 2)
            answer = await person.post(f"/t/{code}/ready", number % 2, ready="yes")
            assert answer.status_code == 303, answer.text
        assert (await host.post(f"/t/{code}/start", 1)).status_code == 303

    await asyncio.gather(*(table(group) for group in range(0, 40, 5)))
