"""Matching: signatures and log text to hits. Takes signatures as values and knows nothing of files or pages."""

from generator.match.scan import Hit, scan_lines, scan_text, template_of
from generator.match.template import Hole, Literal, Template, TemplateError, is_too_wide, parse_template

__all__ = ["Hit", "Hole", "Literal", "Template", "TemplateError", "is_too_wide", "parse_template", "scan_lines", "scan_text", "template_of"]
