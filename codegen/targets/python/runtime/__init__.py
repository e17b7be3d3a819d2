"""The hand-written part of the bindings: it knows msgspec and type hints, not one protocol name.

`fields` are the bases and markers that generated classes use, `unions` says which branches a
union has, `walk` decodes by the rules when one pass in C is not enough, `codec` and `methods`
are the public face.
"""
