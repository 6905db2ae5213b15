"""Chat has kinds and seats; what somebody may do how often is counted for all processes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat", sa.Column("kind", sa.String(length=10), nullable=False, server_default="text"))
    op.add_column("chat", sa.Column("seat", sa.Integer(), nullable=True))
    op.create_table(
        "limits",
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_limits")),
    )
    op.create_index("ix_limits_until", "limits", ["until"], unique=False)


def downgrade() -> None:
    op.drop_table("limits")
    op.drop_column("chat", "seat")
    op.drop_column("chat", "kind")
