"""Whether what is committed still says the same as the schema."""
