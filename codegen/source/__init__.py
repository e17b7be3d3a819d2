"""Schema files: bytes in, a checked `SchemaDocument` out. Knows JSON and keywords, no meaning."""

from codegen.source.document import Node, SchemaDocument
from codegen.source.keywords import KeywordPolicy, check_keywords
from codegen.source.load import load, parse, read

__all__ = ["KeywordPolicy", "Node", "SchemaDocument", "check_keywords", "load", "parse", "read"]
