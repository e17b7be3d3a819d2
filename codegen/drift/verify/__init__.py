"""Verifiers: one for each kind of claim, from a block in its context to hits."""
