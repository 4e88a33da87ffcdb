"""The site's modules in, one plain script out, for a copy that is opened from a folder; and data files as scripts.

Browsers load neither modules nor data from a `file:` address, but plain scripts they do. `shell/saved_copy.js` is the other half: it
keeps the parts, gives each what it needs, and stands in for workers. Only the forms of import and export that our modules use are
known; any other is an error of the build.
"""

import json
import posixpath
import re
from collections.abc import Iterable, Mapping

#: The folder of the site in which they lie.
FOLDER = "saved"
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from |\* as (\w+) from )?"([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*? |const |class )(\w+)", re.MULTILINE)
_LATER = re.compile(r'\bimport\("([^"]+)"\)(?=\.then|;)|(?<=await )import\("([^"]+)"\)')
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*|^.*\bimport\.meta\b.*", re.MULTILINE)


def as_script(path: str, data: bytes) -> tuple[str, bytes]:
    """A JSON file of the site as a script: where it lies, and what it says."""
    return f"{FOLDER}/{path.removesuffix('.json')}.js", b"savedCopy.file(%s,%s);\n" % (json.dumps(path).encode(), data)


def scripts_in_one(modules: Mapping[str, str], begin: str) -> tuple[str, bytes]:
    """All `modules` (name → text) as one plain script that begins with the module `begin`. Raises UnknownFormError."""
    parts = [_part(name, modules[name]) for name in sorted(modules)]
    return f"{FOLDER}/scripts.js", "".join([*parts, f"savedCopy.begin({json.dumps(begin)});\n"]).encode()


def _part(name: str, text: str) -> str:
    folder = posixpath.dirname(name)

    def place(there: str) -> str:
        return json.dumps(posixpath.normpath(posixpath.join(folder, there)))

    def needed(found: re.Match[str]) -> str:
        names, whole, there = found.groups()
        if names is not None:
            return f"const {{{_renamed(names.split(','))}}} = need({place(there)});"
        return f"{f'const {whole} = ' if whole else ''}need({place(there)});"

    def later(found: re.Match[str]) -> str:
        return f"Promise.resolve().then(() => need({place(found[1] or found[2])}))"

    given = [name for _, name in _EXPORT.findall(text)]
    body = _LATER.sub(later, _EXPORT.sub(r"\1\2", _IMPORT.sub(needed, text))).replace("import.meta.url", "here")
    if left := _LEFT_OVER.search(body):
        raise UnknownFormError(name, left[0])
    around = "const { self, postMessage, addEventListener } = scope;\n"
    return (
        f"savedCopy.part({json.dumps(name)}, (need, out, here, scope) => {{\n"
        f"{around}{body}Object.assign(out, {{ {', '.join(given)} }});\n}});\n"
    )


def _renamed(names: Iterable[str]) -> str:
    """`a, b as c` of an import, as the pattern of a constant: `a, b: c`."""
    return ", ".join(name.strip().replace(" as ", ": ") for name in names if name.strip())


class UnknownFormError(Exception):
    """A module has an import or export that cannot be taken into the plain script."""

    def __init__(self, name: str, line: str) -> None:
        super().__init__(
            f"{name}: `{line.strip()}` cannot be taken into the script of saved copies;"
            ' write `import { … } from "…";`, `import * as … from "…";`, or `export` before a const, class or function'
        )
