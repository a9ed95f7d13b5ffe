// Package retrieve finds what a question is about. It says which terms a
// memory and a turn are indexed under, analyses a query, ranks what a store's
// postings hold for it, and cuts the excerpt around a hit.
//
// Scores are made here and not in the stores, so that every store ranks alike:
// BM25 with k1 = 0.9 and b = 0.4, over the frequencies of the scopes that were
// asked for and no others.
package retrieve
