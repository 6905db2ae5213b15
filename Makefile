# Two commands do everything: `make run` and `make test`.
# The first Python that answers and is new enough: a name on the PATH may be a shim without anything behind it.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
  if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$p; break; fi; done)
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: audit nginx soak load run test check lint unit cases-long browser browser-long bench api-fuzz catalog chromium node screens lighthouse clean help

help:
	@echo "make run      play: installs, migrates, serves on http://127.0.0.1:8000 (PORT, DATABASE_URL)"
	@echo "make test     everything CI runs: lint, types, imports, tests, real browser"
	@echo "make cases-long    every case of two servers; make test has time for most"
	@echo "make browser-long  browser tests of every screen and every moment; make test has time for many"
	@echo "make bench    speed of the rules"
	@echo "make audit    by hand: are holes known in the pinned dependencies?"
	@echo "make load     by hand: a quarter of an hour of floors and tables under load, side by side (QUICK=1: three minutes)"
	@echo "make soak     by hand: ten minutes behind nginx, a kill a minute"
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

format: .venv/tests
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: .venv/tests node
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint templates --lint --quiet
	@if [ -x node_modules/.bin/biome ]; then echo node_modules/.bin/biome lint; node_modules/.bin/biome lint --error-on-warnings; \
	elif [ "$$CI" = true ]; then echo "The scripts cannot be linted: make node."; exit 1; else echo "NO LINT OF THE SCRIPTS: biome is missing (make node; it needs npm)."; fi
	@if [ -x $(BIN)/hadolint ]; then $(BIN)/hadolint Dockerfile; else echo "No hadolint on this kind of machine: the Dockerfile is not linted."; fi

# Two at a time, a file's tests together; the cases measure how two servers bear a crowd, so they have the machine alone.
AT_ONCE ?= 2
SPREAD := -n $(AT_ONCE) --dist loadfile

# What failed is asked once more by itself: a machine that stood still for a moment is no fault of the product, a test
# that fails twice is. What fails once and then passes is printed with both runs, and is to be looked into.
AGAIN := echo "ONCE MORE, ALONE: a test that passes now is unstable; look into it." && $(BIN)/pytest -q --lf --lfnf none

unit: .venv/tests nginx node
	@if command -v node >/dev/null; then echo node --test; node --test tests/js/*.test.js; \
	elif [ "$$CI" = true ]; then echo "The scripts cannot be tested: make node."; exit 1; else echo "NO TESTS OF THE SCRIPTS: node is missing."; fi
	$(BIN)/pytest -q $(SPREAD) -m "not browser and not alone" || { $(AGAIN) -m "not browser and not alone"; }
	$(BIN)/pytest -q -m "alone and not long" tests/cases || { $(AGAIN) -m "alone and not long" tests/cases; }

cases-long: .venv/tests nginx
	$(BIN)/pytest -q -m alone tests/cases

browser: .venv/tests chromium node
	$(BIN)/pytest -q $(SPREAD) -m "browser and not long" tests/e2e || { $(AGAIN) -m "browser and not long" tests/e2e; }

browser-long: .venv/tests chromium node
	$(BIN)/pytest -q $(SPREAD) -m browser tests/e2e

# Chromium by PATH or CHROMIUM. System packages are installed only as root or in CI; otherwise the command is printed.
chromium:
	@if [ -n "$$CHROMIUM" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then :; \
	elif command -v apt-get >/dev/null && { [ "$$(id -u)" = 0 ] || [ "$$CI" = true ]; }; then apt-get update -q && apt-get install -qy --no-install-recommends chromium; \
	else echo "The browser tests need Chromium: sudo apt-get install chromium (or set CHROMIUM to its path)."; fi

# The proxy of docs/operations.md, for the cases behind it; Caddy reads its own file; the pooler of its own chapter. None stays running as a service.
nginx:
	@if { [ -x /usr/sbin/nginx ] || command -v nginx >/dev/null; } && command -v caddy >/dev/null && { [ -x /usr/sbin/pgbouncer ] || command -v pgbouncer >/dev/null; }; then :; \
	elif command -v apt-get >/dev/null && { [ "$$(id -u)" = 0 ] || [ "$$CI" = true ]; }; then apt-get update -q && apt-get install -qy --no-install-recommends nginx-light caddy pgbouncer; systemctl disable -q --now nginx caddy pgbouncer 2>/dev/null || true; \
	else echo "The cases behind a proxy need nginx, its twin needs Caddy, the pooled database pgbouncer: sudo apt-get install nginx-light caddy pgbouncer."; fi

# What npm fetches for the tests (package.json). Without npm its checks are skipped loudly; in CI they fail.
node:
	@if cmp -s package.json node_modules/.asked; then :; \
	elif command -v npm >/dev/null; then { npm install $(NPM) && cp package.json node_modules/.asked; } || echo "npm could not fetch what package.json names."; \
	elif command -v apt-get >/dev/null && { [ "$$(id -u)" = 0 ] || [ "$$CI" = true ]; }; then apt-get update -q && apt-get install -qy --no-install-recommends npm \
	  && npm install $(NPM) && cp package.json node_modules/.asked; \
	else echo "The scripts' tests and linter and the accessibility tests need npm (Debian, Ubuntu: apt-get install npm), then make node."; fi

NPM := --prefix . --no-save --no-package-lock --no-audit --no-fund --silent

screens: .venv/tests chromium
	$(BIN)/python -m tools.screens

lighthouse: .venv/tests chromium
	@[ -x node_modules/.bin/lighthouse ] || npm install $(NPM) lighthouse@12.2.3
	$(BIN)/python -m tools.lighthouse

audit: .venv/bin/python
	@$(BIN)/python -m tools.audit

soak: .venv/tests nginx
	$(BIN)/python -m tools.soak --nginx --minutes 10 --tables 12 --kill 60

# Needs two cores and Postgres' programs (initdb, pg_ctl), and a machine that does nothing else.
load: .venv/tests
	$(BIN)/python -m tools.load

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
