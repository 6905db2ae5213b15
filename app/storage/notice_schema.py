"""Ways to reach people who are not there, and the notices on their way. Part of `schema.py`.

Foreign keys do the forgetting: with a session go its browsers' subscriptions, with a person their address, with
either the notices to them.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from app.storage.metadata import metadata, row_id

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", row_id, primary_key=True),
    Column("session", ForeignKey("sessions.token_hash", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("endpoint_hash", String(64), nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(20), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("uq_subscriptions_endpoint_hash", "endpoint_hash", unique=True),
)
"""A browser that takes push. It belongs to a session: whoever that is, is told."""

addresses = Table(
    "addresses",
    metadata,
    Column("id", row_id, primary_key=True),
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("address", String(254), nullable=False),
    Column("language", String(20), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("confirmed_at", BigInteger),
    Column("mailed_at", BigInteger),
    Index("uq_addresses_player", "player", unique=True),
)

address_tokens = Table(
    "address_tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("address", ForeignKey("addresses.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("purpose", String(10), nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
)
"""Tokens in the links of mails: `confirm` is used once, `stop` is sent with every mail."""

told = Table(
    "told",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("decision", Integer, nullable=False),
)
"""The latest decision a seat was called for: a pick taken back does not call again."""

notices = Table(
    "notices",
    metadata,
    Column("id", row_id, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("decision", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("subscription", ForeignKey("subscriptions.id", ondelete="CASCADE"), index=True),
    Column("address", ForeignKey("addresses.id", ondelete="CASCADE"), index=True),
    Column("tries", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)
"""One notice by one way, waiting for its time. Taken out before it is sent: whatever happens then, never twice."""
