"""Runs with their inputs, answers, results and transcripts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables of the first version."""
    op.create_table(
        "runs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("finished_at", sa.Double),
        sa.Column("beat_at", sa.Double, nullable=False),
        sa.Column("cases_total", sa.Integer, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
    )
    op.create_table(
        "run_summaries",
        sa.Column("run_id", sa.String(32), primary_key=True),
        sa.Column("cases_done", sa.Integer, nullable=False),
        sa.Column("cases_scored", sa.Integer, nullable=False),
        sa.Column("headline", sa.Double),
        sa.Column("is_partial", sa.Boolean, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    for name in ("inputs", "answers", "transcripts"):
        op.create_table(
            name,
            sa.Column("run_id", sa.String(32), primary_key=True),
            sa.Column("case_index", sa.Integer, primary_key=True),
            sa.Column("body", sa.LargeBinary, nullable=False),
            sqlite_with_rowid=False,
        )
    op.create_table(
        "results",
        sa.Column("run_id", sa.String(32), primary_key=True),
        sa.Column("case_index", sa.Integer, primary_key=True),
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("outcome", sa.String(32), nullable=False),
        sa.Column("score", sa.Double),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("results_by_case", "results", ["case_id", "run_id"])
