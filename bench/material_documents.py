"""Corpus in, the documents of the theme's search box out: one a page, so that a result is always a page.

The form is Material's search_index.json: {config, docs: [{location, title, text, tags}]}, whose texts are HTML.
"""

from html import escape
from typing import Any

from generator.model import Corpus, FiledEntry
from generator.model.markdown import plain
from generator.model.template import template_of

#: How the box splits and weighs words. Material's own settings split at white space and hyphens only, so that `memory.` is not `memory`,
#: and weigh a word of a title a thousand times; error messages need their punctuation off and their words to count.
CONFIG = {
    "lang": ["en"],
    "separator": r"""[\s\-.,:;!?=()\[\]{}<>"'`/\\|&*+~^]+""",
    "pipeline": ["stopWordFilter"],
    "fields": {"title": {"boost": 3.0}, "text": {"boost": 1.0}, "tags": {"boost": 2.0}},
}


def search_index(corpus: Corpus) -> dict[str, Any]:
    """What the search box loads."""
    return {"config": CONFIG, "docs": [*(_entry(filed) for filed in corpus.entries), *_areas(corpus)]}


def _entry(filed: FiledEntry) -> dict[str, Any]:
    entry = filed.entry
    printed = [" … ".join(template_of(signature.text).literals) for signature in entry.signatures]
    words = [
        plain(entry.summary),
        *printed,
        plain(entry.quick_answer.symptom),
        *(metric.name for metric in entry.metrics),
        *(plain(symptom.sign) for symptom in entry.symptoms),
    ]
    return {
        "location": filed.path,
        "title": escape(entry.title),
        "text": "".join(f"<p>{escape(' '.join(text.split()))}</p>" for text in words),
        "tags": [entry.category, *entry.tags],
    }


def _areas(corpus: Corpus) -> list[dict[str, Any]]:
    return [
        {"location": area.path, "title": escape(area.area.name), "text": f"<p>{escape(plain(area.area.summary))}</p>"}
        for area in corpus.areas.values()
    ]
