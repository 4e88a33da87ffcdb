"""Text in, its lines out, broken where libyaml breaks them, so that its marks and our quotes speak of the same line."""

import re

# libyaml follows YAML 1.1 here (IS_BREAK in its yaml_private.h): NEL, LS and PS end a line as well
_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


def source_lines(text: str) -> list[str]:
    """The lines of a file without their ends; a text that ends with a line break has an empty last line."""
    return _BREAK.split(text)
