"""What changed between two schemas: `compare` gives facts, `classify` gives verdicts.

Facts say what differs and in which direction values of one schema stop being valid in the other.
Verdicts say whom that hurts; they come from the rows of `rules`. Knows no printing.
"""
