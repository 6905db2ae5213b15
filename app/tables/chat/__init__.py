"""What people say at a table, and to the operator about it."""
