"""What a game needs to rest, change and come back; what a server's admin sets beside the game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """New columns, each with what held before."""
    with op.batch_alter_table("guilds") as guilds:
        guilds.add_column(sa.Column("starts", sa.String(16), nullable=False, server_default="everyone"))
        guilds.add_column(sa.Column("host_role_id", sa.String(64)))
        guilds.add_column(sa.Column("dm_channel_id", sa.String(64)))
        guilds.add_column(sa.Column("speaks_as", sa.Boolean(), nullable=False, server_default=sa.text("0")))
        guilds.add_column(sa.Column("is_welcomed", sa.Boolean(), nullable=False, server_default=sa.text("0")))
    with op.batch_alter_table("sessions") as sessions:
        sessions.add_column(sa.Column("next_settings", sa.Text(), nullable=False, server_default="null"))
        sessions.add_column(sa.Column("blocked", sa.Text(), nullable=False, server_default="[]"))
        sessions.add_column(sa.Column("finished_at", sa.DateTime(timezone=True)))
    with op.batch_alter_table("turns") as turns:
        turns.add_column(sa.Column("times", sa.Text(), nullable=False, server_default="{}"))
