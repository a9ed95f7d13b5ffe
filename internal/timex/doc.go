// Package timex finds the time expressions of a text and says which days,
// instants, intervals, durations and recurrences they mean.
package timex
