"""The front desk: HTTP, forms, HTML. No rules, no SQL."""
