# Every target works in a clean clone on a machine with Python 3.11 or later, a C++ compiler and make (`fuzz`: clang):
# tools/set_up.py makes .venv and installs the parts that a target names. `make help` lists the targets.
PYTHON ?= python3
PORT   ?= 8642
CLANG  ?= clang++
FUZZ_SECONDS ?= 900
BIN    := .venv/bin
SET_UP := @$(PYTHON) tools/set_up.py
CPP    := $$(find native fuzz -name '*.[hc]pp')
MKDOCS := PYTHONPATH=. NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs

# Where no bytecode may be written, every process would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run extras test tests check format lint browser verify fuzz races bench docs docs-serve generate wheel help clean

run:
	$(SET_UP) package
	$(BIN)/astragal serve --port $(PORT)

extras:
	$(SET_UP) package extras

# The type checkers use one core each, so the tests run beside them.
test:
	$(SET_UP) strict dev browser
	@$(MAKE) --no-print-directory --jobs 2 lint tests

# One process more than there are cores: tests of servers and browsers spend half of their time waiting.
tests:
	$(SET_UP) strict dev
	$(BIN)/deno test --quiet --no-check --allow-read tests/js
	$(BIN)/python -m pytest -rs -n $$($(BIN)/python -c 'import os; print(os.cpu_count() + 1)') --dist worksteal \
	  $(if $(SEED),--randomly-seed=$(SEED))

# The files that differ from the last commit, and the modules they are in: src/astragal/ur/..., native/ur/..., tests/ur/...
CHANGED = $(shell git diff --name-only HEAD; git ls-files --others --exclude-standard)
MODULES = $(sort $(foreach file,$(CHANGED:src/%=%),$(word 2,$(subst /, ,$(file)))))

check:
	$(SET_UP) package dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check || { echo 'make format rewrites these files'; false; }
	$(BIN)/python -m pytest -q -x -n auto tests/test_imports.py $(wildcard \
	  $(foreach module,$(MODULES),src/astragal/$(module) tests/$(module) tests/lab/$(module)) $(filter %.md,$(CHANGED)) \
	  $(if $(filter asia paigow,$(MODULES)),tests/setting))

format:
	$(SET_UP) dev
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CPP)
	$(BIN)/deno fmt --quiet

lint:
	$(SET_UP) strict dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/mypy $(if $(CI),--cache-dir=/dev/null)
	$(BIN)/deno fmt --check --quiet
	$(BIN)/deno lint --quiet
	$(BIN)/python tools/answer_types.py
	$(BIN)/deno check --quiet src/astragal/web/static
	@! LC_ALL=C.UTF-8 grep -rnE '^.{121}' --include='*.js' --exclude-dir=vendor src \
	  || { echo 'lines of more than 120 columns'; false; }
	@! LC_ALL=C.UTF-8 grep -rnE '^.{201}' --include='*.css' --exclude-dir=vendor src docs \
	  || { echo 'lines of more than 200 columns'; false; }

browser:
	$(SET_UP) browser

verify:
	$(SET_UP) package dev
	$(BIN)/python -m pytest tests/exhaustive --timeout 0
	$(BIN)/python -m pytest -m 'verify or hypothesis' --hypothesis-profile thorough --timeout 0
	$(MAKE) races fuzz

# The native module with sanitizers, in a folder of its own.
SANITIZED = build/$@-sanitized
sanitize  = $(BIN)/cmake -S . -B $(SANITIZED) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja --log-level=WARNING \
	-DCMAKE_CXX_COMPILER=$(CXX) -DASTRAGAL_SANITIZE=$(SANITIZERS) -DSKBUILD_PROJECT_NAME=astragal -DSKBUILD_PROJECT_VERSION=0 \
	-DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python -Dnanobind_DIR="$$($(BIN)/python -m nanobind --cmake_dir)" \
	&& $(BIN)/cmake --build $(SANITIZED) --target _native

# Only clang can tell the fuzzer which branches an input takes.
fuzz: CXX = $(CLANG)
fuzz: SANITIZERS = address,undefined,fuzzer-no-link
fuzz:
	@command -v $(CXX) >/dev/null || { echo 'make fuzz needs clang; CLANG=clang++-19 names another'; false; }
	$(SET_UP) package fuzz
	$(sanitize)
	$(CXX) -std=c++20 -O2 -g1 -fsanitize=address,undefined,fuzzer -fno-sanitize-recover=all \
	  -I native fuzz/headers.cpp -o $(SANITIZED)/headers
	$(BIN)/python fuzz/run.py $(SANITIZED) --seconds $(FUZZ_SECONDS)

# ThreadSanitizer's memory map needs fixed addresses.
races: SANITIZERS = thread
races:
	$(SET_UP) package
	$(sanitize)
	LD_PRELOAD=$$($(CXX) -print-file-name=libtsan.so) TSAN_OPTIONS=halt_on_error=1 \
	setarch -R $(BIN)/python fuzz/threads.py $(SANITIZED)/_native.*.so

bench:
	$(SET_UP) package dev peers
	$(BIN)/python -m pytest benchmarks --benchmark-only $(if $(LONG),-m 'long or not long')

# The app answers the examples of the page of JSON. Warnings are errors.
docs:
	$(SET_UP) package docs
	$(BIN)/python tools/api_examples.py
	$(MKDOCS) build --strict
	@echo 'The site is in site/. To read it with its search: make docs-serve'

docs-serve:
	$(SET_UP) package docs
	$(BIN)/python tools/api_examples.py
	$(MKDOCS) serve --dev-addr 127.0.0.1:$(PORT)

generate:
	$(SET_UP) package
	$(BIN)/python -m astragal.layout > native/words.hpp.new && mv native/words.hpp.new native/words.hpp
	$(BIN)/python tools/package_hashes.py

wheel:
	$(SET_UP) wheel
	$(BIN)/python tools/wheel.py

help:
	@sed -n 's/^| \(`make [^|]*\) | \(.*\) |$$/\1: \2/p' CONTRIBUTING.md | tr -d '`'

clean:
	rm -rf .venv build dist site src/astragal/_native.pyi src/astragal/web/static/lib/answers.d.ts
