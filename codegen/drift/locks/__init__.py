"""Locks: what each document was reviewed against, and what has moved since."""
