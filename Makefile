# Every target sets up what it needs from a clean clone: Python 3.11 or later, a C++ compiler, make.
PYTHON ?= python3
PORT   ?= 8642
CLANG  ?= clang++
FUZZ_SECONDS ?= 900
VENV   := .venv
BIN    := $(VENV)/bin
SHELL  := bash
,      := ,

# uv installs in a fraction of pip's time. Unless the system has it, the system's pip puts it into the environment, or a
# pip of its own, which takes longer; where uv can't install what pip can, pip does everything.
UV     := $(shell command -v uv 2>/dev/null)
export VIRTUAL_ENV := $(CURDIR)/$(VENV)

# uv leaves compiling to the first import. Where nothing may be written, every process would compile all of it again.
unexport PYTHONDONTWRITEBYTECODE

find_uv   = uv=$$(ls $(or $(UV),$(BIN)/uv) 2>/dev/null)
install   = $(find_uv); $${uv:-$(BIN)/python -m} pip install --quiet
own_pip   = $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet
make_venv = $(if $(UV),$(UV) venv --quiet --allow-existing --python $(PYTHON) $(VENV),$(PYTHON) -m venv --without-pip $(VENV) \
	&& { { { $(PYTHON) -m pip --python $(BIN)/python install --quiet uv 2>/dev/null || { $(own_pip) uv; }; } \
	       && $(BIN)/uv pip install --quiet --group build; } \
	     || { rm -f $(BIN)/uv; $(own_pip) --upgrade pip; }; })

# Compile and install the package. Pip does that, because uv would download everything else first. Each file is shown as it
# is compiled; the rest goes into a log, shown after a failure.
log     = $(VENV)/build.log
compile = set -o pipefail; echo 'Compiling the native module, in a minute or less:'; $(find_uv); \
	$(BIN)/python -m pip install --verbose $${uv:+--no-deps} --no-build-isolation \
	--config-settings=cmake.define.ASTRAGAL_WERROR=$(1) --editable '.[web]' 2>&1 \
	| tee $(log) | while IFS= read -r line; do if [[ $$line =~ (\[[0-9]+/[0-9]+\])\ ((Building|Linking)\ .*) ]]; then \
	    echo "  $${BASH_REMATCH[1]} $${BASH_REMATCH[2]\#\#*/}"; fi; done \
	|| { cat $(log); false; }

# A native module with sanitizers: folder, compiler, sanitizers.
sanitize = $(BIN)/cmake -S . -B $(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja --log-level=WARNING \
	-DCMAKE_CXX_COMPILER=$(2) -DASTRAGAL_SANITIZE=$(3) -DSKBUILD_PROJECT_NAME=astragal -DSKBUILD_PROJECT_VERSION=0 \
	-DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python -Dnanobind_DIR="$$($(BIN)/python -m nanobind --cmake_dir)" \
	&& $(BIN)/cmake --build $(1) --target _native

NATIVE := CMakeLists.txt pyproject.toml $(wildcard native/*.?pp native/*/*)

.PHONY: help run extras test tests check format browser bench verify fuzz races docs docs-serve lint generate wheel clean FORCE

run: $(VENV)/built
	$(BIN)/astragal serve --port $(PORT)

# Pictures, Parquet, data frames, Dask and PettingZoo, beside the app and the command.
extras: $(VENV)/built
	$(install) --group extras

# Downloads take little of a processor, so the compiler runs beside them, unless pip downloads: two of it would install the
# same packages. The type checkers have one core each, so the tests run beside them.
test: $(VENV)/made
	@$(find_uv); $(MAKE) --no-print-directory --jobs $$([ "$$uv" ] && echo 3 || echo 1) $(VENV)/strict $(VENV)/tools browser
	@$(MAKE) --no-print-directory --jobs 2 lint tests

# One process more than there are cores: the tests of servers and browsers wait for them half of the time.
tests: $(VENV)/collected
	$(BIN)/python -m pytest -rs -n $$($(BIN)/python -c 'import os; print(os.cpu_count() + 1)') --dist worksteal

# The inner loop: the linters, then the tests of what differs from the last commit; `make test` runs all of them.
check: $(VENV)/built $(VENV)/tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check || { echo 'make format rewrites these files'; false; }
	$(BIN)/python tools/test_changed.py

format: $(VENV)/tools
	$(BIN)/ruff format
	$(BIN)/clang-format -i native/*.?pp native/*/* fuzz/*.cpp
	$(BIN)/deno fmt --quiet

# The tests of the web app drive the system's chromium. It is installed where that is allowed.
browser:
	@command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
	     && for name in chromium-headless-shell chromium; do \
	       apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=300 $$name >/dev/null && break; done; } \
	|| echo 'There is no chromium here and it may not be installed: the browser tests are LEFT OUT.'

verify: $(VENV)/built $(VENV)/tools
	$(BIN)/python -m pytest tests/exhaustive --timeout 0
	$(BIN)/python -m pytest -m 'verify or hypothesis' --hypothesis-profile thorough --timeout 0
	$(MAKE) races fuzz

# Look for inputs that break a property, in Python or in the headers alone, under AddressSanitizer and UBSan; `make test` replays those found.
fuzz: build/address/compiled
	$(BIN)/python fuzz/run.py build/address --seconds $(FUZZ_SECONDS)

# Run what threads share under ThreadSanitizer, whose memory map needs fixed addresses.
races: build/thread/compiled
	LD_PRELOAD=$$($(CXX) -print-file-name=libtsan.so) TSAN_OPTIONS=halt_on_error=1 \
	setarch -R $(BIN)/python fuzz/threads.py build/thread/_native.*.so

bench: $(VENV)/built $(VENV)/tools $(VENV)/peers
	$(BIN)/python -m pytest benchmarks --benchmark-only

# Where nothing is kept, mypy need not write what it found.
lint: $(VENV)/strict $(VENV)/tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror native/*.?pp native/*/* fuzz/*.cpp
	$(BIN)/mypy $(if $(CI),--cache-dir=/dev/null)
	$(BIN)/deno fmt --check --quiet
	$(BIN)/deno lint --quiet
	$(BIN)/deno check --quiet src/astragal/web/static
	@! LC_ALL=C.UTF-8 grep -rnE '^.{121}' --include='*.js' --exclude-dir=vendor src || { echo 'lines of more than 120 columns'; false; }

# The documentation site, in `site`: built from the sources alone, warnings are errors. docs-serve shows it while you write.
docs: $(VENV)/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo 'The site is in site/. To read it with its search: make docs-serve'

docs-serve: $(VENV)/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve --dev-addr 127.0.0.1:$(PORT)

# words.hpp is committed, and a test compares it with the layouts.
generate: $(VENV)/built
	$(BIN)/python -m astragal.layout > native/words.hpp.new && mv native/words.hpp.new native/words.hpp

# A wheel for this machine: built, repaired, and tried in a clean environment without a compiler.
wheel: $(VENV)/made
	$(install) --group wheel
	$(BIN)/python tools/wheel.py

help:
	@sed -n 's/^| \(`make [^|]*\) | \(.*\) |$$/\1: \2/p' CONTRIBUTING.md | tr -d '`'

clean:
	rm -rf $(VENV) build dist site

$(VENV)/made: pyproject.toml
	@$(PYTHON) tools/preflight.py $(if $(UV),--uv)
	$(make_venv)
	$(install) --group build $${uv:+--requirements pyproject.toml --extra web}
	@touch $@

$(VENV)/tools: $(VENV)/made
	$(install) --group dev
	@touch $@

# The first import of a module compiles it. One process does that, because three at once would each compile all of them.
$(VENV)/collected: $(VENV)/tools
	@$(BIN)/python -m pytest --collect-only --quiet >/dev/null 2>&1 || true
	@touch $@

# An editable install knows the modules it was made with: it is renewed when one came or went.
$(VENV)/modules: $(VENV)/made FORCE
	@find src -name '*.py' -not -path '*/__pycache__/*' | sort > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(VENV)/site: pyproject.toml
	@[ -e $(VENV)/made ] || { $(make_venv); }
	$(install) --group docs
	@touch $@

$(VENV)/peers: $(VENV)/made
	$(install) --group peers
	@touch $@

$(VENV)/fuzzer: $(VENV)/made
	$(install) --group fuzz
	@touch $@

# Clang alone can tell the fuzzer which branches an input takes.
build/address/compiled: $(VENV)/built $(VENV)/fuzzer $(NATIVE) fuzz/headers.cpp
	@command -v $(CLANG) >/dev/null || { echo 'make fuzz needs clang; CLANG=clang++-19 names another'; false; }
	$(call sanitize,build/address,$(CLANG),address$(,)undefined$(,)fuzzer-no-link)
	$(CLANG) -std=c++20 -O2 -g1 -fsanitize=address$(,)undefined$(,)fuzzer -fno-sanitize-recover=all \
	  -I native fuzz/headers.cpp -o build/address/headers
	@touch $@

build/thread/compiled: $(VENV)/built $(NATIVE)
	$(call sanitize,build/thread,$(CXX),thread)
	@touch $@

# Any compiler may have warnings of its own, so that only the checks take them for errors.
$(VENV)/built: $(VENV)/made $(VENV)/modules $(NATIVE)
	@$(call compile,OFF)
	@touch $@

$(VENV)/strict: $(VENV)/made $(VENV)/modules $(NATIVE)
	@$(call compile,ON)
	@touch $@ $(VENV)/built
