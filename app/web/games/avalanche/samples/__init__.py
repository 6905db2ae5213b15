"""Tables and replays in every state, for tests and the page of patterns."""
