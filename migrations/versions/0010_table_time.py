"""Games in which time is a rule: a table knows how long it has run, and the log when each step was."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("started_at", sa.BigInteger(), nullable=True))
    op.add_column("tables", sa.Column("stood_ms", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("tables", sa.Column("moment", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("actions", sa.Column("moment", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("actions", "moment")
    op.drop_column("tables", "moment")
    op.drop_column("tables", "stood_ms")
    op.drop_column("tables", "started_at")
