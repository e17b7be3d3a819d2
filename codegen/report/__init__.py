"""Findings as text for people and as JSON for programs."""

from codegen.report.formats import Format, report

__all__ = ["Format", "report"]
