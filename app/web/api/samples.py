"""Samples for the documents: an answer an operation, a problem a status. Tests hold them to the schemas."""

from http import HTTPStatus
from typing import Any

from app.tables.settings import TableSettings
from app.web.commands import commands
from app.web.front.api import ApiExamples

token = "Yt3mJ0m8Qw5rW1n9bX2cV4kL6pS8dF0gH2jK4lZ6xC8"  # noqa: S105  # nobody's: it only shows the form

_at = 1_800_000_000_000
_deck = "0" * 64


def _seat(index: int, name: str, *, bot: str | None = None, host: bool = False) -> dict[str, Any]:
    return {
        "seat": index,
        "name": name,
        "person": not bot,
        "acts": "bot" if bot else "human",
        "bot_level": bot,
        "hats": [index],
        "ready": bot is not None,
        "host": host,
        "here": not bot,
        "dropped": False,
        "silenced": False,
        "again": False,
        "bot_proposed": False,
        "held_until": None,
        "claimed_by": None,
    }


answered_by_a_table = ("open_table", "join", *(command.operation for command in commands))


def answers_of(game: str, shown: ApiExamples) -> dict[str, Any]:
    """An answer for every operation, by its name, as a server of this game would give it."""
    lobby: dict[str, Any] = {
        "table": "8d7a1f0c53e94b12a6c0de9f4b7a2c11",
        "version": 4,
        "chat_version": 0,
        "presence_version": 2,
        "watching": 0,
        "room": {
            "code": "KRT7Q4",
            "game": game,
            "rules_version": 1,
            "deck_hash": _deck,
            "status": "lobby",
            "options": ["being played"],
            "seats": [
                _seat(0, "Mira", host=True),
                _seat(1, "Ruben"),
                _seat(2, "Bot Gentle", bot=shown.bot_level),
            ],
            **TableSettings(clock=60).values(),
            "deadline_at": None,
            "clock_left": None,
            "paused_at": None,
            "commitment": _deck,
            "next_code": None,
            "notes": [
                {"at": _at, "by": "Mira", "what": "option", "params": {"option": "being played", "on": True}}
            ],
        },
        "you": {"seat": 1, "host": False, "awaited": False},
        "decision": None,
        "waiting_on": [],
        "view": None,
        "outcome": None,
        "may": [],
        "events": [],
    }

    over = {key: value for key, value in lobby["room"].items() if key not in ("code", "next_code", "notes")}
    guest = {"token": token, "name": "Mira"}
    listed = {
        "table": "8d7a1f0c53e94b12a6c0de9f4b7a2c11",
        "code": "KRT7Q4",
        "game": game,
        "status": "playing",
        "names": ["Mira", "Ruben"],
        "your_seat": 0,
        "your_turn": True,
        "deadline_at": _at,
        "created_at": _at,
    }
    me = {"name": "Mira", "tables": [listed]}
    happening = {
        "version": 12,
        "decision": 3,
        "seat": 1,
        "actor": "human",
        "at": _at,
        "events": [shown.event],
    }
    record = {
        "format": "yeti-mountain-record/1",
        "table": "8d7a1f0c53e94b12a6c0de9f4b7a2c11",
        "game": game,
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
                "action": shown.action,
                "at": _at,
            }
        ],
        "winners": [0],
        "reason": shown.reason,
        "final": {},
    }

    answers: dict[str, Any] = {
        "new_guest": guest,
        "come_back": guest | {"key": None},
        "devices": {
            "devices": [
                {
                    "sign": "9f86d081884c7d65",
                    "label": "Firefox, Android",
                    "created_at": _at,
                    "seen_at": _at,
                    "here": True,
                }
            ]
        },
        "me": me,
        "rename": me,
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
                    "key": game,
                    "rules_version": 1,
                    "deck_hash": _deck,
                    "min_seats": 1,
                    "max_seats": 5,
                    "options": [{"key": "being played", "seats": [2, 3, 4, 5], "values": [], "group": ""}],
                    "bot_levels": [shown.bot_level],
                }
            ]
        },
        "cards": {"game": game, "deck_hash": _deck, "cards": list(shown.data)},
        "listed": {"tables": [listed | {"status": "lobby", "your_seat": None, "your_turn": False}]},
        "show": lobby,
        "events": {"version": 12, "events": [happening]},
        "log": {"version": 12, "lines": [{"version": 12, "sentence": shown.sentence}]},
        "choices": {
            "decision": 3,
            "awaited": True,
            "total": 12,
            "actions": [shown.action],
        },
        "forecasts": {
            "decision": 3,
            "forecasts": [] if shown.forecast is None else [shown.forecast],
        },
        "replay": {"table": lobby["table"], "room": over, "before": [happening], "rounds": []},
        "proof": {
            "table": lobby["table"],
            "game": game,
            "rules_version": 1,
            "deck_hash": _deck,
            "seats": 3,
            "options": [],
            "fingerprint": _deck,
            "secret": _deck,
            "contributions": [],
            "seed": _deck,
        },
        "record_of": record,
        "address": {"sends": True, "address": None, "confirmed": False},
        "give_address": {"sends": True, "address": "mira@example.org", "confirmed": False},
        "act": {"version": 13, "decision": 3, "next_decision": 3},
        "record": record,
        "said": {
            "chat_version": 2,
            "lines": [
                {
                    "id": 7,
                    "seat": 1,
                    "name": "Ruben",
                    "kind": "text",
                    "text": "Hello!",
                    "at": _at,
                    "target": None,
                    "figure": 0,
                    "skier": 0,
                }
            ],
        },
        "say": {"chat_version": 3},
        "react": {"chat_version": 3},
    }
    return answers | dict.fromkeys(answered_by_a_table, lobby)


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
        "That choice came too late: the game has gone on. Nothing was changed.",
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
