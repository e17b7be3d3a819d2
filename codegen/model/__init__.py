"""What a schema means, as frozen values: shapes, fields, unions, methods.

Knows neither JSON nor any target language. Everything a target needs is data here.
"""

from codegen.model.methods import Kind, Method, Side
from codegen.model.model import Definition, Model
from codegen.model.shapes import (
    MISSING,
    NO_TOLERANCE,
    Any,
    Array,
    Const,
    Enum,
    Extras,
    Field,
    Map,
    Member,
    Missing,
    Nullable,
    Ref,
    Role,
    Scalar,
    ScalarType,
    Shape,
    Struct,
    Tolerance,
    Union,
    Variant,
)

__all__ = [
    "MISSING",
    "NO_TOLERANCE",
    "Any",
    "Array",
    "Const",
    "Definition",
    "Enum",
    "Extras",
    "Field",
    "Kind",
    "Map",
    "Member",
    "Method",
    "Missing",
    "Model",
    "Nullable",
    "Ref",
    "Role",
    "Scalar",
    "ScalarType",
    "Shape",
    "Side",
    "Struct",
    "Tolerance",
    "Union",
    "Variant",
]
