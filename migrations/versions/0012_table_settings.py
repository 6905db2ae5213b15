"""All settings of a table as JSON. The five that have columns keep them: servers of the version before read and write
those alone, and they go before the JSON.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("settings", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "settings")
