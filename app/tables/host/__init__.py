"""What only a host may settle, and how the role passes on."""
