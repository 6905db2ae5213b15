"""`python -m app`: see `app/cli.py`."""

import sys

from app.cli import main

sys.exit(main())
