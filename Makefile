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
hosts: ## real turns in every agent host that can be installed
	.ci/hosts $(LOCI_HOSTS) claude codex gemini opencode openclaw hermes inspector conformance mcpb
	go test -count=1 -v -timeout 60m ./plugins
	go test -count=1 -v -run 'TestConformance|TestBundle' ./mcpserver ./packaging

bench: ## the budgets of docs/benchmarks.md
	go test -run '^$$' -bench . ./...
