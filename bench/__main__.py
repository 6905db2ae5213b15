"""`python -m bench`: all measurements."""

from bench.rules import main

main()
