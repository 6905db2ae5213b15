"""The hub of sockets, and the bus between processes. No rendering, queries or secrets."""
