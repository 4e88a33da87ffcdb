"""What a page says of the site it stands on: a value that the build makes once."""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from generator.model.standing import Standing


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """The site's name and addresses, and the folder of the templates.

    `address` is the canonical address of the site's top and ends in a slash; `edit_base` and the path of a file
    give the address at which that file is edited. `standing` is what was last measured of the whole, if anything was.
    """

    name: str
    address: str
    repository: str
    edit_base: str
    templates: Path
    standing: Standing | None = None

    @property
    def root(self) -> str:
        """The path of the site's top on its host: "/" or "/encyclopedia/"."""
        return urlsplit(self.address).path or "/"

    def report_wrong(self, entry: str) -> str:
        """The address that opens the form for a wrong entry (`area/id`), filled in; "" where the repository has no forms."""
        if not re.search(r"(?:^|\.)github\.", urlsplit(self.repository).hostname or ""):
            return ""
        fields = {"template": "wrong-fix.yml", "title": f"Wrong: {entry}", "entry": entry}
        return f"{self.repository}/issues/new?{urlencode(fields)}"
