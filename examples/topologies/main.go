// Command topologies shows how agents that work together share what they know,
// and measures what each of them sees.
//
//   - local: each agent remembers for itself (agent scope)
//   - shared: all remember for the user (user scope)
//   - hybrid: each for itself, and chosen results for the user
//   - supervisor: one agent gets a summary of each other's work
//   - peers: each agent gets selected results of the others
//   - swarm: what all found is added up
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// worker is an agent with what it finds out; the first finding is the one that
// others should know.
type worker struct {
	name     string
	findings []string
}

var team = []worker{
	{"coder", []string{"The build takes nine minutes", "The linter is configured in the root folder"}},
	{"researcher", []string{"The competitor has no offline mode", "The survey had 212 answers"}},
	{"writer", []string{"The manual is written in British English", "Chapter two needs a diagram"}},
}

func main() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "topologies")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for _, t := range []struct {
		name  string
		shape func(context.Context, *local.Memory) error
	}{{"local", remember(agentScope, none)}, {"shared", remember(userScope, none)}, {"hybrid", remember(agentScope, first)}} {
		if err := memory(ctx, filepath.Join(dir, t.name+".db"), t.name, t.shape); err != nil {
			log.Fatal(err)
		}
	}
	if err := graphs(ctx); err != nil {
		log.Fatal(err)
	}
}

// memory runs a topology on a fresh memory file and prints what each sees.
func memory(ctx context.Context, path, name string, shape func(context.Context, *local.Memory) error) error {
	mem, err := local.Open(ctx, local.Options{Path: path})
	if err != nil {
		return err
	}
	defer mem.Close()
	if err := shape(ctx, mem); err != nil {
		return err
	}
	for _, w := range team {
		seen, err := mem.Service().List(as(ctx, w.name), loci.ListRequest{Limit: 100})
		if err != nil {
			return err
		}
		own, others := map[string]bool{}, map[string]bool{}
		for _, m := range seen.Memories {
			if slices.Contains(w.findings, m.Text) {
				own[m.Text] = true
			} else {
				others[m.Text] = true
			}
		}
		report(name, w.name, len(own), len(others))
	}
	return nil
}

func report(topology, agent string, own, others int) {
	fmt.Printf("%-10s  %-10s  sees %d of its own, %d of the others'\n", topology, agent, own, others)
}

// as lets an agent act for the user; an empty name is all of the user's agents.
func as(ctx context.Context, agent string) context.Context {
	scope := loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser, Agent: agent}
	return loci.WithPrincipal(ctx, loci.Principal{Scope: scope, Via: loci.ViaAgent, Client: "topologies"})
}

func agentScope(w worker) string { return w.name }
func userScope(worker) string    { return "" }

func none(string, worker) bool         { return false }
func first(text string, w worker) bool { return text == w.findings[0] }

// remember lets every agent keep its findings in a scope, and promotes some of
// them to the user's, where all agents see them.
func remember(scope func(worker) string, promoted func(string, worker) bool) func(context.Context, *local.Memory) error {
	return func(ctx context.Context, mem *local.Memory) error {
		for _, w := range team {
			for _, text := range w.findings {
				agent := as(ctx, scope(w))
				kept, err := mem.Service().Remember(agent, loci.RememberRequest{Text: text, Category: loci.Goals})
				if err == nil && promoted(text, w) {
					_, err = mem.Service().Change(agent, loci.ChangeRequest{Op: loci.ChangePromote, Ref: string(kept.Memory.ID)})
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	}
}
