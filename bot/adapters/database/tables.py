"""What is kept of every game, table by table. A change here needs a migration beside it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from bot.adapters.database.columns import Json, Moment

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ID = String(64)
UNFINISHED = text("status <> 'finished'")

documents = Table(
    "documents",
    metadata,
    Column("hash", ID, primary_key=True),
    Column("content", Json, nullable=False),
)
"""Large values that never change (adventures, base states), once each, by SHA-256."""

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", ID, primary_key=True),
    Column("game", Json, nullable=False),
    Column("dm_role_id", ID),
    Column("plain", Boolean(), nullable=False),
    Column("starts", String(16), nullable=False, server_default="everyone"),
    Column("host_role_id", ID),
    Column("dm_channel_id", ID),
    Column("speaks_as", Boolean(), nullable=False, server_default=text("0")),
    Column("rolls_inline", Boolean(), nullable=False, server_default=text("0")),
    Column("is_welcomed", Boolean(), nullable=False, server_default=text("0")),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("surface", String(16), nullable=False),
    Column("guild_id", ID),
    Column("channel_id", Text, nullable=False),
    Column("host_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("head_turn_id", ID),
    Column("current_turn_id", ID),
    Column("base_turn_id", ID),
    Column("base_position", Integer, nullable=False),
    Column("is_rebased", Boolean(), nullable=False),
    Column("adventure_id", ID, nullable=False),
    Column("adventure_version", Integer, nullable=False),
    Column("adventure_hash", ID, ForeignKey("documents.hash"), nullable=False),
    Column("base_hash", ID, ForeignKey("documents.hash"), nullable=False),
    Column("prompts_version", Text, nullable=False),
    Column("settings", Json, nullable=False),
    Column("next_settings", Json, nullable=False, server_default="null"),
    Column("blocked", Json, nullable=False, server_default="[]"),
    Column("finished_at", Moment()),
    Column("dice_seeds", Json, nullable=False, server_default="[]"),
    Column("created_at", Moment(), nullable=False),
    Column("acted_at", Moment(), nullable=False),
    # Last, so that a look at the version reads one page and not the whole state.
    Column("head_state", Json, nullable=False),
    Index("ix_sessions_surface_status", "surface", "status"),
    Index(
        "uq_sessions_channel_unfinished",
        "surface",
        "channel_id",
        unique=True,
        sqlite_where=UNFINISHED,
        postgresql_where=UNFINISHED,
    ),
)
"""`base_position`: how many side events after the base's turn the base state already holds."""

turns = Table(
    "turns",
    metadata,
    Column("sequence", Integer, primary_key=True),
    Column("id", ID, nullable=False, unique=True),
    Column("session_id", ID, ForeignKey("sessions.id"), nullable=False),
    Column("parent_id", ID, ForeignKey("turns.id"), index=True),
    Column("number", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("told_by", String(16)),
    Column("is_recorded", Boolean(), nullable=False),
    Column("is_announced", Boolean(), nullable=False),
    Column("reference", Text),
    Column("began_at", Moment(), nullable=False),
    Column("ended_at", Moment()),
    Column("narrative", Text, nullable=False),
    Column("actions", Json, nullable=False),
    Column("resolution", Json, nullable=False),
    Column("changes", Json, nullable=False),
    Column("suggestions", Json, nullable=False),
    Column("usage", Json, nullable=False),
    Column("times", Json, nullable=False, server_default="{}"),
    Column("seen", Text, nullable=False),
    Index("ix_turns_session_id_parent_id", "session_id", "parent_id"),
    CheckConstraint("parent_id <> id", name="not_its_own_parent"),
)

actions = Table(
    "actions",
    metadata,
    Column("sequence", Integer, primary_key=True),
    Column("surface", String(16), nullable=False),
    Column("source_id", Text, nullable=False),
    Column("session_id", ID, ForeignKey("sessions.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("player_id", Text, nullable=False),
    Column("player_name", Text, nullable=False),
    Column("received_at", Moment(), nullable=False),
    Column("turn_id", ID, ForeignKey("turns.id"), index=True),
    Column("character_id", Text),
    Column("type", String(16)),
    Column("content", Text),
    Column("selected_suggestion_id", Text),
    Column("pressed_turn_id", ID),
    Column("call", Json),
    Column("is_edited", Boolean(), nullable=False, default=False),
    Column("is_withdrawn", Boolean(), nullable=False, default=False),
    Column("after_turn_id", ID, ForeignKey("turns.id"), index=True),
    Column("position", Integer),
    Column("changes", Json),
    UniqueConstraint("surface", "source_id"),
    Index("ix_actions_session_id_turn_id", "session_id", "turn_id"),
)
"""Kind `action`: what makes a turn. Every other kind is a side event, with its place and its changes."""

posts = Table(
    "posts",
    metadata,
    Column("sequence", Integer, primary_key=True),
    Column("session_id", ID, ForeignKey("sessions.id"), nullable=False),
    Column("turn_id", ID, nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("part", Integer, nullable=False),
    Column("channel_id", Text, nullable=False),
    Column("message_id", Text, nullable=False),
    UniqueConstraint("session_id", "turn_id", "kind", "part"),
    Index("ix_posts_channel_id_message_id", "channel_id", "message_id"),
)

requests = Table(
    "requests",
    metadata,
    Column("id", ID, primary_key=True),
    Column("session_id", ID, ForeignKey("sessions.id"), nullable=False),
    Column("turn_id", ID, ForeignKey("turns.id"), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("whom", Json, nullable=False),
    Column("until", Moment()),
    Column("otherwise", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("is_open", Boolean(), nullable=False),
)

overrides = Table(
    "overrides",
    metadata,
    Column("sequence", Integer, primary_key=True),
    Column("session_id", ID, ForeignKey("sessions.id"), nullable=False, index=True),
    Column("turn_id", ID, ForeignKey("turns.id")),
    Column("dm_id", Text, nullable=False),
    Column("dm_name", Text, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("reason", Text, nullable=False),
    Column("changes", Json, nullable=False),
    Column("made_at", Moment(), nullable=False),
)
"""What a DM overruled, for the audit; the changes themselves count in `actions`."""

notes = Table(
    "notes",
    metadata,
    Column("sequence", Integer, primary_key=True),
    Column("session_id", ID, ForeignKey("sessions.id"), nullable=False),
    Column("turn_id", ID, ForeignKey("turns.id")),
    Column("to_player_id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("written_at", Moment(), nullable=False),
    Column("opened_at", Moment()),
    Index("ix_notes_session_id_to_player_id", "session_id", "to_player_id"),
)

player_characters = Table(
    "player_characters",
    metadata,
    Column("sequence", Integer, primary_key=True),
    Column("guild_id", ID),
    Column("player_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("character", Json, nullable=False),
    Column("session_id", ID, ForeignKey("sessions.id")),
    Column("saved_at", Moment(), nullable=False),
    UniqueConstraint("guild_id", "player_id", "name"),
)
"""A copy that travels between games; the game's own state is the truth during play."""

processes = Table(
    "processes",
    metadata,
    Column("surface", String(16), primary_key=True),
    Column("pid", Integer, nullable=False),
    Column("host", Text, nullable=False),
    Column("started", Text, nullable=False),
    Column("heartbeat", Moment(), nullable=False),
)
