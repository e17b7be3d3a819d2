"""What a model is turned into: one package for each target, none knows another."""
