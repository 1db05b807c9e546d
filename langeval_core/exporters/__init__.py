"""Runs to files."""
