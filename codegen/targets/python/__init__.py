"""Bindings: `planner` decides, `lower` and `classes` print the classes, `tail` the rest, `package`
puts the files together. The files in `runtime/` are shipped as they stand."""
