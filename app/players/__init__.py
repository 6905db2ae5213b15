"""Who a person is. No seats, no games."""
