"""Fingerprints: nothing lies on anything else, every number is kept, and cycles do no harm."""

import re
from itertools import pairwise
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from generator.render.figures import draw_curves, draw_graph
from generator.render.figures.curves import bounds, number_in_words
from generator.render.figures.layout import Arrow, Box, Layout, lay_out
from generator.render.figures.text import width, wrap
from generator.render.figures.ways import rightwards
from generator.schema.records import Curves, Edge, Graph, Line, Mark, Node

CHAIN = [Arrow(0, 1), Arrow(1, 2), Arrow(2, 3)]
BOX = Box(100, 30)


@some.composite
def graphs(draw: some.DrawFn) -> tuple[list[Box], list[Arrow]]:
    """Up to nine boxes and fourteen arrows between any of them, some with labels."""
    boxes = draw(some.lists(some.builds(Box, some.floats(80, 190), some.floats(30, 70)), min_size=2, max_size=9))
    place = some.integers(0, len(boxes) - 1)
    label = some.none() | some.builds(Box, some.floats(20, 120), some.floats(16, 44))
    return boxes, draw(some.lists(some.builds(Arrow, place, place, label, some.booleans()), max_size=14))


def rectangles(boxes: list[Box], arrows: list[Arrow], layout: Layout) -> list[tuple[float, float, float, float]]:
    """The room that boxes and labels take: left, top, right, bottom."""
    middles = list(zip(boxes, layout.boxes, strict=True))
    middles += [(a.label, r.label) for a, r in zip(arrows, layout.routes, strict=True) if a.label and r and r.label]
    return [(m.x - b.wide / 2, m.y - b.high / 2, m.x + b.wide / 2, m.y + b.high / 2) for b, m in middles]


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_no_box_or_label_lies_on_another(graph: tuple[list[Box], list[Arrow]]) -> None:
    """Whatever the graph, its words can be read."""
    found = rectangles(*graph, lay_out(*graph))
    for number, a in enumerate(found):
        for b in found[number + 1 :]:
            assert a[2] <= b[0] + 0.01 or b[2] <= a[0] + 0.01 or a[3] <= b[1] + 0.01 or b[3] <= a[1] + 0.01


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_everything_lies_inside_the_picture(graph: tuple[list[Box], list[Arrow]]) -> None:
    """Nothing is cut off at the edges."""
    layout = lay_out(*graph)
    for left, top, right, bottom in rectangles(*graph, layout):
        assert left >= -0.01
        assert top >= -0.01
        assert right <= layout.wide + 0.01
        assert bottom <= layout.high + 0.01


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_arrows_run_downwards_but_for_those_that_close_a_cycle(graph: tuple[list[Box], list[Arrow]]) -> None:
    """An arrow's way never turns round between its ends."""
    for route in lay_out(*graph).routes:
        if route is not None:
            heights = [point.y for point in route.points]
            assert heights == sorted(heights, reverse=route.back)


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_only_cycles_make_arrows_run_upwards(graph: tuple[list[Box], list[Arrow]]) -> None:
    """Without the arrows that run upwards no cycle is left, so none of them was turned for nothing but a cycle."""
    boxes, arrows = graph
    kept = [a for a, r in zip(arrows, lay_out(boxes, arrows).routes, strict=True) if r is not None and not r.back]
    assert not any(route is not None and route.back for route in lay_out(boxes, kept).routes)


def test_a_chain_stands_in_one_column() -> None:
    """The plainest failure looks plain."""
    layout = lay_out([BOX] * 4, CHAIN)
    assert {round(point.x, 3) for point in layout.boxes} == {50}
    assert layout.layers == (0, 1, 2, 3)


def test_a_box_without_predecessor_stands_just_above_its_successor() -> None:
    """The way out stands where it cuts the chain, not at the top of the picture."""
    assert lay_out([BOX] * 5, [*CHAIN, Arrow(4, 3)]).layers[4] == 2


def test_a_box_that_cuts_stands_beside_what_it_cuts() -> None:
    """It is no step of the chain: it stands in the layer of its target, its way is level, and the chain stays in one column."""
    layout = lay_out([BOX] * 5, [*CHAIN, Arrow(4, 1, Box(60, 16), cut=True)])
    route = layout.routes[3]
    assert route is not None
    assert route.label is not None
    assert layout.layers[4] == layout.layers[1]
    assert {round(point.x, 3) for point in layout.boxes[:4]} == {50}
    assert [point.y for point in route.points] == [layout.boxes[1].y] * 2
    assert route.label.y + 8 < layout.boxes[1].y


def test_two_boxes_that_cut_the_same_stand_on_either_side_of_it() -> None:
    """A third one stands above."""
    cuts = [Arrow(at, 1, cut=True) for at in (4, 5, 6)]
    layout = lay_out([BOX] * 7, [*CHAIN, *cuts])
    assert layout.layers[4:] == (1, 1, 0)
    assert layout.boxes[5].x < layout.boxes[1].x < layout.boxes[4].x


def test_a_box_with_another_arrow_is_a_step_of_the_chain_and_no_guest_beside_it() -> None:
    """Only a box that does nothing but cut is drawn aside."""
    layout = lay_out([BOX] * 5, [*CHAIN, Arrow(4, 1, cut=True), Arrow(4, 3)])
    assert layout.layers[4] == 0


def test_the_order_with_fewer_crossings_is_taken() -> None:
    """Two chains that are given crosswise are untangled."""
    layout = lay_out([BOX] * 4, [Arrow(0, 3), Arrow(1, 2)])
    assert (layout.boxes[0].x < layout.boxes[1].x) == (layout.boxes[3].x < layout.boxes[2].x)


GRAPH = Graph(
    nodes=(
        Node(id="a", label="A <cause> & more", role="cause"),
        Node(id="b", label="Event"),
        Node(id="c", label="Symptom", role="symptom"),
    ),
    edges=(
        Edge(source="a", target="b", label="then"),
        Edge(source="b", target="c"),
        Edge(source="c", target="a", label="again"),
        Edge(source="b", target="b"),
    ),
)
CURVES = Curves(
    time="minutes",
    lines=(
        Line(name="Load <%>", unit="%", points=((0, 10), (5, 99), (10, 99))),
        Line(name="Flat", points=((0, 3), (10, 3))),
    ),
    marks=(Mark(at=5, label="full"), Mark(at=5.2, label="also here")),
)


@pytest.mark.parametrize(
    "svg", [draw_graph(GRAPH, "T <1>", "D & 2"), draw_curves(CURVES, "T <1>", "D & 2")], ids=["graph", "curves"]
)
def test_a_picture_is_well_formed_and_named(svg: str) -> None:
    """Readers who do not see it get its title and description."""
    root = Xml.fromstring(str(svg))
    title, desc = root[0], root[1]
    assert (root.get("role"), title.text, desc.text) == ("img", "T <1>", "D & 2")
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"


@pytest.mark.parametrize("svg", [draw_graph(GRAPH, "", ""), draw_curves(CURVES, "", "")], ids=["graph", "curves"])
def test_a_picture_carries_no_colour_of_its_own(svg: str) -> None:
    """Colours come from the style sheet, so that the picture follows the scheme."""
    assert not re.search(r'style=|fill="|stroke="|#[0-9a-f]{3}', svg)


def test_a_role_is_told_by_a_word() -> None:
    """Not by colour alone."""
    svg = draw_graph(GRAPH, "", "")
    assert ">cause</text>" in svg
    assert ">what you see</text>" in svg


EXIT = Node(id="x", label="Way", role="exit")


def with_exit(*edges: Edge) -> str:
    """A cause and its symptom, a way out, and these edges more."""
    nodes = (Node(id="a", label="Cause", role="cause"), Node(id="b", label="Symptom", role="symptom"), EXIT)
    return str(draw_graph(Graph(nodes=nodes, edges=(Edge(source="a", target="b"), *edges)), "", ""))


def test_a_way_out_that_cuts_ends_in_a_bar() -> None:
    """An arrow head into the cause would read as one more cause."""
    svg = with_exit(Edge(source="x", target="a", label="cuts"))
    assert (svg.count('class="edge-cut"'), svg.count("edge-tip")) == (1, 1)


def test_a_way_out_that_the_chain_leads_to_is_reached_by_an_arrow() -> None:
    """In the way out's own colour and dashes."""
    svg = with_exit(Edge(source="a", target="x"))
    assert (svg.count('class="edge-cut"'), svg.count("edge-tip--exit"), svg.count("edge--exit")) == (0, 1, 1)


def test_marks_at_nearly_the_same_time_have_labels_in_different_rows() -> None:
    """Labels do not lie on each other."""
    heights = re.findall(r'class="mark-label" x="[^"]+" y="([^"]+)"', draw_curves(CURVES, "", ""))
    assert len(set(heights)) == 2


@settings(deadline=None)
@given(some.lists(some.tuples(some.floats(1, 100), some.floats(-1000, 1000)), min_size=2, max_size=12))
def test_a_curve_never_leaves_the_range_of_its_values(steps: list[tuple[float, float]]) -> None:
    """Between two values the line stays between them: it shows nothing that was not given."""
    points, x = [], 0.0
    for step, y in steps:
        x += step
        points.append((x, y))
    numbers = [
        tuple(map(float, re.findall(r"-?\d+\.\d", piece))) for piece in re.findall(r"[CL][^CL]+", rightwards(points))
    ]
    for piece, (a, b) in zip(numbers, pairwise(points), strict=True):
        for y in piece[1::2]:
            assert min(a[1], b[1]) - 0.1 <= y <= max(a[1], b[1]) + 0.1


@pytest.mark.parametrize(
    ("values", "range_"),
    [
        ((10, 30), (0, 30)),
        ((1380, 1755), (1380, 1755)),
        ((0, 0), (0, 1)),
        ((5, 5), (0, 5)),
        ((-5, -5), (-5, 0)),
        ((-3, 4), (-3, 4)),
    ],
)
def test_a_panel_starts_at_zero_where_its_values_come_near(
    values: tuple[float, ...], range_: tuple[float, float]
) -> None:
    """And at its least value elsewhere, so that a small change of a large number is seen; a flat line has a range too."""
    assert bounds(values) == range_


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (12, "12"),
        (0.5, "0.5"),
        (1500, "1,500"),
        (65536, "65.5k"),
        (2.5e6, "2.5M"),
        (3e-5, "3e-05"),
        (-3, "−3"),
        (99.95, "100"),
        (3100, "3,100"),
    ],
)
def test_numbers_are_short(value: float, shown: str) -> None:
    """As an axis shows them."""
    assert number_in_words(value) == shown


@given(some.text(alphabet="abcdefgh WMi_:", max_size=60))
def test_wrapped_lines_fit_and_keep_every_letter(text: str) -> None:
    """Long words are cut rather than left to run out of their box."""
    lines = wrap(text, 13, 80)
    assert all(width(line, 13) <= 80 or len(line) == 1 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_metrics_of_one_unit_share_a_scale() -> None:
    """A clock that loses 15 MHz must not look like the one beside it that loses 375."""
    lines = (
        Line(name="Suspect", unit="MHz", points=((0.0, 1755.0), (9.0, 1380.0))),
        Line(name="Peers", unit="MHz", points=((0.0, 1755.0), (9.0, 1740.0))),
    )
    svg = str(draw_curves(Curves(time="minutes", lines=lines), "t", "d"))
    assert svg.count(">1,380<") == 2
    assert ">1,740<" not in svg
