"""Frame to figure."""
