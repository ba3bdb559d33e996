# The commands of this project. A newcomer needs only `make demo` and `make test`; both first
# install what is missing.

SWIFT ?= swift
export SWIFT
FAULT_KILLS ?= 24
PACKAGES := libsqlite3-dev zlib1g-dev libpq-dev
# Programs that check the manual page and the completions of `persist`.
TEST_PACKAGES := man-db groff-base mandoc zsh fish
# Refuses imports of modules that Package.swift does not name for the target.
IMPORTS := --explicit-target-dependency-import-check error
FUZZ_RUNS ?= 2000000
FUZZ_SECONDS ?= 600
NEW_SEED := $(shell od -An -N3 -tu4 /dev/urandom | tr -d ' ')
SOURCES := Package.swift Sources Tests $(addprefix Examples/Tutorial/,Package.swift Sources Tests)
REPORTS := .build/reports

.PHONY: all commit merge night site check-site check-release setup build demo demo-postgres test test-more test-postgres test-without-deferrable check-report bench bench-codecs bench-postgres bench-all faults fuzz fuzz-coverage allocations profile instructions growth lint format docs check clean

all: build

# Installs the missing system libraries, as root or with sudo. Installs nothing if none is missing.
setup:
	@Tools/install-packages $(PACKAGES)

build: setup
	$(SWIFT) build $(IMPORTS)

# Imports a Debian package index and shows what the package can do. DEMO_ARGUMENTS="FILE" imports
# another index.
demo: setup
	$(SWIFT) run -c release demo $(DEMO_ARGUMENTS)

# The same on a private PostgreSQL server.
demo-postgres: setup
	$(SWIFT) build -c release --product demo
	Tools/with-postgres $(SWIFT) run --skip-build -c release demo --store postgresql:// $(DEMO_ARGUMENTS)

# The tests of each commit, with the same seeds each time. The demo's tests and the tests of the short forms run
# separately: both set the default store of their process.
test: setup
	@Tools/install-packages $(TEST_PACKAGES)
	@mkdir -p .build && date +%s >.build/test-start
# Builds the tested modules first: in a single build, tests of an executable have been compiled
# while its module was being rewritten.
	$(SWIFT) build $(IMPORTS)
	$(SWIFT) build --build-tests
	Tools/run-tests --filter DemoTests
	Tools/run-tests --skip DemoTests
	@echo "make test took $$(( $$(date +%s) - $$(cat .build/test-start) )) s, with the build; next: make test-more"

# The tests that take longer: those that compile much, the random tests with another seed each time, and the engine,
# end-to-end and random tests on an SQLite that behaves as other databases do, and for a tenant. TEST_SEED=7 repeats a run.
test-more: export PERSISTENT_OBJECTS_TIER = more
test-more: export PERSISTENT_OBJECTS_RUNS ?= 12
test-more: export TEST_SEED ?= $(NEW_SEED)
test-more: setup
	@Tools/install-packages $(TEST_PACKAGES)
	@mkdir -p .build && date +%s >.build/test-start
	@echo "TEST_SEED=$(TEST_SEED) make test-more repeats this run"
	$(SWIFT) build
	$(SWIFT) build --build-tests
	Tools/run-tests --filter CompilingTests --filter MisuseTests --filter GeneratedClassesTests \
	  --filter RandomTests --filter CodecTests --filter DamagedFileTests
	PERSISTENT_OBJECTS_DRIVER=strict Tools/run-tests --filter EngineTests --filter EndToEndTests --filter RandomTests \
	  --skip CrashTests --skip CompilingTests --skip MisuseTests
	PERSISTENT_OBJECTS_DRIVER=tenants Tools/run-tests --filter RandomTests --filter EngineTests.PredicateTests \
	  --filter EngineTests.GroupTests --filter EngineTests.PageTests --filter EngineTests.ProjectionTests \
	  --filter EngineTests.SubqueryStepTests --filter EngineTests.CompositeQueryTests --filter EngineTests.UpdateTests \
	  --filter EngineTests.UpsertTests --filter EngineTests.TransactionTests --filter EngineTests.DeleteRuleTests \
	  --skip CrashTests
	@echo "make test-more took $$(( $$(date +%s) - $$(cat .build/test-start) )) s; next: make test-postgres, .ci/run"

# Tests the PostgreSQL driver, and runs the engine, end-to-end and random tests on private servers. Leaves out the tests
# that only compile code.
test-postgres: setup
	$(SWIFT) build
	$(SWIFT) build --build-tests
	Tools/install-packages pgbouncer
	Tools/with-postgres Tools/run-tests --filter PostgreSQLTests --filter PersistTests.ServerTests
	PERSISTENT_OBJECTS_DRIVER=postgres Tools/with-postgres Tools/run-tests --filter EngineTests --filter EndToEndTests --filter RandomTests \
	  --skip CrashTests --skip CompilingTests --skip MisuseTests

# The same on a server that checks foreign keys with each statement, as databases related to PostgreSQL do, and as if a
# pooler gave each transaction another connection; then the tests of references without foreign keys.
test-without-deferrable: setup
	$(SWIFT) build --build-tests
	PERSISTENT_OBJECTS_DRIVER=postgres-without-deferrable Tools/with-postgres Tools/run-tests --filter EngineTests --filter RandomTests \
	  --skip CrashTests
	PERSISTENT_OBJECTS_DRIVER=postgres-without-foreign-keys Tools/with-postgres Tools/run-tests --filter DeleteRuleTests \
	  --filter InverseTests --filter RandomRelationTests

# Opens reports in a headless Chromium, which is installed only for this test: the report on the demo's store, and
# sample reports. CHROMIUM=PATH uses another browser. To take the README's picture, set DEMO_ARGUMENTS=Packages
# REPORT_ARGUMENTS="--picture Documentation/Pictures/report.png".
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

# Compares the package with hand-written code on SQLite's C API.
bench: setup
	$(SWIFT) run -c release benchmarks

# Runs the rest of the comparison: collections, identity map, growth, concurrency, opening, compile
# time and the demo's import. BENCH_ARGUMENTS="--index FILE --growth-to 10000000" goes further.
bench-all: bench
	$(SWIFT) build -c release --product demo
	WITH_OPENING_BENCHMARK=1 $(SWIFT) build -c release --product opening
	$(SWIFT) run -c release benchmarks --all $(BENCH_ARGUMENTS)
	Tools/measure-compile-time

# Compares the package with hand-written code on libpq, on a private server.
bench-postgres: setup
	$(SWIFT) build -c release --product benchmarks
	Tools/with-postgres $(SWIFT) run --skip-build -c release benchmarks --only postgres $(BENCH_ARGUMENTS)

# Measures the cost of each codec and the space that compression saves: the tables of
# Documentation/Reference/Codecs.md.
bench-codecs: setup
	$(SWIFT) run -c release benchmarks --codecs

# Makes each of SQLite's file operations and allocations fail in turn, and cuts the power at each moment; then kills
# processes that write. This is a sample that takes some minutes. For everything, run `make faults
# FAULT_ARGUMENTS=--long FAULT_KILLS=5000`, which kills 10,000 processes. FAULT_ARGUMENTS="--only update:io:once:7"
# repeats a run.
faults: setup
	$(SWIFT) run faults $(FAULT_ARGUMENTS)
	$(SWIFT) build --build-tests
	PERSISTENT_OBJECTS_KILLS=$(FAULT_KILLS) Tools/run-tests --filter CrashTests

# Feeds broken input to each decoder. FUZZ_ARGUMENTS="--seed 7 --target envelope" repeats a run.
fuzz: setup
	$(SWIFT) run -c release fuzz $(FUZZ_RUNS) $(FUZZ_ARGUMENTS)

# Runs the same decoders under libFuzzer, which looks for input that takes new branches.
fuzz-coverage: setup
	$(SWIFT) run -c release fuzz --corpus .build/corpus
	$(SWIFT) build -c release --product fuzz --scratch-path .build/libfuzzer \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -DLIBFUZZER -Xswiftc -use-ld=lld
	.build/libfuzzer/release/fuzz .build/corpus -artifact_prefix=.build/ \
	  -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=2048 -timeout=20 -max_len=16384

# Counts the engine's allocations for each object and element; fails if there are more than expected.
allocations: setup
	$(SWIFT) run -c release allocations

# Counts the instructions of each phase of the benchmark and attributes them: the tables of
# Documentation/Reference/Performance.md. PROFILE_ARGUMENTS="--functions 40 B" goes deeper.
profile: setup
	@Tools/install-packages valgrind
	@command -v python3 >/dev/null || Tools/install-packages python3
	Tools/profile-phases $(PROFILE_ARGUMENTS)

# Fails if a phase takes a tenth more instructions than recorded in Tools/instruction-budget.txt.
instructions: setup
	@Tools/install-packages valgrind
	@command -v python3 >/dev/null || Tools/install-packages python3
	Tools/check-instructions

# Fails if the cost of an operation grows faster than n·log n: counts its instructions and statements for n, 2n and 4n
# items. GROWTH_ARGUMENTS="--count 1000 inverse" runs only the operations with that word in their names.
growth: setup
	@Tools/install-packages valgrind
	@command -v python3 >/dev/null || Tools/install-packages python3
	Tools/check-growth $(GROWTH_ARGUMENTS)

# Makes the site of guides, reference and API in .build/site/html. SITE_ARGUMENTS="--base /PersistentObjects" prepares
# it for a server on which it is not at the root; SITE_ARGUMENTS=--pages-only leaves out the API.
site: setup
	@Tools/install-packages mkdocs-material
	$(SWIFT) build
	Tools/make-site $(SITE_ARGUMENTS)

# Checks the site: links, and all pages in a headless Chromium, which it installs.
check-site: site
	@[ -n "$(CHROMIUM)" ] || Tools/install-packages chromium fonts-dejavu-core
	Tools/check-site

# Checks what a release needs: one version everywhere, and that a tagged clone works as a dependency, with both build
# systems, with a static standard library, and used across modules.
check-release: setup
	Tools/check-release

lint:
	@command -v python3 >/dev/null || Tools/install-packages python3
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	@Tools/check-layers
	@Tools/check-words

format:
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

# Extracts the symbol graph; fails if a public declaration has no documentation, or if a row of the page on the
# ancestors has no example.
docs: setup
	@command -v python3 >/dev/null || Tools/install-packages python3
	@Tools/check-ancestors
	@Tools/check-documentation

# Everything that must pass before a commit.
check: lint test docs

# The tiers of checks, each with the time of its steps. Before each commit: some minutes, if the package was built.
commit:
	@Tools/run-steps commit "$(MAKE) lint" "$(MAKE) test"

# Before a branch is merged, and for each commit in CI: all databases, documentation, demo, budgets; less than an hour.
merge:
	@.ci/run

# From time to time, for hours: all faults, more broken inputs, more random tests with new seeds, what a release needs.
night:
	@Tools/run-steps night "$(MAKE) merge" "$(MAKE) test-more PERSISTENT_OBJECTS_RUNS=200" \
	  "$(MAKE) faults FAULT_ARGUMENTS=--long FAULT_KILLS=1800" "$(MAKE) fuzz FUZZ_RUNS=40000000" \
	  "$(MAKE) fuzz-coverage" "$(MAKE) check-release" "$(MAKE) bench"

clean:
	rm -rf .build
