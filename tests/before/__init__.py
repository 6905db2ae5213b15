"""Databases as versions before wrote them, with what they hold: every later version opens them (AGREEMENTS 42).

Between releases a new one is added, none is taken away: play a few games on the version, some to their end, and keep
the file (`xz -9e`) and its facts: code, table, status, outcome, version, and the tokens of those at the table.
"""

import json
import lzma
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from app.clock import now_ms

folder = Path(__file__).parent


def unpacked(name: str, file: Path) -> Sequence[dict[str, Any]]:
    """Puts a database there, and gives its facts. People were at its tables a moment ago: housekeeping would end them
    otherwise.
    """
    file.write_bytes(lzma.decompress((folder / f"{name}.db.xz").read_bytes()))
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE tables SET last_human_at = ?", (now_ms(),))
    facts: list[dict[str, Any]] = json.loads((folder / f"{name}.json").read_text())
    return facts


def person(app: FastAPI, token: str) -> httpx.AsyncClient:
    """Somebody who comes back by a token of before."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app),
        base_url="http://yeti.test/api/v1",
        headers={"authorization": f"Bearer {token}"},
    )


async def plays_on(app: FastAPI, fact: dict[str, Any], decisions: int = 3) -> dict[str, Any]:
    """Everybody at this table chooses, some decisions long, or to the end; the table afterwards."""
    people = [person(app, token) for token in fact["tokens"]]
    at = f"/tables/{fact['code']}"
    table: dict[str, Any] = {}
    try:
        before = (await people[0].get(at)).raise_for_status().json()
        assert before["version"] >= fact["version"]
        for _ in range(40 * decisions):
            for one in people:
                table = (await one.get(at)).raise_for_status().json()
                if table["outcome"] or (table["decision"] or 0) >= before["decision"] + decisions:
                    return table
                choices = (await one.get(at + "/actions")).raise_for_status().json()
                if choices["awaited"]:
                    choice = {"decision": choices["decision"], "action": choices["actions"][0]}
                    (await one.post(at + "/actions", json=choice)).raise_for_status()
        raise AssertionError(f"nobody plays on at {fact['code']}")
    finally:
        for one in people:
            await one.aclose()
