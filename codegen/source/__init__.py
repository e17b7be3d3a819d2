"""Schema files: bytes in, a checked `SchemaDocument` out. Knows JSON and keywords, no meaning."""

from codegen.source.document import Node, SchemaDocument
from codegen.source.keywords import KeywordPolicy
from codegen.source.load import load, read

__all__ = ["KeywordPolicy", "Node", "SchemaDocument", "load", "read"]
