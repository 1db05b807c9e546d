"""Who changes a state."""
