"""Comparisons that tell the causes of one message apart."""

import pytest

from generator.model.condition import ConditionError, holds, parse_condition, quantity


@pytest.mark.parametrize(
    ("text", "captures", "expected"),
    [
        pytest.param("want > total", {"want": "305.00 GiB", "total": "14.75 GiB"}, True, id="sizes compare as numbers"),
        pytest.param("want > total", {"want": "900 MiB", "total": "1 GiB"}, False, id="with their units"),
        pytest.param("live > 0.9 * total", {"live": "79", "total": "80"}, True, id="a factor before a name"),
        pytest.param("live > 2 GiB", {"live": "3.5 GiB"}, True, id="a fixed size"),
        pytest.param('mode == "RECOMPUTE"', {"mode": "RECOMPUTE"}, True, id="text"),
        pytest.param("mode == RECOMPUTE", {"mode": "SWAP"}, False, id="text in capitals without quotes"),
        pytest.param("op != BARRIER and seq < 10", {"op": "ALLREDUCE", "seq": "9"}, True, id="two comparisons"),
        pytest.param("op != BARRIER and seq < 10", {"op": "ALLREDUCE", "seq": "10"}, False, id="both are needed"),
        pytest.param("want > total", {"want": "1"}, False, id="a value that was not captured"),
        pytest.param("name < 3", {"name": "abc"}, False, id="text has no order"),
        pytest.param("code == -9", {"code": "-9"}, True, id="a number below zero"),
        pytest.param('code == "-9"', {"code": "-9"}, True, id="quoted or not"),
    ],
)
def test_whether_a_condition_holds(text: str, captures: dict[str, str], expected: bool) -> None:
    """What the placeholders took decides."""
    assert holds(parse_condition(text), captures) is expected


@pytest.mark.parametrize("text", ["", "want", "want >", "want is larger", "want > total or free > 1", "want >> total"])
def test_what_is_no_condition(text: str) -> None:
    """Anything but comparisons joined by `and`."""
    with pytest.raises(ConditionError):
        parse_condition(text)


def test_names_stand_once_in_order() -> None:
    """For the check that each is a placeholder."""
    assert parse_condition("b > a and a > 1 and b < 2 * c").names == ("b", "a", "c")


@pytest.mark.parametrize(
    ("text", "value"),
    [("6.00 GiB", 6 * 1024.0**3), ("12", 12.0), ("512 bytes", 512.0), ("2 kB", 2048.0), ("ALLREDUCE", "ALLREDUCE")],
)
def test_quantities(text: str, value: float | str) -> None:
    """As programs print them."""
    assert quantity(text) == value
