"""Games with events that only some seats hear, and with saves that concern only some."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("actions", sa.Column("private", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("concerned", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "concerned")
    op.drop_column("actions", "private")
