"""Problems: what a contributor can mend, where it is, and how it prints."""

from generator.problems.catalogue import CATALOGUE, Code, is_error
from generator.problems.location import Location
from generator.problems.problem import Problem, did_you_mean, in_reading_order, nearest

__all__ = ["CATALOGUE", "Code", "Location", "Problem", "did_you_mean", "in_reading_order", "is_error", "nearest"]
