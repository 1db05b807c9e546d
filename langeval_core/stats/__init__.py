"""Thin, named doors to SciPy."""
