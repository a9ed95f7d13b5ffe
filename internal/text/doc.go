// Package text analyses natural language: it repairs and normalises strings,
// cuts them into tokens, turns them into index terms and names their language.
//
// Everything that knows one language lives in data/<language>.txt; the Go code
// only knows constructions (suffix layers, elision, scripts). A language's file
// is parsed the first time the language is used, so importing the package
// costs nothing.
//
// Four forms of a string are told apart:
//
//   - stored: [Normalize], what a memory keeps;
//   - compared: [Fold], case and typing variants removed, diacritics kept;
//   - unmarked: [FoldMarks], diacritics gone too where the script allows it;
//   - indexed: [Terms] and [QueryTerms], stop words gone and words stemmed.
package text

// Version identifies the terms this analyser yields. An index stores it; when
// it differs, the index must be rebuilt. Raise it whenever [Terms] changes.
const Version = 3
