"""The seeds of a game's dice, and whether a server has dice rolled inside of messages."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """New columns, each with what held before."""
    with op.batch_alter_table("guilds") as guilds:
        guilds.add_column(
            sa.Column("rolls_inline", sa.Boolean(), nullable=False, server_default=sa.text("0"))
        )
    with op.batch_alter_table("sessions") as sessions:
        sessions.add_column(sa.Column("dice_seeds", sa.Text(), nullable=False, server_default="[]"))
