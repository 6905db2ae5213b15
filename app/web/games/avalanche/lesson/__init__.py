"""The first lesson: a guided race with nothing stored."""
