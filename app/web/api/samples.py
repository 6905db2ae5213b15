"""Samples for the documents: an answer an operation, a problem a status. Tests hold them to the schemas."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

token = "Yt3mJ0m8Qw5rW1n9bX2cV4kL6pS8dF0gH2jK4lZ6xC8"  # noqa: S105  # nobody's: it only shows the form

_at = 1_800_000_000_000
_deck = "0" * 64


def _seat(index: int, name: str, *, bot: bool = False, host: bool = False) -> dict[str, Any]:
    return {
        "seat": index,
        "name": name,
        "person": not bot,
        "acts": "bot" if bot else "human",
        "bot_level": "snowplough" if bot else None,
        "hats": [index],
        "ready": bot,
        "host": host,
        "here": not bot,
        "dropped": False,
        "silenced": False,
        "again": False,
        "bot_proposed": False,
        "held_until": None,
        "claimed_by": None,
    }


lobby: Mapping[str, Any] = {
    "table": "8d7a1f0c53e94b12a6c0de9f4b7a2c11",
    "version": 4,
    "chat_version": 0,
    "presence_version": 2,
    "watching": 0,
    "room": {
        "code": "KRT7Q4",
        "game": "avalanche",
        "rules_version": 1,
        "deck_hash": _deck,
        "status": "lobby",
        "options": ["racing"],
        "seats": [
            _seat(0, "Mira", host=True),
            _seat(1, "Ruben"),
            _seat(2, "Bot Gentle", bot=True),
        ],
        "listed": False,
        "admits": True,
        "spectators": False,
        "leavers": "bot",
        "clock": 60,
        "deadline_at": None,
        "clock_left": None,
        "paused_at": None,
        "commitment": _deck,
        "next_code": None,
        "notes": [{"at": _at, "by": "Mira", "what": "option", "params": {"option": "racing", "on": True}}],
    },
    "you": {"seat": 1, "host": False, "awaited": False},
    "decision": None,
    "waiting_on": [],
    "view": None,
    "outcome": None,
    "may": [],
    "events": [],
}

_race = {key: value for key, value in lobby["room"].items() if key not in ("code", "next_code", "notes")}
_guest = {"token": token, "name": "Mira"}
_line = {
    "table": "8d7a1f0c53e94b12a6c0de9f4b7a2c11",
    "code": "KRT7Q4",
    "game": "avalanche",
    "status": "playing",
    "names": ["Mira", "Ruben"],
    "your_seat": 0,
    "your_turn": True,
    "deadline_at": _at,
    "created_at": _at,
}
_me = {"name": "Mira", "tables": [_line]}
_play = {"skier": 0, "cards": ["d3a"], "jump": True}
_happening = {
    "version": 12,
    "decision": 3,
    "seat": 1,
    "actor": "human",
    "at": _at,
    "events": [{"type": "selection_locked", "player": 1}],
}
_record = {
    "format": "yeti-mountain-record/1",
    "table": "8d7a1f0c53e94b12a6c0de9f4b7a2c11",
    "game": "avalanche",
    "options": [],
    "seats": [{"name": "Mira", "bot": None}],
    "secret": _deck,
    "commitment": _deck,
    "seed": _deck,
    "actions": [
        {
            "number": 2,
            "decision": 1,
            "seat": 0,
            "actor": "human",
            "action": {"type": "mulligan", "take": False},
            "at": _at,
        }
    ],
    "winners": [0],
    "reason": "line",
    "final": {},
}

answers: dict[str, Any] = {
    "new_guest": _guest,
    "come_back": _guest,
    "me": _me,
    "rename": _me,
    "export": {"person": {"name": "Mira"}, "tables": [], "actions": [], "chat": []},
    "device": {
        "code": "K7QM-2XWD",
        "link": "https://yeti.example.org/continue?code=K7QM-2XWD",
        "expires_at": _at,
    },
    "recovery_key": {"key": "K7QM-2XWD-9HJN-4RTV"},
    "games": {
        "games": [
            {
                "key": "avalanche",
                "rules_version": 1,
                "deck_hash": _deck,
                "min_seats": 1,
                "max_seats": 5,
                "options": [{"key": "racing", "seats": [2, 3, 4, 5]}],
                "bot_levels": ["snowplough"],
            }
        ]
    },
    "cards": {"game": "avalanche", "deck_hash": _deck, "cards": [{"id": "d3a"}]},
    "listed": {"tables": [_line | {"status": "lobby", "your_seat": None, "your_turn": False}]},
    "show": lobby,
    "events": {"version": 12, "events": [_happening]},
    "log": {"version": 12, "lines": [{"version": 12, "sentence": "Ruben is in."}]},
    "choices": {
        "decision": 3,
        "awaited": True,
        "total": 12,
        "actions": [{"type": "select", "plays": [_play]}],
    },
    "forecasts": {
        "decision": 3,
        "forecasts": [
            {
                "skier": 0,
                "cards": ["d3a"],
                "speed": 3,
                "jump": "no_match",
                "wild": False,
                "controlled_crash": False,
                "ski_to": 5,
                "ski_free": 5,
                "jump_to": None,
                "jump_free": None,
                "over": None,
            }
        ],
    },
    "replay": {"table": lobby["table"], "room": _race, "before": [_happening], "rounds": []},
    "proof": {
        "table": lobby["table"],
        "game": "avalanche",
        "rules_version": 1,
        "deck_hash": _deck,
        "seats": 3,
        "options": [],
        "fingerprint": _deck,
        "secret": _deck,
        "contributions": [],
        "seed": _deck,
    },
    "record_of": _record,
    "address": {"sends": True, "address": None, "confirmed": False},
    "give_address": {"sends": True, "address": "mira@example.org", "confirmed": False},
    "act": {"version": 13, "decision": 3, "next_decision": 3},
    "record": _record,
    "said": {
        "chat_version": 2,
        "lines": [{"id": 7, "seat": 1, "name": "Ruben", "kind": "text", "text": "Hello!", "at": _at}],
    },
    "say": {"chat_version": 3},
    "react": {"chat_version": 3},
}
commands_of_a_table = (
    *("open_table", "join", "ready", "hat", "option", "add_bot", "remove_seat", "start", "clock"),
    *("give_role", "admits", "set_listed", "spectators", "leavers", "order", "silence", "reseat"),
    *("pause", "resume", "hand_over", "take_back", "propose", "decline", "rematch"),
)
answers |= dict.fromkeys(commands_of_a_table, lobby)


def problem(status: int) -> dict[str, Any]:
    """A refusal of this status, as a client gets it."""
    code, detail, params = _problems[status]
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "params": params,
    }
    if status == 422:
        body["errors"] = [{"pointer": "/body/seat", "detail": "Field required"}]
    return body


_problems: dict[int, tuple[str, str, dict[str, Any]]] = {
    401: (
        "unknown_token",
        "That token is not known here, or its person is gone. Make a new guest.",
        {},
    ),
    403: ("not_host", "Only the host can change that.", {}),
    404: (
        "no_such_table",
        "No table has the code KRT 7Q4. Codes never use O, I, 0 or 1.",
        {"code": "KRT 7Q4"},
    ),
    409: (
        "stale_decision",
        "That round is already revealed. Your pick stayed as it was.",
        {"decision": 3, "current": 4},
    ),
    413: ("too_large", "That was too much at once. Nothing was changed.", {}),
    422: ("invalid", "That is not of the documented form. Nothing was changed.", {}),
    429: ("too_fast", "A little slower, please. Try again in 2 s.", {"seconds": 2}),
    500: (
        "bug",
        "That did not work, and it is our fault. Nothing was changed. Code 7F3A.",
        {"code": "7F3A"},
    ),
    503: ("busy", "Too much is going on just now. Wait a moment and try again.", {}),
}
