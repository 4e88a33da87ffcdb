"""Writing: files to a folder, whole or not at all."""

from generator.write.built import Built, parse_built, stands
from generator.write.pages import BuiltPages, KeptPages, ServedPages
from generator.write.tree import File, LiveTree, Same, TargetError, Written, check_target, write_tree
from generator.write.whole import write_whole

__all__ = [
    "Built",
    "BuiltPages",
    "File",
    "KeptPages",
    "LiveTree",
    "Same",
    "ServedPages",
    "TargetError",
    "Written",
    "check_target",
    "parse_built",
    "stands",
    "write_tree",
    "write_whole",
]
