"""The table: who sits, and what happens when somebody acts, leaves or is late. Use cases over ports."""
