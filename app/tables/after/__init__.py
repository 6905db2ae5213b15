"""Games that are over: rematch, replay, record, proof; what is deleted."""
