# Everything runs in a virtual environment of its own; python3, make and a package registry are
# all that is needed. `make demo` extracts a page, `make test` runs every test.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LIGHT := $(VENV)/.light
READY := $(VENV)/.ready
BUILT := $(VENV)/.built
SITE := $(VENV)/.site
NATIVE := $(wildcard src/dehusk/native/codes.py $(foreach part,pyx pxd pxi h,src/dehusk/native/*.$(part) src/dehusk/native/*/*.$(part) src/dehusk/native/*/*/*.$(part)))
JOBS ?= 2
SECONDS ?= 600

.PHONY: demo test check format golden bench speed valgrind quality growth soak faults spark-test train fuzz fuzz-short \
  package integrations originals clean chromium pictures site serve-campaign renderers markdown-campaign mutants

demo: $(BUILT)
	$(BIN)/dehusk extract tests/pages/news/page.html --url https://news.example.org/harbour

test: $(READY) $(BUILT) chromium renderers
	$(BIN)/python -m pytest -n $(JOBS)

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/zizmor --offline --quiet .github

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Rewrites the expected output of the golden pages; read the difference before you commit it.
golden: $(READY) $(BUILT)
	$(BIN)/python -m tests.golden

bench: $(READY) $(BUILT)
	$(BIN)/python -m pip install --quiet trafilatura readability-lxml resiliparse
	$(BIN)/python -m bench.speed
	$(BIN)/python -m bench.memory

# Instructions a page against bench/limits.json, which `python -m bench.instructions --update` writes anew.
speed: $(READY) $(BUILT) valgrind
	@if command -v valgrind >/dev/null; then $(BIN)/python -m bench.instructions; \
	  else echo "valgrind is not installed: instructions are not counted"; fi

valgrind:
	@command -v valgrind >/dev/null \
	  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	       && { echo "Installing valgrind to count instructions"; \
	            apt-get update -qq && apt-get install -y -qq valgrind >/dev/null; }; } \
	  || echo "valgrind cannot be installed here"

# The papers' methods that need no browser on every set, with our settings and to the letter of the papers.
quality: $(READY) $(BUILT)
	for data in wcxb-dev news fundus mercury cn-news cn-web cleaneval snippets; do \
	  $(BIN)/dehusk evaluate ../shared/data/$$data.tar.xz --method cnr --method dana --method boilerpipe \
	    --method context --both-settings --metric words --metric lcs --metric lines --metric snippets --by type \
	    --show 0 --jobs $(JOBS) --markdown bench/results/methods-$$data.md || exit 1; done

# Every output on every family of hostile input, up to LARGEST kB; an hour or two.
LARGEST ?= 1024
growth: $(READY)
	$(BIN)/python -m bench.growth $(LARGEST)

# 64 threads for five minutes, and 20,000 extractions one by one: the same output, no more memory.
soak: $(READY) $(BUILT)
	$(BIN)/python -m bench.soak

# Batches that are killed, cut off, damaged and out of disk, over and over: no record lost, none twice.
faults: $(READY) $(BUILT)
	$(BIN)/python -m bench.faults

# Changed constants and comparisons in rules, and whether a test notices; half an hour or more.
mutants: $(READY) $(BUILT)
	$(BIN)/python -m bench.mutants

# Spark alone and as a cluster of processes; installs PySpark (400 MB), and Java where it can.
spark-test: $(READY) $(BUILT)
	@command -v java >/dev/null || test -n "$$JAVA_HOME" \
	  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	       && apt-get update -qq && apt-get install -y -qq default-jre-headless >/dev/null; }
	$(BIN)/python -m pip install --quiet --editable '.[spark]'
	$(BIN)/python -m pytest tests/spark

# Rebuilds the models that ship with the package from ../shared/data.
train: $(READY) $(BUILT)
	$(BIN)/python -m training.trees
	$(BIN)/python -m training --report bench/results/default.md
	$(BIN)/python -m training.page_types
	$(BIN)/python -m training.roles

# Builds native code with sanitizers and fuzzes it, nine targets, ten minutes each; needs clang.
fuzz: $(READY) $(BUILT)
	JOBS=$(JOBS) $(BIN)/python -m bench.fuzz $(SECONDS)

# The same for eight seconds each, and no results are written.
fuzz-short: $(READY) $(BUILT)
	JOBS=$(JOBS) $(BIN)/python -m bench.fuzz 8 --short

# Builds the sdist and, from it, the wheel, and installs that into an empty environment.
package: $(READY)
	$(BIN)/python -m tests.package

# Adapters and replacements against the newest releases of the packages that they are for.
integrations: $(READY)
	$(BIN)/python -m tests.environments

# The tests of the packages that dehusk.compat stands in for, with its functions in their place.
originals: $(READY)
	$(BIN)/python -m tests.originals

# The documentation as a site, in build/site; a link that leads nowhere is an error.
site: $(SITE)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The pictures of the documentation, by Chromium.
pictures: $(BUILT)
	$(BIN)/python -m tests.pictures
	$(BIN)/python -m bench.chart

# Ten minutes of honest and hostile pages at 64 connections: no answer lost, no more memory.
serve-campaign: $(BUILT)
	$(BIN)/python -m bench.serve --minutes 10

# The tests that look at pages as a browser does want Chromium. Where it is missing and can be
# installed, install it; where it cannot, those tests skip and say so.
chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || test -n "$$DEHUSK_CHROMIUM" \
	  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	       && { echo "Installing Chromium for the browser tests"; \
	            apt-get update -qq && apt-get install -y -qq chromium >/dev/null; }; } \
	  || echo "Chromium is not installed: the browser tests will be skipped"

# The tests of Markdown ask the renderers of Node too, where npm can install them; those of Python and
# pandoc come with the environment.
MODULES := tests/writers/renderers/node_modules
renderers: $(MODULES)/.ready

$(MODULES)/.ready: tests/writers/renderers/package.json
	@{ command -v npm >/dev/null \
	     && npm install --prefix $(<D) --silent --no-save --no-package-lock --ignore-scripts \
	     && touch $@; } \
	  || echo "Node or its packages are not there: the tests of Markdown will do without its renderers"

# Pages of hostile fragments through every renderer of Markdown; 10,000 take a quarter of an hour.
PAGES ?= 10000
markdown-campaign: $(READY) $(BUILT) renderers
	$(BIN)/python -m tests.writers.renderers $(PAGES)

# The native modules, anew after every edit of their sources; setting up the environment builds them too.
$(BUILT): $(LIGHT) $(NATIVE)
	@test -z "$$(find $(NATIVE) -newer $(LIGHT))" || $(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

# What the command needs, and what builds native code: all of it for the demo. Cython is there before
# the package, so that no second environment has to be made to build it in.
$(LIGHT): pyproject.toml $(wildcard setup.py)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --upgrade Cython setuptools
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --no-build-isolation --editable '.[cli]'
	@touch $@

# What tests, measurements and training need besides.
$(READY): $(LIGHT)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[dev]'
	@touch $@

# What builds the site.
$(SITE): $(READY)
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[docs]'
	@touch $@

clean:
	rm -rf $(VENV) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
