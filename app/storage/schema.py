"""The tables of the database. Times are UTC epoch milliseconds, JSON is text, ids are text.

Codes are unique among open tables only: a closed table frees its code, a finished one can be reached by it
until an open table gets the same. Constraints carry names, so that migrations can speak of them on both
engines.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

from app.storage.metadata import metadata, row_id
from app.storage.notice_schema import address_tokens, addresses, notices, subscriptions, told

__all__ = [  # the other half of the schema, too: whoever imports this module has all of it
    "actions",
    "address_tokens",
    "addresses",
    "bans",
    "chat",
    "decks",
    "device_codes",
    "due",
    "is_open",
    "limits",
    "metadata",
    "notices",
    "occupancy",
    "players",
    "positions",
    "pulse",
    "reports",
    "row_id",
    "seats",
    "sessions",
    "subscriptions",
    "switches",
    "tables",
    "told",
]

is_open = text("status IN ('lobby', 'playing')")

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("recovery_hash", String(64)),
    Column("banned_at", BigInteger),
    Index("ix_players_recovery_hash", "recovery_hash", unique=True),
)

device_codes = Table(
    "device_codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires_at", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(60), nullable=False, server_default=""),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

decks = Table(
    "decks",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("cards", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(6), nullable=False),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("deck_hash", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("status", String(10), nullable=False),
    Column("visibility", String(10), nullable=False),
    Column("host", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("chat_version", Integer, nullable=False),
    Column("log_length", Integer, nullable=False),
    Column("state", Text),
    Column("state_format", Integer, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("contributions", Text, nullable=False),
    Column("previous_id", String(32)),
    Column("next_code", String(6)),
    Column("created_at", BigInteger, nullable=False),
    Column("last_human_at", BigInteger, nullable=False),
    Column("clock", Integer, nullable=False, server_default="0"),
    Column("deadline_at", BigInteger),
    Column("clock_left", BigInteger),
    Column("paused_at", BigInteger),
    Column("leavers", String(10), nullable=False, server_default="bot"),
    Column("spectators", Boolean, nullable=False, server_default=false()),
    Column("admits", Boolean, nullable=False, server_default=true()),
    Column("notes", Text, nullable=False, server_default="[]"),
    Column("started_at", BigInteger),
    Column("stood_ms", BigInteger, nullable=False, server_default="0"),
    Column("moment", BigInteger, nullable=False, server_default="0"),
    Column("concerned", Text),
    Column("settings", Text),
    Index("uq_tables_open_code", "code", unique=True, postgresql_where=is_open, sqlite_where=is_open),
    Index("ix_tables_code", "code"),
    Index("ix_tables_status_last_human_at", "status", "last_human_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("index", Integer, primary_key=True, autoincrement=False),
    Column("player", String(32), index=True),
    Column("name", String(200), nullable=False),
    Column("acts", String(10), nullable=False),
    Column("bot_level", String(40)),
    Column("hats", String(20), nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("extras", Text, nullable=False, server_default="{}"),
)

occupancy = Table(
    "occupancy",
    metadata,
    Column("id", row_id, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", String(32)),
    Column("acts", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
)

actions = Table(
    "actions",
    metadata,
    Column("id", row_id, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("decision", Integer, nullable=False),
    Column("seat", Integer),
    Column("actor", String(10), nullable=False),
    Column("key", String(120)),
    Column("action", Text),
    Column("answer", Text),
    Column("events", Text, nullable=False),
    Column("private", Text),
    Column("at", BigInteger, nullable=False),
    Column("moment", BigInteger),
    UniqueConstraint("table_id", "number"),
    UniqueConstraint("table_id", "key"),
    Index("ix_actions_table_id_version", "table_id", "version"),
)

positions = Table(
    "positions",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry", Integer, nullable=False),
    Column("position", Text, nullable=False),
)
"""One open position a round, of games that are over and of no others. `entry`: number of the log's entry that
led there.
"""

due = Table(
    "due",
    metadata,
    Column("id", row_id, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("decision", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    UniqueConstraint("table_id", "decision", "seat", "kind"),
)

bans = Table(
    "bans",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", row_id, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("player", String(32), index=True),
    Column("name", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(10), nullable=False, server_default="text"),
    Column("seat", Integer),
)

limits = Table(
    "limits",
    metadata,
    Column("key", String(120), primary_key=True),
    Column("until", BigInteger, nullable=False, index=True),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""One row: when any server process was last alive."""

switches = Table(
    "switches",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(40), nullable=False),
)
"""Decisions of an operator that hold while servers run: `registration` (`app/players/registration.py`)."""

reports = Table(
    "reports",
    metadata,
    Column("id", row_id, primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("by_player", String(32), nullable=False),
    Column("by_name", String(200), nullable=False),
    Column("about_seat", Integer),
    Column("about_name", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("done", Boolean, nullable=False, server_default=false()),
    Column("about_player", String(32)),
)
"""For the operator; a report outlives its table. `about_player`: who sat on `about_seat`, if it was a person."""
