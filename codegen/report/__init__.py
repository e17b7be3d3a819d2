"""Results as text for people, and in the forms that programs and services read."""

from codegen.report.catalogue import Result, RuleText
from codegen.report.formats import Format, report

__all__ = ["Format", "Result", "RuleText", "report"]
