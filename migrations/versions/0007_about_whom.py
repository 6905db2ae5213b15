"""Reports know whom they are about by more than a name, which may change."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("about_player", sa.String(length=32), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "about_player")
