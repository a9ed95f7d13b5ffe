# The few commands people use.
.PHONY: build test demo ci nightly hosts bench

build: ## the binary, without cgo
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o loci ./cmd/loci

test: ## all tests
	go test ./...

demo: ## a conversation in several languages, fact by fact
	go run ./cmd/loci demo

ci: ## the gate, as CI runs it
	.ci/run

nightly: ## kill loops, long fuzzing, benchmarks
	.ci/nightly

hosts: export LOCI_HOSTS ?= /tmp/loci-hosts
hosts: ## real turns in every agent host that npm has
	.ci/hosts $(LOCI_HOSTS) claude codex gemini opencode openclaw inspector conformance
	go test -count=1 -v -timeout 60m ./plugins
	go test -count=1 -v -run TestConformance ./mcpserver

bench: ## the budgets of docs/benchmarks.md
	go test -run '^$$' -bench . ./...
