# `make` alone says what there is.
SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 30
ACCEPTANCE ?= ../shared/acceptance
ACCEPTANCE_PARTS ?= 1 2 3 4
BINARY := .build/release/thunderid-apply

.DEFAULT_GOAL := help
.PHONY: help bootstrap build debug test lint format demo bench fuzz acceptance install dist deb check-dist clean

help: ## Say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

bootstrap: ## Check the Swift toolchain, install the C libraries
	@scripts/bootstrap

build: bootstrap ## Build the command with optimisation: .build/release/thunderid-apply
	swift build -c release --product thunderid-apply

debug: bootstrap ## Build everything, tests included, without optimisation
	swift build --build-tests

# In groups, each in a process of its own: the wire tests hold clients to time limits, which tests that compute for long
# or wait for child processes would make them miss on a machine of two cores.
LONG_TESTS := CommandTests|DocsTests
test: bootstrap ## Run all tests
	swift test --skip '$(LONG_TESTS)|ThunderIDPlanTests'
	swift test --filter ThunderIDPlanTests
	swift test --filter '$(LONG_TESTS)'

lint: ## Check the format of all Swift sources
	swift format lint --strict --recursive --parallel Package.swift Sources Tests $(wildcard Fuzz)

format: ## Put all Swift sources into the format
	swift format --in-place --recursive --parallel Package.swift Sources Tests $(wildcard Fuzz)

demo: build ## Plan, apply, drift and roll back a company on a file sandbox
	@scripts/demo

bench: build ## Measure, beside limits taken in the same run
	@Benchmarks/run

fuzz: bootstrap ## Feed the parsers with noise for FUZZ_SECONDS
	@scripts/fuzz $(FUZZ_SECONDS)

acceptance: build ## Run the black-box checks of ACCEPTANCE, where that folder exists
	@if [ -f $(ACCEPTANCE)/accept.py ]; then \
	  python3 $(ACCEPTANCE)/accept.py $(BINARY) $(addprefix --part ,$(ACCEPTANCE_PARTS)) -v; \
	else echo "acceptance: no $(ACCEPTANCE)/accept.py here, nothing to run"; fi

install: bootstrap ## Build the command so that it needs no Swift; install it into DESTDIR/PREFIX
	binary=$$(scripts/static-build) && packaging/layout "$$binary" "$(DESTDIR)$(PREFIX)"

dist: bootstrap ## Make dist/*.tar.gz: command, manual page and completions, for where no Swift is
	@scripts/dist

deb: bootstrap ## Make dist/*.deb, the same for Debian and Ubuntu
	@scripts/deb

check-dist: bootstrap ## Make both and try them in an empty environment
	@scripts/check-dist

clean: ## Remove what was built
	rm -rf .build dist
