"""Before the start: opening, joining, options, who is ready, the start itself."""
