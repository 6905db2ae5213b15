"""What becomes of a seat: its colours, its owner away, lost, or coming back."""
