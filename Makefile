# Every target sets up what it needs from a clean clone: Python 3.11 or later, a C++ compiler, make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(shell command -v uv 2>/dev/null)

ifeq ($(UV),)
  make_venv = $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --upgrade pip
  install   = $(BIN)/python -m pip install --quiet
else
  make_venv = $(UV) venv --quiet --allow-existing --python $(PYTHON) $(VENV)
  install   = $(UV) pip install --quiet --python $(BIN)/python
endif

NATIVE := CMakeLists.txt pyproject.toml $(wildcard native/*.hpp native/bindings/*)
# An editable install knows the modules it was made with: a folder is newer once a module came or went.
ROOMS  := $(shell find src -type d -not -name __pycache__)

.PHONY: run test bench verify lint generate clean

run: $(VENV)/built
	$(BIN)/astragal serve

test: lint
	$(BIN)/python -m pytest

verify: $(VENV)/built
	$(BIN)/python -m pytest tests/exhaustive

bench: $(VENV)/built $(VENV)/peers
	$(BIN)/python -m pytest benchmarks --benchmark-only

lint: $(VENV)/built
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror native/*.hpp native/bindings/*
	$(BIN)/mypy

# words.hpp from the catalog of layouts, _native.pyi from the built module; both are committed, and tests compare them.
generate: $(VENV)/built
	$(BIN)/python -m astragal.catalog > native/words.hpp.new && mv native/words.hpp.new native/words.hpp
	$(MAKE) $(VENV)/built
	$(BIN)/python -m nanobind.stubgen -q -m astragal._native -o src/astragal/_native.pyi
	$(BIN)/ruff check --quiet --fix-only --unsafe-fixes src/astragal/_native.pyi
	$(BIN)/ruff format --quiet src/astragal/_native.pyi

clean:
	rm -rf $(VENV) build dist

$(VENV)/tools: pyproject.toml
	$(make_venv)
	$(install) --group dev
	@touch $@

$(VENV)/peers: $(VENV)/tools
	$(install) --group peers
	@touch $@

$(VENV)/built: $(VENV)/tools $(NATIVE) $(ROOMS)
	$(install) --no-build-isolation --config-settings=cmake.define.ASTRAGAL_WERROR=ON --editable '.[web]'
	@touch $@
