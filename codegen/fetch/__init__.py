"""Schemas from wherever they are: files, folders, standard input, git, npm packages."""

from codegen.fetch.places import Fetched, fetch

__all__ = ["Fetched", "fetch"]
