// Package loci is the domain of an agent's memory: the memory record, its life
// cycle, trust, scopes, and the contracts that services and stores fulfil. It
// imports the standard library only.
//
// Programs normally start at [github.com/locimem/loci/local], which opens a
// memory file and returns a ready service. The types here are what that
// service speaks: plain structs that marshal to plain JSON.
//
// The rules of a memory's life are pure functions of a record and a time
// ([Memory.StatusAt], [Transition]), so that expiry holds whenever a record is
// read, whether or not any maintenance has run.
package loci
