"""People can be banned from a server, and a server's door can be closed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("banned_at", sa.BigInteger(), nullable=True))
    op.create_table(
        "switches",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_switches")),
    )


def downgrade() -> None:
    op.drop_table("switches")
    op.drop_column("players", "banned_at")
