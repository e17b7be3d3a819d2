# Each target is a thin call of the command line or a checker. Start with `make generate`.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
SCHEMAS := $(wildcard schema/*/*/*.json)

.DEFAULT_GOAL := help
.PHONY: help setup generate check test examples rules sweep lint pages-check bench clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(VENV)/.ready ## Make the virtual environment (the other targets do it on first use)

$(VENV)/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=python3.12 ..." >&2; exit 2; }
	@echo "setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

generate: setup ## Generate bindings and pages from the schemas
	@$(BIN)/acp-codegen generate

check: setup ## Fail if generated/ differs from what the schemas give
	@$(BIN)/acp-codegen check --full

test: setup ## Run the tests (under five minutes on two cores)
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not sweep"

examples: setup ## Run the examples of the attachments runtime
	@$(BIN)/python -m examples.start_agent
	@$(BIN)/python -m examples.send_over_acp

rules: setup ## Write docs/rules.md from the table of rules
	@$(BIN)/acp-codegen explain --all > docs/rules.md

sweep: setup ## Run the long random and fault tests
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal -m sweep

lint: setup ## Formatting, types, import contracts, and the schemas themselves
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/mypy --config-file= --strict generated/python/acp_schema
	@MYPYPATH=generated/python $(BIN)/mypy --config-file= --strict runtime/acp_runtime
	@$(BIN)/pyright --project runtime/pyrightconfig.json
	@cd generated/python && ../../$(BIN)/pyright --project ../../pyrightconfig.json
	@$(BIN)/lint-imports --no-cache
	@for schema in $(SCHEMAS); do $(BIN)/acp-codegen lint $$schema || exit 1; done

pages-check: setup ## Compile and render the schema pages, ours and hostile ones (needs Node)
	@command -v npm >/dev/null || { echo "npm is needed: install Node 20 or newer" >&2; exit 2; }
	@cd pages-check && npm ci --silent
	@PYTHONPATH=pages-check $(BIN)/python -m pages_check
	@$(BIN)/python -m pytest -q tests/pages -m "not network"

bench: setup ## Measure against the peers (see benchmarks/README.md)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r benchmarks/requirements.txt
	@PYTHONPATH=generated/python:runtime $(BIN)/python -m benchmarks

clean: ## Remove the virtual environment and caches
	@rm -rf $(VENV) pages-check/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
