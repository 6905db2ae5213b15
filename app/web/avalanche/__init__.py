"""The table screen of Avalanche: where everything stands, what every region shows, what every event is called.
No rules.
"""
