# The few commands people use.
.PHONY: build test demo ci nightly bench

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

bench: ## the budgets of docs/benchmarks.md
	go test -run '^$$' -bench . ./...
