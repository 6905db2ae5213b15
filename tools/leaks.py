"""Was anybody sent what they might not know? Every byte people receive is read, and judged when the truth is known.

While people play, `Seen` notes what each text names: cards as bits of a number, tokens and hashes as they are.
Afterwards `Judge` plays every game again from its secret and its log, and holds each note against what its reader
could know at that version. The log must lead to the stored state, too.
"""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import asyncpg

from app.games.avalanche.deck import standard
from app.games.avalanche.game import Avalanche
from app.games.avalanche.state import RaceState
from app.tables.model import EventsOf
from app.tables.seeds import seed_of
from app.web.games.avalanche.table.screen import screen
from app.web.http.request_user import form_token

game = Avalanche()
card_name = re.compile(r"(?<![0-9A-Za-z])[dsct]\d[abc](?![0-9A-Za-z])")
event_card = re.compile(r"'([dsct]\d[abc])'")
long_hex = re.compile(r"[0-9a-f]{32,}")
cookie_like = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])")
page_of = re.compile(r'data-table="?([0-9a-f]{32})"?')
page_at = re.compile(r'data-version="?(\d+)')
bits = {card.id: 1 << number for number, card in enumerate(standard.cards)}


def mask_of(names: Iterable[str]) -> int:
    """The cards of these ids as bits."""
    mask = 0
    for name in names:
        mask |= bits.get(name, 0)
    return mask


def names_of(mask: int) -> list[str]:
    return [name for name, bit in bits.items() if mask & bit]


class Seen:
    """What people were sent. `token` = the cookie that names the reader; their form's token follows from it.
    `before`: of a token a browser was given in place of another, that other one; both are one reader's.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self.texts = 0
        self.cards: dict[tuple[str, int, str], int] = defaultdict(int)
        self.hashes: dict[str, tuple[str, int]] = {}
        self.tokens: dict[str, set[str]] = defaultdict(set)
        self.before: dict[str, str] = {}

    def page(self, token: str, text: str) -> None:
        """A page, or a part of one that names its table and version; anything else is searched for tokens."""
        table, version = page_of.search(text), page_at.search(text)
        self.note(token, text, table[1] if table else "", int(version[1]) if version else 0)

    def message(self, token: str, raw: str) -> dict[str, Any]:
        """A message of a socket, or the same fetched; gives it decoded."""
        message: dict[str, Any] = json.loads(raw)
        self.note(token, raw, message.get("table", ""), message.get("version", 0))
        return message

    def browser_of(self, token: str) -> str:
        """The first token this browser had."""
        while token in self.before:
            token = self.before[token]
        return token

    def note(self, token: str, text: str, table: str, version: int) -> None:
        self.bytes += len(text)
        self.texts += 1
        if table:
            mask = mask_of(card_name.findall(text))
            if mask:
                self.cards[table, version, token] |= mask
        for found in long_hex.findall(text):
            if len(found) == 64:
                self.hashes.setdefault(found, (table, version))
            else:
                self.tokens[token].add(found)
        self.tokens[token].update(cookie_like.findall(text))


class Judge:
    """Reads the database once everything is over."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.faults: list[str] = []
        self.secrets: set[str] = set()
        self.held = 0
        self.games = 0

    async def judge(self, url: str) -> list[str]:
        """What somebody was sent and might not know, in words; empty if there is nothing."""
        connection = await asyncpg.connect(url)
        try:
            tables = await connection.fetch("SELECT * FROM tables WHERE state IS NOT NULL")
            people = {
                row["token_hash"]: row["player"] for row in await connection.fetch("SELECT * FROM sessions")
            }
            for row in tables:
                entries = await connection.fetch(
                    "SELECT * FROM actions WHERE table_id = $1 ORDER BY number", row["id"]
                )
                sat = await connection.fetch(
                    "SELECT * FROM occupancy WHERE table_id = $1 ORDER BY id", row["id"]
                )
                self._table(row, entries, sat, people)
        finally:
            await connection.close()
        self.tokens()
        return self.faults

    def logs(self, text: str, codes: Iterable[str]) -> None:
        """What servers wrote to their logs: no code of a table, no token, no secret or seed."""
        for word in set(re.findall(r"[A-Za-z0-9_-]{6,}", text)) & {*codes, *self.seen.tokens, *self.secrets}:
            self.faults.append(f"a code or a secret stands in the log ({word[:4]}...)")

    def _table(
        self, row: Mapping[str, Any], entries: list[Any], sat: list[Any], people: Mapping[str, str]
    ) -> None:
        self.games += 1
        notes: dict[int, list[tuple[str, int]]] = defaultdict(list)
        for (table, version, token), mask in self.seen.cards.items():
            if table == row["id"]:
                notes[version].append((token, mask))
        contributions = [bytes.fromhex(part) for part in json.loads(row["contributions"])]
        seed = seed_of(bytes(row["secret"]), contributions)
        self._secrets(row, seed, entries)
        seats: dict[int, str | None] = {}
        players = len({one["seat"] for one in sat if one["version"] == sat[0]["version"]})
        told: list[EventsOf] = []
        state: RaceState | None = None
        waiting = sorted(notes)
        for number, entry in enumerate(entries):
            last = entries[number + 1]["version"] if number + 1 < len(entries) else 1 << 40
            if entry["action"] is None:
                transition = game.start(json.loads(row["options"]), players, seed)
            else:
                action = game.decode_action(json.loads(entry["action"]))
                transition = game.apply(state, entry["seat"], action)  # type: ignore[arg-type]
            state = transition.state
            told.append(
                EventsOf(
                    entry["version"], entry["decision"], entry["seat"], entry["actor"], transition.events
                )
            )
            while waiting and waiting[0] < last:
                version = waiting.pop(0)
                if version < entry["version"] or not game.waiting_on(state):
                    continue
                while sat and sat[0]["version"] <= version:
                    one = sat.pop(0)
                    seats[one["seat"]] = one["player"]
                story = mask_of(event_card.findall(repr(screen.recent(told))))
                for token, mask in notes[version]:
                    player = people.get(hashlib.sha256(token.encode()).hexdigest())
                    own = next((seat for seat, sitter in seats.items() if player and sitter == player), None)
                    self._hold(row, version, own, mask & ~story, state)
        if state is not None and game.encode_state(state) != json.loads(row["state"]):
            self.faults.append(f"table {row['id']}: its log does not lead to its state")

    def _hold(
        self, row: Mapping[str, Any], version: int, seat: int | None, mask: int, state: RaceState
    ) -> None:
        self.held += 1
        hidden = {*state.pile[state.drawn :]}
        hidden |= {card for player, hand in enumerate(state.hands) if player != seat for card in hand}
        leaked = mask & mask_of(state.deck.names(sorted(hidden)))
        if leaked:
            reader = "somebody without a seat" if seat is None else f"seat {seat}"
            self.faults.append(f"table {row['id']} version {version}: {reader} was sent {names_of(leaked)}")

    def _secrets(self, row: Mapping[str, Any], seed: bytes, entries: list[Any]) -> None:
        for name, value in (("secret", bytes(row["secret"]).hex()), ("seed", seed.hex())):
            self.secrets.add(value)
            at = self.seen.hashes.get(value)
            if at is not None and not (row["status"] == "over" and at[1] >= entries[-1]["version"]):
                self.faults.append(f"table {row['id']}: its {name} was sent at version {at[1]}")

    def tokens(self) -> None:
        """Was anybody sent a token of somebody else?"""
        owners = {token: self.seen.browser_of(token) for token in self.seen.tokens}
        owners |= {form_token(token): browser for token, browser in owners.items()}
        for reader, found in self.seen.tokens.items():
            for one in found & owners.keys():
                if owners[one] != self.seen.browser_of(reader):
                    self.faults.append(f"somebody was sent a token of somebody else ({one[:4]}...)")
