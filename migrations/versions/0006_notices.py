"""Ways to reach people who are not there, and the notices on their way."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", row_id, nullable=False),
        sa.Column("session", sa.String(length=64), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("endpoint_hash", sa.String(length=64), nullable=False),
        sa.Column("p256dh", sa.String(length=120), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=20), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session"], ["sessions.token_hash"], name=op.f("fk_subscriptions_session"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscriptions")),
    )
    op.create_index("ix_subscriptions_session", "subscriptions", ["session"], unique=False)
    op.create_index("uq_subscriptions_endpoint_hash", "subscriptions", ["endpoint_hash"], unique=True)
    op.create_table(
        "addresses",
        sa.Column("id", row_id, nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("language", sa.String(length=20), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.Column("mailed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_addresses_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_addresses")),
    )
    op.create_index("uq_addresses_player", "addresses", ["player"], unique=True)
    op.create_table(
        "address_tokens",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("address", row_id, nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["address"], ["addresses.id"], name=op.f("fk_address_tokens_address"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_address_tokens")),
    )
    op.create_index("ix_address_tokens_address", "address_tokens", ["address"], unique=False)
    op.create_index("ix_address_tokens_expires_at", "address_tokens", ["expires_at"], unique=False)
    op.create_table(
        "told",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_told_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_told")),
    )
    op.create_table(
        "notices",
        sa.Column("id", row_id, nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("subscription", row_id, nullable=True),
        sa.Column("address", row_id, nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_notices_table_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["subscription"], ["subscriptions.id"], name=op.f("fk_notices_subscription"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["address"], ["addresses.id"], name=op.f("fk_notices_address"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    for column in ("table_id", "subscription", "address", "at"):
        op.create_index(f"ix_notices_{column}", "notices", [column], unique=False)


def downgrade() -> None:
    for table in ("notices", "told", "address_tokens", "addresses", "subscriptions"):
        op.drop_table(table)
