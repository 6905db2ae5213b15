# Two commands do everything: `make run` and `make test`.
# The first Python that answers and is new enough: a name on the PATH may be a shim without anything behind it.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
  if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$p; break; fi; done)
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test check lint unit cases-long browser browser-long bench api-fuzz catalog chromium axe screens lighthouse clean help

help:
	@echo "make run      play: installs, migrates, serves on http://127.0.0.1:8000 (PORT, DATABASE_URL)"
	@echo "make test     everything CI runs: lint, types, rooms, tests, real browser"
	@echo "make cases-long    every case of two servers; make test has time for most"
	@echo "make browser-long  browser tests of every screen and every moment; make test has time for many"
	@echo "make bench    speed of the rules"
	@echo "make api-fuzz   by hand: the API asked everything for five minutes"
	@echo "make catalog  finds new texts for the translations"
	@echo "make screens  every screen as a picture, in screens/"
	@echo "make lighthouse   by hand: speed of the pages"

run: .venv/app
	@$(BIN)/python -m app serve

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: apt-get install python3 python3-venv"; exit 1; }
	@if [ "$$(id -u)" = 0 ] && ! $(PYTHON) -c 'import ensurepip' 2>/dev/null && command -v apt-get >/dev/null; then apt-get update -q && apt-get install -qy python3-venv; fi
	@$(PYTHON) -m venv .venv || { echo "venv is missing: apt-get install python3-venv, then again."; rm -rf .venv; exit 1; }

.venv/app: .venv/bin/python pyproject.toml constraints.txt
	@$(BIN)/pip install -q -e . -c constraints.txt
	@touch $@

.venv/tests: .venv/app
	@$(BIN)/pip install -q -e '.[test,lint]' -c constraints.txt
	@touch $@

test: lint unit browser

lint: .venv/tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Two at a time, a file's tests together; the cases measure how two servers bear a crowd, so they have the machine alone.
AT_ONCE ?= 2
SPREAD := -n $(AT_ONCE) --dist loadfile

unit: .venv/tests
	$(BIN)/pytest -q $(SPREAD) -m "not browser and not alone"
	$(BIN)/pytest -q -m "alone and not long" tests/cases

cases-long: .venv/tests
	$(BIN)/pytest -q -m alone tests/cases

browser: .venv/tests chromium axe
	$(BIN)/pytest -q $(SPREAD) -m "browser and not long" tests/e2e

browser-long: .venv/tests chromium axe
	$(BIN)/pytest -q $(SPREAD) -m browser tests/e2e

# Chromium by PATH or CHROMIUM. System packages are installed only as root or in CI; otherwise the command is printed.
chromium:
	@if [ -n "$$CHROMIUM" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then :; \
	elif command -v apt-get >/dev/null && { [ "$$(id -u)" = 0 ] || [ "$$CI" = true ]; }; then apt-get update -q && apt-get install -qy --no-install-recommends chromium; \
	else echo "The browser tests need Chromium: sudo apt-get install chromium (or set CHROMIUM to its path)."; fi

# The accessibility checker, for the browser tests; without npm they are skipped loudly, in CI they fail.
axe:
	@if [ -f node_modules/axe-core/axe.min.js ]; then :; \
	elif command -v npm >/dev/null; then npm install $(NPM) axe-core@4.14.1; \
	elif command -v apt-get >/dev/null && { [ "$$(id -u)" = 0 ] || [ "$$CI" = true ]; }; then apt-get update -q && apt-get install -qy --no-install-recommends npm && npm install $(NPM) axe-core@4.14.1; \
	else echo "The accessibility tests need axe-core: install npm (Debian, Ubuntu: apt-get install npm), then make axe."; fi

NPM := --prefix . --no-save --no-package-lock --no-audit --no-fund --silent

screens: .venv/tests chromium
	$(BIN)/python -m tools.screens

# Both packages in one call: npm takes away what it was not asked for.
lighthouse: .venv/tests chromium
	@[ -x node_modules/.bin/lighthouse ] || npm install $(NPM) axe-core@4.14.1 lighthouse@12.2.3
	$(BIN)/python -m tools.lighthouse

bench: .venv/app
	$(BIN)/python -m bench

# Every text of the sources into the catalogues; says how many wait for a translation, and fails if any does.
catalog: .venv/app
	$(BIN)/python -m tools.catalog

# By hand, five minutes: requests made up from the API's own document, against a server of its own.
api-fuzz: .venv/tests
	$(BIN)/python -m tools.api_fuzz

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis screens node_modules
