"""The dashboard: pages, forms, panels, tables and charts over the core."""
