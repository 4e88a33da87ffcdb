# Two commands matter: `make serve` and `make test`. Everything else is there for those who change the house.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
SCRIPTS := .cache/javascript

.PHONY: serve build check test lint form test-units test-browser test-tools areas bench bench-entries bench-logs bench-diagnose bench-javascript bench-worker bench-search bench-relevance bench-pages prove-tools lock clean help

help: ## Show these commands.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

serve: $(VENV)/built ## Build the encyclopedia, serve it on this machine, follow every edit.
	@$(BIN)/encyclopedia serve $(ARGS)

build: $(VENV)/built ## Build the site into site/.
	@$(BIN)/encyclopedia build $(ARGS)

check: $(VENV)/built ## Check the entries.
	@$(BIN)/encyclopedia check $(ARGS)

test: $(VENV)/tested test-tools lint ## Run all tests, the browser's included.
	@$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(ARGS)

test-units: $(VENV)/tested test-tools ## Run the tests that open no page in a browser.
	@$(BIN)/python -m pytest --ignore=tests/browser $(ARGS)

test-browser: $(VENV)/tested test-tools ## Run the tests of the pages in a real browser.
	@$(BIN)/python -m pytest tests/browser $(ARGS)

lint: form ## Check the code's form and types.
	@$(BIN)/mypy
	@$(SCRIPTS)/node_modules/.bin/tsc

form: $(VENV)/tested $(SCRIPTS)/installed ## Check the code's form alone.
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(SCRIPTS)/node_modules/.bin/biome check --error-on-warnings .

prove-tools: $(VENV)/proving ## Install what `encyclopedia prove` finds releases with.

areas: $(VENV)/built ## Name new areas in the owners, labels and paths of .github/.
	@$(BIN)/python .github/scripts/areas.py $(ARGS)

test-tools: ## Find Chromium, Node and dpkg-deb, or install them on Debian as root, or say how.
	@.ci/need-tools

bench: bench-entries bench-logs bench-diagnose bench-javascript bench-worker bench-search bench-relevance bench-pages ## Measure everything (minutes).

bench-entries: $(VENV)/tested ## Measure check, build and rebuild with many entries.
	@$(BIN)/python -m bench $(ARGS)

bench-logs: $(VENV)/tested ## Measure the search of large logs beside ripgrep, its memory and its start.
	@$(BIN)/python -m bench.logs $(ARGS)

bench-diagnose: $(VENV)/tested ## Measure the diagnosis of runs of many ranks, and its answers.
	@$(BIN)/python -m bench.diagnose $(ARGS)

bench-javascript: $(VENV)/tested ## Measure the browser's search of large logs, in Node and in Chromium.
	@$(BIN)/python -m bench.javascript $(ARGS)

bench-worker: $(VENV)/tested ## Measure the browser's diagnosis of large logs, in its worker in Chromium.
	@$(BIN)/python -m bench.worker $(ARGS)

bench-search: $(VENV)/tested ## Measure the page's search: ready, a key, what it loads, in Chromium.
	@$(BIN)/python -m bench.search $(ARGS)

bench-pages: $(VENV)/tested ## Measure what a reader with a slow phone waits for, in Chromium.
	@$(BIN)/python -m bench.pages $(ARGS)

bench-relevance: $(VENV)/tested ## Measure how often the search finds the right entry, beside Material's own.
	@$(BIN)/python -m bench.relevance $(ARGS)

lock: $(VENV)/tested ## Pin the newest dependencies that fit pyproject.toml.
	@$(BIN)/python -m pip install --quiet pip-tools
	@$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-header --upgrade --output-file requirements.txt pyproject.toml
	@$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-header --upgrade --extra test --constraint requirements.txt --output-file requirements-test.txt pyproject.toml
	@npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

clean: ## Remove what builds and tests left.
	rm -rf $(VENV) .cache site build *.egg-info .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; this is $$($(PYTHON) --version). Name another with: make PYTHON=python3.12 serve"; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { echo "On Debian and Ubuntu, Python's venv is a package of its own: apt-get install python3-venv"; exit 2; }

# Each stamp file says: this environment holds what the pinned list names.
$(VENV)/built: requirements.txt pyproject.toml | $(VENV)/bin/python
	@echo "Installing the pinned dependencies into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(VENV)/proving: requirements-test.txt $(VENV)/built
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements-test.txt unearth
	@touch $@

$(VENV)/tested: requirements-test.txt $(VENV)/built
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-test.txt
	@touch $@

# What checks the scripts is pinned like what checks the rest; what is served needs none of it.
$(SCRIPTS)/installed: package.json package-lock.json
	@command -v npm >/dev/null || { echo "npm is needed to check the scripts; \`make test-tools\` installs it or says how"; exit 2; }
	@echo "Installing the pinned checkers of the scripts into $(SCRIPTS) …"
	@mkdir -p $(SCRIPTS)
	@cp package.json package-lock.json $(SCRIPTS)/
	@cd $(SCRIPTS) && npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@
