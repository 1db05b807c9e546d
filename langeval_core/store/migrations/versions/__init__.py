"""One file a version of the store, oldest first."""
