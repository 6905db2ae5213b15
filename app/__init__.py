"""Avalanche at Yeti Mountain, online."""
