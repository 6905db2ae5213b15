"""Yeti Snack!, a puzzle race in real time: its rules. Numbers such as YS-08 name the rulings in
docs/rules/yeti_snack.md. The engine reads no clock: every action comes with the table time at which it was taken.
"""
