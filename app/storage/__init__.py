"""The cupboard: all SQL, all JSON of states. No decisions."""
