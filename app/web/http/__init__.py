"""Requests and answers: who asks, what is let in, how a refusal is told."""
