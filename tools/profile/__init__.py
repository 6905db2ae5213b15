"""Where the time of one command goes: shares of the processor by package and by part of the application."""
