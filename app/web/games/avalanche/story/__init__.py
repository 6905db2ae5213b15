"""Events as beats and sentences; the rulings behind them."""
