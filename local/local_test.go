package local_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
	"github.com/locimem/loci/service"
)

func open(t *testing.T, o local.Options) *local.Memory {
	t.Helper()
	mem, err := local.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mem.Close() })
	return mem
}

func TestOpenHonoursTheEnvironment(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "down", "m.db")
	for k, v := range map[string]string{"LOCI_DB": path, "LOCI_USER": "ana", "LOCI_AGENT": "Claude", "LOCI_PROJECT": "p", "LOCI_ORG": "o"} {
		t.Setenv(k, v)
	}
	mem := open(t, local.Options{})
	if mem.Path() != path {
		t.Errorf("opened %s", mem.Path())
	}
	if diff := cmp.Diff(loci.Scope{Org: "o", User: "ana", Agent: "Claude", Project: "p"}, mem.Principal().Scope); diff != "" {
		t.Error(diff)
	}
	if got := open(t, local.Options{User: "bea"}).Principal().User; got != "bea" {
		t.Errorf("an option yields to the environment: %s", got)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	t.Setenv("LOCI_DB", "")
	t.Setenv("HOME", "/home/somebody")
	if got, err := local.DefaultPath(); err != nil || got != "/home/somebody/.loci/memory.db" {
		t.Errorf("%s %v", got, err)
	}
}

func TestMemoriesSurviveClosing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	ctx := context.Background()
	mem := open(t, local.Options{Path: path})
	if _, err := mem.Ingest(ctx, loci.Turn{Role: loci.RoleUser, Text: "I live in Porto"}); err != nil {
		t.Fatal(err)
	}
	before, err := mem.Active(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(mem.Close(), mem.Close()); err != nil {
		t.Fatal(err)
	}
	after, err := open(t, local.Options{Path: path}).Active(ctx)
	if err != nil || len(after) != 1 {
		t.Fatalf("%v %v", after, err)
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
}

// original writes a file of the Python original.
func original(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "original.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestTheOriginalsDataComesIn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "memory.db")
	original(t, path)
	before, _ := os.ReadFile(path)
	ctx := context.Background()

	if _, err := local.Open(ctx, local.Options{Path: path}); !errors.Is(err, loci.Foreign) || !strings.Contains(loci.HintOf(err), "import") {
		t.Fatalf("opening the original's file: %v, hint %q", err, loci.HintOf(err))
	}
	records, err := local.ReadOriginal(ctx, path)
	if err != nil || len(records) != 5 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	mem := open(t, local.Options{Path: filepath.Join(dir, "new.db"), Via: loci.ViaTerminal})
	r, err := mem.Service().Import(ctx, loci.ImportRequest{Memories: records, Original: true})
	if err != nil || r.Added != 5 {
		t.Fatalf("%+v %v", r, err)
	}
	byKey := map[string]loci.Memory{}
	active, err := mem.Active(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range active {
		byKey[m.Key] = m
	}
	for key, want := range map[string]struct {
		origin     loci.Origin
		tier       loci.Tier
		status     loci.Status
		importance loci.Importance
		category   loci.Category
	}{
		"constraints:peanuts": {loci.UserStated, loci.TierConfirmed, loci.Active, loci.Critical, loci.Constraints},
		"preferences:tea":     {loci.UserStated, loci.TierStated, loci.Hypothesis, loci.Medium, loci.Preferences},
		"goals:thesis":        {loci.AssistantInferred, loci.TierNoted, loci.Active, loci.High, loci.Goals},
		"finance:budget":      {loci.FromImport, loci.TierNoted, loci.Hypothesis, loci.Low, loci.Finance},
	} {
		m := byKey[key]
		if m.Origin != want.origin || m.Tier != want.tier || m.Status != want.status || m.Importance != want.importance || m.Category != want.category {
			t.Errorf("%s: %s tier %d %s %s %s", key, m.Origin, m.Tier, m.Status, m.Importance, m.Category)
		}
	}
	if m := byKey["goals:thesis"]; m.Due == nil || m.Due.String() != "2027-01-31" || !strings.Contains(string(m.Metadata), "Thesis") {
		t.Errorf("due %v, metadata %s", m.Due, m.Metadata)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("the original's file was written to")
	}
}

func TestAdoptKeepsTheOriginal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	original(t, path)
	before, _ := os.ReadFile(path)
	ctx := context.Background()
	kept, err := local.Adopt(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(kept); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the original is not kept whole: %v", err)
	}
	open(t, local.Options{Path: path})
	if _, err := local.Adopt(ctx, path); !errors.Is(err, loci.Invalid) {
		t.Errorf("adopting our own file: %v", err)
	}
}

func TestDoctorSeesPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	mem := open(t, local.Options{Path: path})
	r, err := mem.Doctor(context.Background(), false)
	if err != nil || !r.Healthy() || len(r.Store.Problems) > 0 {
		t.Fatalf("%+v %v", r, err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	r, err = mem.Doctor(context.Background(), false)
	if err != nil || !r.Healthy() {
		t.Fatalf("%+v %v", r, err)
	}
	var warned bool
	for _, c := range r.Checks {
		warned = warned || c.Health == local.Warning && strings.Contains(c.Hint, "chmod 0600")
	}
	if !warned {
		t.Errorf("a file that others can read goes unnoticed: %+v", r.Checks)
	}
}

func TestBackupIsComplete(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	mem := open(t, local.Options{Path: filepath.Join(dir, "m.db")})
	if _, err := mem.Ingest(ctx, loci.Turn{Role: loci.RoleUser, Text: "I live in Porto"}); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "copy.db")
	if err := mem.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	if err := mem.Backup(ctx, copied); err == nil {
		t.Error("a backup overwrote a file")
	}
	got, err := open(t, local.Options{Path: copied}).Active(ctx)
	if err != nil || len(got) != 1 {
		t.Errorf("%v %v", got, err)
	}
}

func TestUnicodeReachesTheFileWhole_FieldBug_E(t *testing.T) {
	for name, tc := range map[string]struct{ in, want string }{
		"E1 hs#4: half an emoji":      {"I like \xed\xa0\xbd tea", "I like \ufffd tea"},
		"E5 nano-step#181: NUL":       {"I like a\x00b tea", "I like a\ufffdb tea"},
		"E2 agent-zero#1773: 4 bytes": {"I like 🍸 tea", "I like 🍸 tea"},
		"E7: a family":                {"I like 👨\u200d👩\u200d👧 photos", "I like 👨\u200d👩\u200d👧 photos"},
		"RTL":                         {"I like שלום cards", "I like שלום cards"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			mem := open(t, local.Options{Path: filepath.Join(t.TempDir(), "m.db"), Via: loci.ViaTerminal})
			r, err := mem.Service().Remember(ctx, loci.RememberRequest{Text: tc.in, Category: loci.Preferences})
			if err != nil {
				t.Fatal(err)
			}
			m, err := mem.Service().Get(ctx, loci.GetRequest{Ref: string(r.Memory.ID)})
			if err != nil || m.Text != tc.want {
				t.Errorf("%q %v", m.Text, err)
			}
		})
	}
}

func TestLongTurnsAreKeptWhole_FieldBug_G2_agentric421(t *testing.T) {
	ctx := context.Background()
	mem := open(t, local.Options{Path: filepath.Join(t.TempDir(), "m.db")})
	for _, n := range []int{2100, 2699, 3927, 9341, 200_000} { // 2100: G1, openchamber#3604
		long := "zanzibar " + strings.Repeat("x", n-len("zanzibar  quokka")) + " quokka"
		if _, err := mem.Ingest(ctx, loci.Turn{Role: loci.RoleUser, Text: long}); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if _, err := mem.Service().Export(ctx, &out, loci.ExportRequest{Turns: true}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), long) {
			t.Errorf("a turn of %d characters is not whole", n)
		}
	}
	r, err := mem.Ingest(ctx, loci.Turn{Role: loci.RoleUser, Text: strings.Repeat("x ", loci.MaxTurn)})
	if err != nil || r.Refused != 1 || r.Turns != 0 || len(r.Outcomes) != 1 || r.Outcomes[0].Reason == "" {
		t.Errorf("a turn over the limit: %+v %v", r, err)
	}
	long := strings.Repeat("tea ", 300)
	if _, err := mem.Service().Remember(loci.WithPrincipal(ctx, loci.Principal{Via: loci.ViaTerminal}), loci.RememberRequest{Text: "I like " + long}); !errors.Is(err, loci.Refused) {
		t.Errorf("a memory over the limit: %v", err)
	}
}

func TestReadExportOfNothing(t *testing.T) {
	r, err := service.ReadExport(strings.NewReader(""), func(int, error) { t.Error("a line") })
	if err != nil || len(r.Memories) != 0 {
		t.Errorf("%v %v", r, err)
	}
}
