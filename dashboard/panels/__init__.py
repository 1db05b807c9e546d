"""Report to widgets."""
