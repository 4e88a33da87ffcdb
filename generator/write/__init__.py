"""Writing: files to a folder, whole or not at all."""

from generator.write.tree import File, LiveTree, TargetError, Written, check_target, write_tree
from generator.write.whole import write_whole

__all__ = ["File", "LiveTree", "TargetError", "Written", "check_target", "write_tree", "write_whole"]
