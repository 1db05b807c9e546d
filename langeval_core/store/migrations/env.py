"""Run by Alembic; the caller gives the connection, its transaction and its lock."""

from __future__ import annotations

from alembic import context

from langeval_core.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
