"""The tables of the first version."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From an empty file."""
    op.create_table(
        "documents",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_documents"),
    )
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.String(length=64), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("dm_role_id", sa.String(length=64)),
        sa.Column("plain", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guilds"),
    )
    op.create_table(
        "processes",
        sa.Column("surface", sa.String(length=16), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("started", sa.Text(), nullable=False),
        sa.Column("heartbeat", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("surface", name="pk_processes"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("surface", sa.String(length=16), nullable=False),
        sa.Column("guild_id", sa.String(length=64)),
        sa.Column("channel_id", sa.Text(), nullable=False),
        sa.Column("host_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_turn_id", sa.String(length=64)),
        sa.Column("current_turn_id", sa.String(length=64)),
        sa.Column("base_turn_id", sa.String(length=64)),
        sa.Column("base_position", sa.Integer(), nullable=False),
        sa.Column("is_rebased", sa.Boolean(), nullable=False),
        sa.Column("adventure_id", sa.String(length=64), nullable=False),
        sa.Column("adventure_version", sa.Integer(), nullable=False),
        sa.Column("adventure_hash", sa.String(length=64), nullable=False),
        sa.Column("base_hash", sa.String(length=64), nullable=False),
        sa.Column("prompts_version", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("acted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("head_state", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["adventure_hash"], ["documents.hash"], name="fk_sessions_adventure_hash"),
        sa.ForeignKeyConstraint(["base_hash"], ["documents.hash"], name="fk_sessions_base_hash"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index("ix_sessions_surface_status", "sessions", ["surface", "status"])
    op.create_index(
        "uq_sessions_channel_unfinished",
        "sessions",
        ["surface", "channel_id"],
        unique=True,
        sqlite_where=sa.text("status <> 'finished'"),
        postgresql_where=sa.text("status <> 'finished'"),
    )
    op.create_table(
        "player_characters",
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.String(length=64)),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("character", sa.Text(), nullable=False),
        sa.Column("session_id", sa.String(length=64)),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_player_characters_session_id"),
        sa.PrimaryKeyConstraint("sequence", name="pk_player_characters"),
        sa.UniqueConstraint(
            "guild_id", "player_id", "name", name="uq_player_characters_guild_id_player_id_name"
        ),
    )
    op.create_table(
        "posts",
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.String(length=64), nullable=False),
        sa.Column("turn_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_posts_session_id"),
        sa.PrimaryKeyConstraint("sequence", name="pk_posts"),
        sa.UniqueConstraint(
            "session_id", "turn_id", "kind", "part", name="uq_posts_session_id_turn_id_kind_part"
        ),
    )
    op.create_index("ix_posts_channel_id_message_id", "posts", ["channel_id", "message_id"])
    op.create_index("ix_posts_turn_id", "posts", ["turn_id"])
    op.create_table(
        "turns",
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("session_id", sa.String(length=64), nullable=False),
        sa.Column("parent_id", sa.String(length=64)),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("told_by", sa.String(length=16)),
        sa.Column("is_recorded", sa.Boolean(), nullable=False),
        sa.Column("is_announced", sa.Boolean(), nullable=False),
        sa.Column("reference", sa.Text()),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("narrative", sa.Text(), nullable=False),
        sa.Column("actions", sa.Text(), nullable=False),
        sa.Column("resolution", sa.Text(), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.Column("suggestions", sa.Text(), nullable=False),
        sa.Column("usage", sa.Text(), nullable=False),
        sa.Column("seen", sa.Text(), nullable=False),
        sa.CheckConstraint("parent_id <> id", name="ck_turns_not_its_own_parent"),
        sa.ForeignKeyConstraint(["parent_id"], ["turns.id"], name="fk_turns_parent_id"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_turns_session_id"),
        sa.PrimaryKeyConstraint("sequence", name="pk_turns"),
        sa.UniqueConstraint("id", name="uq_turns_id"),
    )
    op.create_index("ix_turns_parent_id", "turns", ["parent_id"])
    op.create_index("ix_turns_session_id_parent_id", "turns", ["session_id", "parent_id"])
    op.create_table(
        "actions",
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("surface", sa.String(length=16), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("player_name", sa.Text(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("turn_id", sa.String(length=64)),
        sa.Column("character_id", sa.Text()),
        sa.Column("type", sa.String(length=16)),
        sa.Column("content", sa.Text()),
        sa.Column("selected_suggestion_id", sa.Text()),
        sa.Column("pressed_turn_id", sa.String(length=64)),
        sa.Column("call", sa.Text()),
        sa.Column("is_edited", sa.Boolean(), nullable=False),
        sa.Column("is_withdrawn", sa.Boolean(), nullable=False),
        sa.Column("after_turn_id", sa.String(length=64)),
        sa.Column("position", sa.Integer()),
        sa.Column("changes", sa.Text()),
        sa.ForeignKeyConstraint(["after_turn_id"], ["turns.id"], name="fk_actions_after_turn_id"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_actions_session_id"),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name="fk_actions_turn_id"),
        sa.PrimaryKeyConstraint("sequence", name="pk_actions"),
        sa.UniqueConstraint("surface", "source_id", name="uq_actions_surface_source_id"),
    )
    op.create_index("ix_actions_after_turn_id", "actions", ["after_turn_id"])
    op.create_index("ix_actions_session_id_turn_id", "actions", ["session_id", "turn_id"])
    op.create_index("ix_actions_turn_id", "actions", ["turn_id"])
    op.create_table(
        "notes",
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.String(length=64), nullable=False),
        sa.Column("turn_id", sa.String(length=64)),
        sa.Column("to_player_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_notes_session_id"),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name="fk_notes_turn_id"),
        sa.PrimaryKeyConstraint("sequence", name="pk_notes"),
    )
    op.create_index("ix_notes_session_id_to_player_id", "notes", ["session_id", "to_player_id"])
    op.create_table(
        "overrides",
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.String(length=64), nullable=False),
        sa.Column("turn_id", sa.String(length=64)),
        sa.Column("dm_id", sa.Text(), nullable=False),
        sa.Column("dm_name", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_overrides_session_id"),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name="fk_overrides_turn_id"),
        sa.PrimaryKeyConstraint("sequence", name="pk_overrides"),
    )
    op.create_index("ix_overrides_session_id", "overrides", ["session_id"])
    op.create_table(
        "requests",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("session_id", sa.String(length=64), nullable=False),
        sa.Column("turn_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("whom", sa.Text(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.Column("otherwise", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_requests_session_id"),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name="fk_requests_turn_id"),
        sa.PrimaryKeyConstraint("id", name="pk_requests"),
    )
    op.create_index("ix_requests_turn_id", "requests", ["turn_id"])
