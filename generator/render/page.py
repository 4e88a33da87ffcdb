"""What rendering gives: pages without a shell, so that the theme around them can be another one."""

from dataclasses import dataclass, field

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Heading:
    """An item of the page's table of contents: its anchor, its words, and the headings below it."""

    anchor: str
    title: str
    children: tuple["Heading", ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One page: where it lies (from the site's top, "" for home, else ending in a slash), its words, and its HTML body.

    `head` is HTML for the document's head that belongs to this page alone (structured data). `area` is the area whose place in
    the navigation is marked. `changed` is an ISO date for the site map; None leaves the page out of it.
    """

    path: str
    title: str
    description: str
    content: Markup
    headings: tuple[Heading, ...] = ()
    head: Markup = field(default=Markup(""))
    area: str | None = None
    changed: str | None = None
    type: str = "website"  # Open Graph's type: "website" or "article"

    @property
    def depth(self) -> int:
        """How many folders below the site's top the page lies."""
        return self.path.count("/")

    @property
    def base(self) -> str:
        """The way from this page to the site's top, without a trailing slash: ".", "..", "../.."."""
        return "/".join([".."] * self.depth) or "."
