"""How much people a server bears, beside floors: the product by the pages' path, and bare servers that do as little as
a hidden choice needs. `python -m tools.load` measures; `python -m tools.load.floor` is the floors' server.
"""
