"""Commands of `acp-codegen` that have a module of their own."""

from codegen.commands.check import check
from codegen.commands.diff import changelog, diff, explain
from codegen.commands.documents import check_docs
from codegen.commands.locks import accept, lock
from codegen.commands.pull import pull

COMMANDS = (check, check_docs, accept, lock, diff, changelog, explain, pull)

__all__ = ["COMMANDS"]
