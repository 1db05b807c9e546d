"""Report to frame."""
