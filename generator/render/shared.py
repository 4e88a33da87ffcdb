"""What all pages of one build draw on, computed once: the corpus, the facts, the templates, and snippets used on several pages."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from jinja2 import Environment
from markupsafe import Markup

from generator.model import Corpus, FiledArea, FiledEntry, markdown
from generator.render.environment import environment, with_unbroken_code
from generator.render.facts import SiteFacts
from generator.render.page import Heading, Page
from generator.render.views.signature import SignatureView, view_signatures

NEIGHBOURS = 8
#: Stands in a cached snippet for the way to the site's top, which differs from page to page. No entry can hold this character.
_BASE = "\x00"
NOTHING = Markup("")


@dataclass
class Shared:
    """One build's common store. Every list in it is made in one pass over the entries."""

    corpus: Corpus
    facts: SiteFacts
    env: Environment
    _snippets: dict[str, str] = field(default_factory=dict)
    _summaries: dict[str, str] = field(default_factory=dict)
    _rows: dict[tuple[str, bool, bool, bool], str] = field(default_factory=dict)
    _signatures: dict[str, tuple[SignatureView, ...]] = field(default_factory=dict)

    @cached_property
    def peers(self) -> dict[tuple[str, str], list[FiledEntry]]:
        """Entries by category and area, the gravest first."""
        groups: dict[tuple[str, str], list[FiledEntry]] = {}
        for category, members in self.corpus.by_category.items():
            for filed in members:
                groups.setdefault((category, filed.area), []).append(filed)
        return groups

    def neighbours(self, filed: FiledEntry) -> list[FiledEntry]:
        """Other entries of the same category, those of the same area first; at most NEIGHBOURS."""
        category = filed.entry.category
        near = [other for other in self.peers[category, filed.area][: NEIGHBOURS + 1] if other.id != filed.id][
            :NEIGHBOURS
        ]
        if len(near) < NEIGHBOURS:  # then the area holds so few that passing over them again is cheap
            for other in self.corpus.by_category[category]:
                if len(near) == NEIGHBOURS:
                    break
                if other.area != filed.area:
                    near.append(other)
        return near

    @cached_property
    def areas_by_name(self) -> list[FiledArea]:
        """The areas in the order of the navigation."""
        return sorted(self.corpus.areas.values(), key=lambda filed: (filed.area.name.casefold(), filed.id))

    def resolver(self, base: str) -> Callable[[str], str]:
        """Turns an entry's id into its address, seen from a page whose way to the top is `base`."""
        return lambda entry_id: f"{base}/{self.corpus.find(entry_id).path}"

    def snippet(self, text: str, base: str) -> Markup:
        """A short text as HTML; rendered once however many pages show it."""
        html = self._snippets.get(text)
        if html is None:
            html = self._snippets[text] = str(with_unbroken_code(markdown.inline(text, self.resolver(_BASE))))
        return Markup(html.replace(_BASE, base))

    def summary(self, filed: FiledEntry) -> str:
        """An entry's summary without markup."""
        words = self._summaries.get(filed.id)
        if words is None:
            words = self._summaries[filed.id] = markdown.plain(filed.entry.summary)
        return words

    def row(
        self,
        filed: FiledEntry,
        base: str,
        *,
        with_area: bool = True,
        with_summary: bool = True,
        with_date: bool = False,
    ) -> Markup:
        """An entry as a row of a list; rendered once however many lists hold it."""
        key = (filed.id, with_area, with_summary, with_date)
        html = self._rows.get(key)
        if html is None:
            html = self._rows[key] = self.env.get_template("hub/row.html.j2").render(
                filed=filed,
                entry=filed.entry,
                base=_BASE,
                resolve=self.resolver(_BASE),
                with_summary=with_summary,
                with_date=with_date,
                area_name=self.corpus.areas[filed.area].area.name if with_area else "",
            )
        return Markup(html.replace(_BASE, base))

    def signatures(self, filed: FiledEntry) -> tuple[SignatureView, ...]:
        """An entry's signatures as they are shown."""
        views = self._signatures.get(filed.id)
        if views is None:
            views = self._signatures[filed.id] = view_signatures(filed)
        return views

    def page(
        self,
        template: str,
        path: str,
        title: str,
        description: str,
        *,
        headings: tuple[Heading, ...] = (),
        base: str | None = None,
        area: str | None = None,
        changed: str | None = None,
        head: Markup = NOTHING,
        type: str = "website",
        **values: object,
    ) -> Page:
        """The page at `path` as this template prints it with these values; `base` overrides the way to the top."""
        base = base if base is not None else Page(path, "", "", NOTHING).base
        content = self.env.get_template(template).render(
            values | {"shared": self, "facts": self.facts, "base": base, "resolve": self.resolver(base), "title": title}
        )
        return Page(path, title, description, Markup(content), headings, head, area, changed, type)


_last: list[Shared] = []


def shared_for(corpus: Corpus, facts: SiteFacts) -> Shared:
    """The store for this corpus; the last one is kept, so that entries rendered one by one share it."""
    if not (_last and _last[0].corpus is corpus and _last[0].facts == facts):
        _last[:] = [Shared(corpus, facts, environment(facts.templates))]
    return _last[0]
