"""What Alembic runs: the missing steps, in the transaction that `bot.adapters.database.upgrade` opened."""

from alembic import context

from bot.adapters.database.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
