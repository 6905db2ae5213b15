"""Avalanche at Yeti Mountain: the rules, whole, by the rulings in docs/rules/avalanche.md."""
