"""Benchmarks: the bindings and the tool beside their peers, in one run."""
