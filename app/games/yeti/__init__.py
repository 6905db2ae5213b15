"""Yeti, the dice race for the photo: its rules. Numbers such as YT-08 name the rulings in docs/rules/yeti.md."""
