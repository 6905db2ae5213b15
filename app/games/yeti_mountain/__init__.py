"""Yeti Mountain, the climb with something to trade: its rules. Numbers such as YM-08 name the rulings in
docs/rules/yeti_mountain.md.
"""
