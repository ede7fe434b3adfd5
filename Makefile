# Two commands do everything: `make demo` answers real questions, `make test` passes the tests.
# Each sets up what it needs in .venv; only python3 (3.11 or newer) and make are taken for granted.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PINNED := -c constraints.txt

.PHONY: demo test lint bench handbook handbook-check wheel faults docs clean

demo: $(VENV)/.base
	@sh assets/demo.sh $(BIN)/edge

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The slow forms of the fault tests: 100 kills, 300 mutated PDFs, 10,000 fuzzed queries.
faults: $(VENV)/.dev
	EDGE_FAULT_RUNS=100 EDGE_FAULT_PDFS=300 EDGE_FUZZ_QUERIES=10000 $(BIN)/python -m pytest -q tests/faults tests/store

bench: $(VENV)/.dev
	$(BIN)/python -m pytest -q bench --benchmark-disable-gc --benchmark-columns=min,median,rounds

# Markdown -> PDFs -> knowledge base, byte for byte the same each time.
handbook: $(VENV)/.dev
	$(BIN)/python build/handbook.py
	$(BIN)/python build/knowledge.py

handbook-check: $(VENV)/.dev
	$(BIN)/python build/handbook.py --check
	$(BIN)/python build/knowledge.py --check

docs: $(VENV)/.dev
	$(BIN)/python build/cli_docs.py

wheel: $(VENV)/.dev
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

clean:
	rm -rf $(VENV) dist .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

$(VENV)/.pip: constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "edge needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade $(PINNED) pip
	touch $@

$(VENV)/.base: $(VENV)/.pip pyproject.toml
	$(PIP) install $(PINNED) -e .
	touch $@

$(VENV)/.dev: $(VENV)/.base
	$(PIP) install $(PINNED) --group dev
	touch $@
