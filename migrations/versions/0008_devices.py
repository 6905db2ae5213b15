"""Sessions say what kind of device they are, so that their person can tell them apart."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("label", sa.String(length=60), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("sessions", "label")
