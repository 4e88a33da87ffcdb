"""An entry in, what search engines read of it out: schema.org data as one script element for the page's head."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from generator.model import FiledEntry, markdown
from generator.render.shared import Shared

#: What could end the script element or open another one, written so that JSON reads the same.
_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def script(data: Mapping[str, Any]) -> Markup:
    """The data as an element that no browser runs."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign, written in _UNSAFE.items():
        text = text.replace(sign, written)
    return Markup(f'<script type="application/ld+json">{text}</script>')


def entry_data(shared: Shared, filed: FiledEntry) -> Markup:
    """An entry's article, its way from the top, and its questions where it has some."""
    facts, entry = shared.facts, filed.entry
    address = facts.address + filed.path
    graph: list[dict[str, Any]] = [
        {
            "@type": "TechArticle",
            "@id": address,
            "url": address,
            "headline": entry.title,
            "description": shared.summary(filed),
            "datePublished": entry.added.isoformat(),
            "dateModified": entry.reviewed.isoformat(),
            "inLanguage": "en",
            "articleSection": shared.corpus.areas[filed.area].area.name,
            "keywords": ", ".join((entry.category, *entry.tags)),
            "license": "https://creativecommons.org/licenses/by/4.0/",
            "isAccessibleForFree": True,
            "isPartOf": {"@type": "WebSite", "name": facts.name, "url": facts.address},
        },
        breadcrumbs(
            facts.address,
            [
                (facts.name, ""),
                (shared.corpus.areas[filed.area].area.name, f"{filed.area}/"),
                (entry.title, filed.path),
            ],
        ),
    ]
    if entry.faq:
        graph.append(
            {
                "@type": "FAQPage",
                "@id": address + "#faq",
                "mainEntity": [
                    {
                        "@type": "Question",
                        "name": item.question,
                        "acceptedAnswer": {"@type": "Answer", "text": markdown.plain(item.answer)},
                    }
                    for item in entry.faq
                ],
            }
        )
    return script({"@context": "https://schema.org", "@graph": graph})


def breadcrumbs(address: str, steps: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The way from the top as (name, path) pairs."""
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": name, "item": address + path}
            for number, (name, path) in enumerate(steps, 1)
        ],
    }
