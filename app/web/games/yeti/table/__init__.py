"""The table of Yeti as a picture."""
