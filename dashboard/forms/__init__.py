"""Widgets to spec."""
