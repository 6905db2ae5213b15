"""The rule book: what the games are. Pure, standard library only; no I/O, clocks, `random`, HTML or
people.
"""
