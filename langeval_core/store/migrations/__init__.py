"""Alembic's environment: how stores of older versions become stores of this one."""
