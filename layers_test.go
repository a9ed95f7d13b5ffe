package loci_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/locimem/loci"

// allowed lists, for each package, the packages of this module that it may
// import (test files aside), and why its bounds are where they are. A package
// that is missing here fails the test.
var allowed = map[string]struct {
	imports []string
	why     string
}{
	"":                      {nil, "the domain knows nothing but itself"},
	"internal/wordtable":    {nil, "a table of words knows nothing of what they mean"},
	"internal/text":         {[]string{"internal/wordtable"}, "analysis of text is pure"},
	"internal/timex":        {[]string{"internal/text"}, "dates are pure"},
	"internal/vector":       {nil, "arithmetic"},
	"llm":                   {[]string{""}, "clients of models know nothing of memories"},
	"internal/guard":        {[]string{"", "internal/text", "internal/timex"}, "the guard judges text, it does not store"},
	"internal/contextblock": {[]string{"", "internal/text", "internal/timex"}, "rendering is pure"},
	"internal/resolve":      {[]string{"", "internal/text", "internal/timex"}, "decisions are pure"},
	"internal/extract":      {[]string{"", "internal/text", "internal/timex"}, "extraction proposes, it does not store"},
	"internal/retrieve":     {[]string{"", "internal/text", "internal/timex"}, "scoring is the same for every store"},
	"internal/command":      {[]string{"internal/text", "internal/wordtable"}, "recognising is pure; the service does what is said"},
	"internal/transcript":   {[]string{"", "internal/contextblock"}, "reading conversations needs no store"},
	"checkpoint":            {[]string{""}, "threads know the domain and a contract for blobs"},
	"checkpointtest":        {[]string{"", "checkpoint", "inmem"}, "the suite knows the contract, and the oracle"},
	"graph":                 {[]string{"", "checkpoint"}, "a runtime over any saver, free of memory and models"},
	"inmem":                 {[]string{"", "checkpoint", "internal/vector"}, "stores get terms; they never analyse text"},
	"sqlite":                {[]string{"", "checkpoint", "internal/vector"}, "stores get terms; they never analyse text"},
	"storetest":             {[]string{"", "inmem"}, "the suite knows the contract, and the oracle"},
	"internal/childtest":    {[]string{""}, "a help for tests"},
	"internal/compiletest":  {nil, "a help for tests"},
	"service": {[]string{"", "internal/guard", "internal/extract", "internal/resolve", "internal/retrieve",
		"internal/contextblock", "internal/transcript", "internal/command", "internal/text", "internal/timex", "internal/vector"}, "use cases never name a store or an adapter"},
	"internal/spool":           {[]string{""}, "keeping turns needs neither a store nor analysis"},
	"local":                    {[]string{"", "service", "sqlite", "checkpoint", "graph", "internal/command", "internal/extract", "internal/spool", "internal/text"}, "the composition root"},
	"mcpserver":                {[]string{""}, "a protocol over the service's contract"},
	"internal/hook":            {[]string{"", "internal/command", "internal/contextblock", "internal/transcript"}, "events of hosts over the service's contract"},
	"plugins":                  {nil, "files of other programs"},
	"internal/setup":           {[]string{"", "plugins"}, "other programs' configuration files, free of memories"},
	"internal/eval":            {[]string{"", "internal/text", "internal/timex", "internal/guard", "internal/extract"}, "stores come from a factory"},
	"internal/cli":             {[]string{"*"}, "the command line stands above everything"},
	"cmd/loci":                 {[]string{"internal/cli"}, "main only calls the command line"},
	"examples/chat":            {[]string{"", "local"}, "examples use what users can use"},
	"examples/agent":           {[]string{"", "local", "graph", "checkpoint"}, "examples use what users can use"},
	"examples/topologies":      {[]string{"", "local", "graph", "checkpoint", "inmem"}, "examples use what users can use"},
	"internal/timex/cldrgen":   {nil, "a generator, run by hand"},
	"internal/extract/packgen": {[]string{"internal/extract"}, "a generator, run by go generate"},
}

// confined lists where each dependency may be imported.
var confined = map[string][]string{
	"github.com/ncruces/go-sqlite3":          {"sqlite"},
	"github.com/spf13/cobra":                 {"internal/cli"},
	"github.com/spf13/pflag":                 {"internal/cli"},
	"golang.org/x/term":                      {"internal/cli"},
	"github.com/pelletier/go-toml/v2":        {"internal/cli", "internal/command", "internal/extract", "internal/guard", "internal/hook", "internal/resolve", "internal/retrieve", "internal/setup", "internal/timex"},
	"github.com/rogpeppe/go-internal":        {"internal/setup"}, // its diff
	"github.com/google/uuid":                 {"service", "inmem", "sqlite"},
	"github.com/clipperhouse/uax29/v2":       {"internal/text"},
	"github.com/blevesearch/snowballstem":    {"internal/text"},
	"golang.org/x/text":                      {"internal/text", "internal/timex", "internal/guard", "internal/extract", "internal/cli"},
	"golang.org/x/sys":                       {"sqlite", "internal/cli"},
	"golang.org/x/crypto":                    {"sqlite"},
	"pgregory.net/rapid":                     {"storetest", "checkpointtest"},
	"github.com/google/go-cmp":               {"storetest", "checkpointtest"},
	"github.com/modelcontextprotocol/go-sdk": {"mcpserver"},
}

type source struct {
	pkg, path string
	file      *ast.File
	lines     int
}

// TestLayers holds the code to its own rules: who may import whom, how long
// files and functions may be, and that what is exported is documented.
func TestLayers(t *testing.T) {
	fset := token.NewFileSet()
	sources := load(t, fset)
	if len(sources) < 50 {
		t.Fatalf("only %d source files found", len(sources))
	}
	for _, s := range sources {
		checkImports(t, s)
		checkDocs(t, fset, s)
	}
	checkSizes(t, fset, sources)
	checkMain(t, sources)
}

func load(t *testing.T, fset *token.FileSet) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != "." && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(fset, path, data, parser.ParseComments)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		if pkg == "." {
			pkg = ""
		}
		out = append(out, source{pkg, path, f, strings.Count(string(data), "\n")})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func checkImports(t *testing.T, s source) {
	t.Helper()
	rule, ok := allowed[s.pkg]
	if !ok {
		t.Errorf("%s: package %q has no layer; give it one in layers_test.go", s.path, s.pkg)
		return
	}
	for _, spec := range s.file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		if own, ok := strings.CutPrefix(path, module); ok {
			own = strings.TrimPrefix(own, "/")
			if !slices.Contains(rule.imports, own) && !slices.Contains(rule.imports, "*") {
				t.Errorf("%s imports %q: %s", s.path, own, rule.why)
			}
			continue
		}
		if !strings.Contains(strings.Split(path, "/")[0], ".") {
			continue // the standard library
		}
		if !mayDepend(s.pkg, path) {
			t.Errorf("%s imports %s: each dependency has one room (see confined)", s.path, path)
		}
	}
}

func mayDepend(pkg, path string) bool {
	for dep, pkgs := range confined {
		if (path == dep || strings.HasPrefix(path, dep+"/")) && slices.Contains(pkgs, pkg) {
			return true
		}
	}
	return false
}

// checkSizes holds files to 400 lines and functions to 40, for nine in ten of
// them, and none to more than 600 and 120.
func checkSizes(t *testing.T, fset *token.FileSet, sources []source) {
	t.Helper()
	var files, funcs, longFiles, longFuncs int
	for _, s := range sources {
		files++
		if s.lines > 400 {
			longFiles++
		}
		if s.lines > 600 {
			t.Errorf("%s has %d lines; no file may have more than 600", s.path, s.lines)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			n := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1
			funcs++
			if n > 40 {
				longFuncs++
			}
			if n > 120 {
				t.Errorf("%s: %s has %d lines; no function may have more than 120", s.path, f.Name.Name, n)
			}
		}
	}
	if longFiles*10 > files {
		t.Errorf("%d of %d files have more than 400 lines; at most a tenth may", longFiles, files)
	}
	if longFuncs*10 > funcs {
		t.Errorf("%d of %d functions have more than 40 lines; at most a tenth may", longFuncs, funcs)
	}
}

// checkDocs wants a comment on every exported name.
func checkDocs(t *testing.T, fset *token.FileSet, s source) {
	t.Helper()
	missing := func(name *ast.Ident) {
		t.Errorf("%s: %s has no comment", fset.Position(name.Pos()), name.Name)
	}
	for _, d := range s.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
				missing(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() && d.Doc == nil && spec.Doc == nil {
						missing(spec.Name)
					}
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						if name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
							missing(name)
						}
					}
				}
			}
		}
	}
}

func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if index, ok := typ.(*ast.IndexExpr); ok {
		typ = index.X
	}
	id, ok := typ.(*ast.Ident)
	return ok && id.IsExported()
}

func checkMain(t *testing.T, sources []source) {
	t.Helper()
	for _, s := range sources {
		if s.pkg == "cmd/loci" && s.lines > 15 {
			t.Errorf("%s has %d lines; main only starts the command line", s.path, s.lines)
		}
	}
}
