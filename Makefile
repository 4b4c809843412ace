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

.PHONY: run test browser bench verify lint generate clean FORCE

run: $(VENV)/built
	$(BIN)/astragal serve

test: lint browser
	$(BIN)/python -m pytest -rs -n auto --dist worksteal

# The tests of the web app drive the system's chromium. It is installed where that is allowed.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
	     && apt-get install -qq -y --no-install-recommends chromium; } \
	|| echo 'There is no chromium here and it may not be installed: the browser tests are LEFT OUT.'

verify: $(VENV)/built $(VENV)/tools
	$(BIN)/python -m pytest tests/exhaustive

bench: $(VENV)/built $(VENV)/tools $(VENV)/peers
	$(BIN)/python -m pytest benchmarks --benchmark-only

lint: $(VENV)/built $(VENV)/tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror native/*.hpp native/bindings/*
	$(BIN)/mypy
	$(BIN)/deno fmt --check --quiet
	$(BIN)/deno lint --quiet
	$(BIN)/deno check --quiet src/astragal/web/static
	@! LC_ALL=C.UTF-8 grep -rnE '^.{121}' --include='*.js' src || { echo 'lines of more than 120 columns'; false; }

# words.hpp is committed, and a test compares it with the layouts.
generate: $(VENV)/built
	$(BIN)/python -m astragal.layout > native/words.hpp.new && mv native/words.hpp.new native/words.hpp

clean:
	rm -rf $(VENV) build dist

$(VENV)/made: pyproject.toml
	$(make_venv)
	$(install) --group build
	@touch $@

$(VENV)/tools: $(VENV)/made
	$(install) --group dev
	@touch $@

# An editable install knows the modules it was made with: it is renewed when one came or went.
$(VENV)/modules: $(VENV)/made FORCE
	@find src -name '*.py' -not -path '*/__pycache__/*' | sort > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(VENV)/peers: $(VENV)/made
	$(install) --group peers
	@touch $@

$(VENV)/built: $(VENV)/made $(VENV)/modules $(NATIVE)
	$(install) --no-build-isolation --config-settings=cmake.define.ASTRAGAL_WERROR=ON --editable '.[web]'
	@touch $@
