"""Actions of people, bots and clocks, by one path."""
