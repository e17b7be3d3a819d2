"""What is wrong or doubtful in a schema, as findings with rule ids."""

from codegen.lint.check import lint
from codegen.lint.rules import RULES, LintRule

__all__ = ["RULES", "LintRule", "lint"]
