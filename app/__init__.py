"""Avalanche at Yeti Mountain, online: the rooms of the house."""
