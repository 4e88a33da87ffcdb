"""mkdocs.yml in, the few facts out that our own pages need. Light: does not load MkDocs."""

from dataclasses import dataclass
from pathlib import Path

import yaml
from yaml_env_tag import construct_env_tag  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class Settings:
    """The site's name, its published address (ends in a slash), and the repository's web address ("" when unknown)."""

    name: str
    description: str
    address: str
    repository: str

    @property
    def edit_base(self) -> str:
        """What stands before a file's path to open it for editing on GitHub; "" when the repository is unknown."""
        return f"{self.repository}/edit/main/" if self.repository else ""


class SettingsError(Exception):
    """mkdocs.yml cannot be read, or lacks what our pages need."""


class _Loader(yaml.SafeLoader):
    """Plain values and MkDocs' !ENV."""


_Loader.add_constructor("!ENV", construct_env_tag)


def read_settings(root: Path) -> Settings:
    """The facts of the repository at `root`; raises SettingsError."""
    try:
        value = yaml.load((root / "mkdocs.yml").read_text("utf-8"), Loader=_Loader)
        name, description, address, repository = (
            str(value[key] or "") for key in ("site_name", "site_description", "site_url", "repo_url")
        )
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError) as error:
        raise SettingsError(f"mkdocs.yml cannot be used: {error}") from error
    if not address.startswith(("http://", "https://")):
        raise SettingsError(
            f"site_url in mkdocs.yml is `{address}`; it must start with https:// or http:// (variable ENCYCLOPEDIA_URL)"
        )
    return Settings(name, description, address.rstrip("/") + "/", repository.rstrip("/"))
