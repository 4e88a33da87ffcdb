"""The theme: the page around ours, made by MkDocs and Material once, and the few facts that mkdocs.yml holds."""
