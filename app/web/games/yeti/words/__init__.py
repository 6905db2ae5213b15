"""Yeti in words: names, sentences, refusals, choices."""
