"""Clocks, pauses, what a host may settle, and what is known of seats besides."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def columns() -> tuple[sa.Column, ...]:
    return (
        sa.Column("clock", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("deadline_at", sa.BigInteger(), nullable=True),
        sa.Column("clock_left", sa.BigInteger(), nullable=True),
        sa.Column("paused_at", sa.BigInteger(), nullable=True),
        sa.Column("leavers", sa.String(length=10), nullable=False, server_default="bot"),
        sa.Column("spectators", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("admits", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("notes", sa.Text(), nullable=False, server_default="[]"),
    )


def upgrade() -> None:
    for column in columns():
        op.add_column("tables", column)
    op.add_column("seats", sa.Column("extras", sa.Text(), nullable=False, server_default="{}"))
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )


def downgrade() -> None:
    op.drop_table("pulse")
    op.drop_column("seats", "extras")
    for column in reversed(columns()):
        op.drop_column("tables", column.name)
