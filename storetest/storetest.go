// Package storetest is the contract of [loci.Store] in executable form. Every
// store runs it:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, storetest.Harness{Open: func(t *testing.T) loci.Store { … }})
//	}
//
// A test says what a store answers, never how it keeps things. Where the
// comments of package loci leave something open, so does the suite.
package storetest

import (
	"testing"

	"github.com/locimem/loci"
)

// Harness is how the suite gets at a kind of store. What a store cannot do is
// left nil.
type Harness struct {
	// Open returns an empty store. The suite closes it.
	Open func(t *testing.T) loci.Store
	// Reopen closes s and opens what it has kept.
	Reopen func(t *testing.T, s loci.Store) loci.Store
	// OpenBackup opens a file that Backup wrote.
	OpenBackup func(t *testing.T, path string) loci.Store
	// Damage holds ways to spoil a store behind its back, by name. The store
	// it is given holds memories with terms and at least three history rows;
	// after each, Verify must find a problem, and Audit too where the name has
	// "history" in it.
	Damage map[string]func(t *testing.T, s loci.Store)
}

// Run runs the suite, every test on a fresh store.
func Run(t *testing.T, h Harness) {
	topics := []struct {
		name string
		test func(*testing.T, Harness)
	}{
		{"Apply", testApply},
		{"Invalid", testInvalid},
		{"Versions", testVersions},
		{"Unique", testUnique},
		{"Atomic", testAtomic},
		{"Idempotent", testIdempotent},
		{"Scope", testScope},
		{"Unicode", testUnicode},
		{"Query", testQuery},
		{"Turn", testTurn},
		{"Time", testTime},
		{"History", testHistory},
		{"AsOf", testAsOf},
		{"Erase", testErase},
		{"Tombstone", testTombstone},
		{"Review", testReview},
		{"Bill", testBill},
		{"Waits", testWaits},
		{"Index", testIndex},
		{"Reindex", testReindex},
		{"Vector", testVector},
		{"Large", testLarge},
		{"Cancel", testCancel},
		{"Concurrency", testConcurrency},
		{"Custodian", testCustodian},
		{"Random", testRandom},
	}
	for _, topic := range topics {
		t.Run(topic.name, func(t *testing.T) { topic.test(t, h) })
	}
}
