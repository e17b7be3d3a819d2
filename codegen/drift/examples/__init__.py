"""JSON examples: which definition each value claims to be, and where it is none."""
