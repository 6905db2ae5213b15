"""Ways back for people who lost their browser's memory, and reports to the operator."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("recovery_hash", sa.String(length=64), nullable=True))
    op.create_index("ix_players_recovery_hash", "players", ["recovery_hash"], unique=True)
    op.create_table(
        "device_codes",
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_device_codes_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_device_codes")),
    )
    op.create_index("ix_device_codes_player", "device_codes", ["player"], unique=False)
    op.create_table(
        "reports",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("by_player", sa.String(length=32), nullable=False),
        sa.Column("by_name", sa.String(length=200), nullable=False),
        sa.Column("about_seat", sa.Integer(), nullable=True),
        sa.Column("about_name", sa.String(length=200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index("ix_chat_player", "chat", ["player"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_chat_player", "chat")
    op.drop_table("reports")
    op.drop_table("device_codes")
    op.drop_index("ix_players_recovery_hash", "players")
    op.drop_column("players", "recovery_hash")
