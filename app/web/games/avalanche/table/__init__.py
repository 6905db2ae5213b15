"""The table's page: its regions, and the forms behind its controls."""
