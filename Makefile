# Two commands do everything: `make run` and `make test`.
PYTHON ?= $(shell command -v python3.13 || command -v python3.12 || command -v python3.11 || command -v python3)
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test check lint unit browser bench chromium clean help

help:
	@echo "make run      play: installs, migrates, serves on http://127.0.0.1:8000 (PORT, DATABASE_URL)"
	@echo "make test     everything CI runs: lint, types, rooms, tests, real browser"
	@echo "make bench    speed of the rules"

run: .venv/app
	@$(BIN)/python -m app serve

.venv/bin/python:
	@test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: install python3 (Debian, Ubuntu: apt-get install python3 python3-venv)."; exit 1; }
	@if [ "$$(id -u)" = 0 ] && ! "$(PYTHON)" -c 'import ensurepip' 2>/dev/null && command -v apt-get >/dev/null; then apt-get update -q && apt-get install -qy python3-venv; fi
	@"$(PYTHON)" -m venv .venv || { echo "venv is missing: apt-get install python3-venv, then again."; rm -rf .venv; exit 1; }

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

unit: .venv/tests
	$(BIN)/pytest -q -m "not browser"

browser: .venv/tests chromium
	$(BIN)/pytest -q -m browser tests/e2e

# Chromium by PATH or CHROMIUM. System packages are installed only as root or in CI; otherwise the command is printed.
chromium:
	@if [ -n "$$CHROMIUM" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then :; \
	elif command -v apt-get >/dev/null && { [ "$$(id -u)" = 0 ] || [ "$$CI" = true ]; }; then apt-get update -q && apt-get install -qy --no-install-recommends chromium; \
	else echo "The browser tests need Chromium: sudo apt-get install chromium (or set CHROMIUM to its path)."; fi

bench: .venv/app
	$(BIN)/python -m bench

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis screens
