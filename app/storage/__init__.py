"""The repositories and the unit of work: all SQL, all JSON of states. No decisions."""
