# The commands of this project. `make demo` and `make test` are all that a newcomer needs; both
# install what is missing first.

SWIFT ?= swift
export SWIFT
FAULT_KILLS ?= 24
PACKAGES := libsqlite3-dev zlib1g-dev libpq-dev
FUZZ_RUNS ?= 2000000
FUZZ_SECONDS ?= 600
SOURCES := Package.swift Sources Tests
REPORTS := .build/reports

.PHONY: all setup build demo demo-postgres test test-postgres test-without-deferrable check-report bench bench-codecs bench-postgres bench-all faults fuzz fuzz-coverage allocations profile instructions growth lint format docs check clean

all: build

# Installs the system libraries when they are missing: as root, or with sudo, or not at all.
setup:
	@Tools/install-packages $(PACKAGES)

build: setup
	$(SWIFT) build

# Imports a Debian package index and shows what the package can do. DEMO_ARGUMENTS="FILE" for
# another index.
demo: setup
	$(SWIFT) run -c release demo $(DEMO_ARGUMENTS)

# The same on a PostgreSQL server of its own.
demo-postgres: setup
	$(SWIFT) build -c release --product demo
	Tools/with-postgres $(SWIFT) run --skip-build -c release demo --store postgresql:// $(DEMO_ARGUMENTS)

# The demo and the tests of the short forms both set the default store of their process.
test: setup
# First what is tested: in one build, tests of an executable have been compiled while its module was
# being written again.
	$(SWIFT) build
	$(SWIFT) build --build-tests
	Tools/run-tests --filter DemoTests
	Tools/run-tests --skip DemoTests
# The engine and the end-to-end tests once more, on SQLite that behaves as other databases do.
	PERSISTENT_OBJECTS_DRIVER=strict Tools/run-tests --filter EngineTests --filter EndToEndTests \
	  --skip CompilingTests --skip MisuseTests

# The PostgreSQL driver, and with it the engine, the end-to-end and the random tests, on servers of their own. Not
# once more what only compiles.
test-postgres: setup
	$(SWIFT) build
	$(SWIFT) build --build-tests
	Tools/install-packages pgbouncer
	Tools/with-postgres Tools/run-tests --filter PostgreSQLTests --filter PersistTests.ServerTests
	PERSISTENT_OBJECTS_DRIVER=postgres Tools/with-postgres Tools/run-tests --filter EngineTests --filter EndToEndTests --filter RandomTests \
	  --skip CrashTests --skip CompilingTests --skip MisuseTests

# The same on a server that checks foreign keys with each statement, as relatives of PostgreSQL do, and as if a
# pooler gave each transaction another connection.
test-without-deferrable: setup
	$(SWIFT) build --build-tests
	PERSISTENT_OBJECTS_DRIVER=postgres-without-deferrable Tools/with-postgres Tools/run-tests --filter EngineTests

# Opens reports in a headless Chromium, which is installed for this test alone: that of the demo's store, and
# samples. CHROMIUM=PATH for another browser. The README's picture is taken by
# DEMO_ARGUMENTS=Packages REPORT_ARGUMENTS="--picture Documentation/report.png".
check-report: setup
	@[ -n "$(CHROMIUM)" ] || Tools/install-packages chromium fonts-dejavu-core
	@command -v python3 >/dev/null || Tools/install-packages python3
	$(SWIFT) build
	$(SWIFT) build --build-tests
	REPORT_SAMPLES=$(REPORTS) $(SWIFT) test --skip-build --filter SampleFiles
	rm -f $(REPORTS)/packages.sqlite3*
	$(SWIFT) run --skip-build demo --database $(REPORTS)/packages.sqlite3 $(DEMO_ARGUMENTS) \
	  >$(REPORTS)/demo.txt
	$(SWIFT) run --skip-build persist report $(REPORTS)/packages.sqlite3 -o $(REPORTS)/packages.html
	Tools/check-report $(REPORTS)/packages.html $(REPORTS)/shop.html $(REPORTS)/hostile.html \
	  $(REPORTS)/empty.html $(REPORT_ARGUMENTS)

# Compares with hand-written code on SQLite's C API.
bench: setup
	$(SWIFT) run -c release benchmarks

# The rest of the comparison: collections, identity map, growth, concurrency, opening, compile time
# and the demo's import. BENCH_ARGUMENTS="--index FILE --growth-to 10000000" goes further.
bench-all: bench
	$(SWIFT) build -c release --product demo
	WITH_OPENING_BENCHMARK=1 $(SWIFT) build -c release --product opening
	$(SWIFT) run -c release benchmarks --all $(BENCH_ARGUMENTS)
	Tools/measure-compile-time

# Compares with hand-written code on libpq, on a server of its own.
bench-postgres: setup
	$(SWIFT) build -c release --product benchmarks
	Tools/with-postgres $(SWIFT) run --skip-build -c release benchmarks --only postgres $(BENCH_ARGUMENTS)

# What each codec costs, and what compression saves: the tables of Documentation/Codecs.md.
bench-codecs: setup
	$(SWIFT) run -c release benchmarks --codecs

# Lets each operation of SQLite on files, and each of its allocations, fail in turn, and the power go at
# each moment; then kills processes that write. A sample of some minutes; all of it is
# `make faults FAULT_ARGUMENTS=--long FAULT_KILLS=5000`, which kills 10,000. FAULT_ARGUMENTS="--only
# update:io:once:7" repeats a run.
faults: setup
	$(SWIFT) run faults $(FAULT_ARGUMENTS)
	PERSISTENT_OBJECTS_KILLS=$(FAULT_KILLS) $(SWIFT) test --filter CrashTests

# Gives each decoder broken input. FUZZ_ARGUMENTS="--seed 7 --target envelope" repeats a run.
fuzz: setup
	$(SWIFT) run -c release fuzz $(FUZZ_RUNS) $(FUZZ_ARGUMENTS)

# The same decoders under libFuzzer, which looks for input that takes new branches.
fuzz-coverage: setup
	$(SWIFT) run -c release fuzz --corpus .build/corpus
	$(SWIFT) build -c release --product fuzz --scratch-path .build/libfuzzer \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -DLIBFUZZER -Xswiftc -use-ld=lld
	.build/libfuzzer/release/fuzz .build/corpus -artifact_prefix=.build/ \
	  -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=2048 -timeout=20 -max_len=16384

# Counts what the engine allocates for each object and element; fails where that is more than expected.
allocations: setup
	$(SWIFT) run -c release allocations

# What each phase of the benchmark costs in instructions, and what they are spent on: the tables of
# Documentation/Performance.md. PROFILE_ARGUMENTS="--functions 40 B" goes deeper.
profile: setup
	@Tools/install-packages valgrind
	@command -v python3 >/dev/null || Tools/install-packages python3
	Tools/profile-phases $(PROFILE_ARGUMENTS)

# Fails where a phase takes a tenth more instructions than recorded in Tools/instruction-budget.txt.
instructions: setup
	@Tools/install-packages valgrind
	@command -v python3 >/dev/null || Tools/install-packages python3
	Tools/check-instructions

# Fails where an operation costs more than n·log n: counts its instructions and statements with n, 2n and
# 4n things. GROWTH_ARGUMENTS="--count 1000 inverse" does those with that in their names.
growth: setup
	@Tools/install-packages valgrind
	@command -v python3 >/dev/null || Tools/install-packages python3
	Tools/check-growth $(GROWTH_ARGUMENTS)

lint:
	@command -v python3 >/dev/null || Tools/install-packages python3
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	@Tools/check-layers
	@Tools/check-words

format:
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

# Extracts the symbol graph and fails where a public declaration has no documentation, or a row of the
# page on the ancestors no example.
docs: setup
	@command -v python3 >/dev/null || Tools/install-packages python3
	@Tools/check-ancestors
	@Tools/check-documentation

# All that must pass before a commit.
check: lint test docs

clean:
	rm -rf .build
