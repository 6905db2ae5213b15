"""The language of a race: names of things, options, refusals."""
