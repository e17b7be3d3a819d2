"""Turn a checked schema file into a `Model`: every form of the schema language becomes one shape.

The passes, in order: `shapes` (scalars, arrays, maps, references) calls `objects`, `unions` and
`enums` for what they know; `methods` reads the JSON-RPC envelopes; `cycles` refuses definitions
without structure. Names of nested shapes follow `names`.
"""

from codegen.normalise.build import normalise

__all__ = ["normalise"]
