"""Typed Python bindings and MDX schema pages from the JSON Schemas of a JSON-RPC protocol."""

__version__ = "0.1.0"
