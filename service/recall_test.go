package service_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/service"
	"github.com/locimem/loci/sqlite"
)

// recall returns what a request finds, in words.
func (b *bench) recall(r loci.RecallRequest) []string {
	b.t.Helper()
	res, err := b.Recall(context.Background(), r)
	if err != nil {
		b.t.Fatalf("recall %+v: %v", r, err)
	}
	return textsOf(res.Hits)
}

func textsOf(hits []loci.Hit) []string {
	var out []string
	for _, h := range hits {
		if h.Memory != nil {
			out = append(out, h.Memory.Text)
		} else {
			out = append(out, "> "+h.Excerpt)
		}
	}
	return out
}

// overFile puts the service over a file store.
func overFile(t *testing.T) *bench {
	t.Helper()
	b := open(t)
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "memory.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if b.Service, err = service.New(store, service.Options{Now: b.now}); err != nil {
		t.Fatal(err)
	}
	b.store = store
	return b
}

// keep remembers statements as a person at a terminal.
func (b *bench) keep(statements ...string) {
	b.t.Helper()
	for _, s := range statements {
		remember(b.t, b, as(loci.ViaTerminal), loci.RememberRequest{Text: s})
	}
}

func TestRecallFindsNothingWithoutAWord(t *testing.T) {
	b := open(t)
	b.keep("I like tea", "My dog is called Rex")
	b.say("We talked about the weather.")
	for _, q := range []string{"", " ", "the of and", "?!", "* % ( ) \" '", "что это такое", "o que é isso", "的"} {
		if got := b.recall(loci.RecallRequest{Query: q}); len(got) > 0 { // field bug D10, waku-agent#79
			t.Errorf("%q found %q", q, got)
		}
	}
}

func TestPagesNeitherOverlapNorLeaveOut(t *testing.T) {
	b := overFile(t)
	for i := range 60 {
		b.keep(fmt.Sprintf("tea number %d", i))
		if i%2 == 0 {
			b.turn(loci.Turn{Role: loci.RoleAssistant, Text: fmt.Sprintf("Here is tea, the %dth cup, on Monday.", i), Conversation: fmt.Sprint(i % 7)})
		}
	}
	for _, query := range []string{"tea", "tea today", "tea on Monday 4 May 2026"} {
		whole := b.recall(loci.RecallRequest{Query: query, Limit: 90})
		if len(whole) != 90 {
			t.Fatalf("%q: %d hits", query, len(whole))
		}
		for _, size := range []int{1, 5, 7, 12, 40} {
			var paged []string
			for offset := 0; offset < 90; offset += size {
				page := b.recall(loci.RecallRequest{Query: query, Limit: size, Offset: offset})
				turn := slices.IndexFunc(page, func(s string) bool { return strings.HasPrefix(s, "> ") })
				if turn >= 0 && slices.ContainsFunc(page[turn:], func(s string) bool { return !strings.HasPrefix(s, "> ") }) {
					t.Errorf("%q: memories do not come first: %q", query, page)
				}
				paged = append(paged, page...)
			}
			slices.Sort(paged)
			if diff := cmp.Diff(slices.Sorted(slices.Values(whole)), paged); diff != "" {
				t.Fatalf("%q in pages of %d: %s", query, size, diff)
			}
		}
	}
}

func TestRecallOnlyTurnsOrMemories(t *testing.T) {
	b := open(t)
	b.keep("I like green tea")
	for i := range 4 {
		b.turn(loci.Turn{Role: loci.RoleAssistant, Text: fmt.Sprintf("Green tea, cup %d", i), Conversation: fmt.Sprint(i / 2)})
	}
	for _, c := range []struct {
		r            loci.RecallRequest
		memories, of int
	}{
		{loci.RecallRequest{}, 1, 5},
		{loci.RecallRequest{NoTurns: true}, 1, 1},
		{loci.RecallRequest{OnlyTurns: true}, 0, 4},
		{loci.RecallRequest{OnlyTurns: true, PerConversation: 1}, 0, 2},
		{loci.RecallRequest{PerConversation: 3}, 1, 5},
	} {
		c.r.Query = "green tea"
		got := b.recall(c.r)
		turns := 0
		for _, s := range got {
			if strings.HasPrefix(s, "> ") {
				turns++
			}
		}
		if len(got) != c.of || len(got)-turns != c.memories {
			t.Errorf("%+v: got %q", c.r, got)
		}
	}
	if got := b.recall(loci.RecallRequest{Query: "green tea", Offset: math.MaxInt, Limit: math.MaxInt}); len(got) > 0 {
		t.Errorf("beyond the end: %q", got)
	}
	for _, r := range []loci.RecallRequest{{OnlyTurns: true, NoTurns: true}, {PerConversation: -1}, {Offset: -1}, {Limit: -1}} {
		r.Query = "tea"
		if _, err := b.Recall(t.Context(), r); !errors.Is(err, loci.Invalid) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

func TestExplainedSharesAddUp(t *testing.T) {
	b := open(t)
	b.keep("The dentist is on Tuesday")
	b.turn(loci.Turn{Role: loci.RoleUser, Speaker: "Ana", Text: "Did the dentist call?"})
	b.turn(loci.Turn{Role: loci.RoleUser, Speaker: "Ben", Text: "Yes, it hurts today"})
	res, err := b.Recall(t.Context(), loci.RecallRequest{Query: "what did Ana say about the dentist today", Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	arms := map[string]bool{}
	for _, h := range res.Hits {
		sum := 0.0
		for arm, share := range h.Explain {
			sum += share
			arms[arm] = true
		}
		if math.Abs(sum-h.Score) > 1e-9 {
			t.Errorf("%v add up to %v, not to %v", h.Explain, sum, h.Score)
		}
	}
	for _, arm := range []string{"words", "nearby", "conversation", "speaker", "asking", "time"} {
		if !arms[arm] {
			t.Errorf("%s adds nothing to any of %q", arm, textsOf(res.Hits))
		}
	}
	res, err = b.Recall(t.Context(), loci.RecallRequest{Query: "dentist"})
	if err != nil || res.Hits[0].Explain != nil || res.Terms != nil {
		t.Errorf("explained without being asked: %+v, %v", res, err)
	}
}

func TestATimeFindsWhatSharesNoWord(t *testing.T) {
	b := open(t)
	due := loci.Day(b.now().AddDate(0, 0, 2))
	remember(t, b, as(loci.ViaTerminal), loci.RememberRequest{Text: "Hand in the report", Due: &due})
	later := loci.Day(b.now().AddDate(0, 2, 0))
	remember(t, b, as(loci.ViaTerminal), loci.RememberRequest{Text: "Renew the passport", Due: &later})
	b.say("We had soup.")
	b.advance(day)
	b.say("We had rice.")
	for query, want := range map[string][]string{
		"what is due tomorrow?":         {"Hand in the report"},
		"o que vence amanhã?":           {"Hand in the report"},
		"what did we eat yesterday?":    {"> We had soup."},
		"what did we eat in July 2019?": nil,
		"what did we eat this year?":    nil,
		"what did we eat today?":        nil,
		"what did we do?":               nil, // field bug D29, hs#2768
	} {
		if diff := cmp.Diff(want, b.recall(loci.RecallRequest{Query: query})); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
}

func TestOneSourceDoesNotFloodTheAnswer(t *testing.T) {
	b := open(t)
	agent := as(loci.ViaAgent)
	for i := range 20 {
		remember(t, b, agent, loci.RememberRequest{Text: fmt.Sprintf("best tea shop tea tea %d", i), URL: "https://tea.example"})
	}
	remember(t, b, agent, loci.RememberRequest{Text: "The user's favourite shop is near the station and has tea"})
	b.keep("I buy tea at the market on Sundays when the weather is good")
	for i := range 20 {
		b.turn(loci.Turn{Role: loci.RoleWeb, Text: fmt.Sprintf("tea shop tea shop %d", i), Conversation: "c"})
	}
	b.turn(loci.Turn{Role: loci.RoleAssistant, Text: "You asked about the shop before, and about other things for a long while", Conversation: "d"})
	got := b.recall(loci.RecallRequest{Query: "tea shop"})
	flood := 0
	for _, s := range got[:5] {
		if strings.HasPrefix(s, "best tea shop") {
			flood++
		}
	}
	if flood > 3 || !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "market") }) ||
		!slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "> You asked") }) {
		t.Errorf("flooded: %q", got)
	}
}

// TestFieldBugs_D are public reports about search, asked of the whole service.
func TestFieldBugs_D(t *testing.T) {
	memories := map[string]string{
		"D1_cm3801": "登录前需要验证用户身份", "D2_mnemosyne168": "用户服务器部署在腾讯云国内节点",
		"D4_tdb1382": "专属测试口令是闪电阻尼器", "D5_lossless129": "播客在飞书上，已静默备份", "D7_openclaw20730_ja": "昨日しりとりをした",
		"D7_openclaw20730_ko": "동생과 끝말잇기를 했다", "D7_openclaw35937": "我最喜欢的游戏是成语接龙",
		"D8_obelisk9": "重跑gen-itgc后50条悬空引用清零", "D10_waku79_de": "Frau Müller ist meine Ärztin", "D10_waku79_ru": "Моего брата зовут Сергей",
		"D11_chimera220": "O serviço de autenticação da coordenação caiu", "D11_chimera220_ru": "Проект находится в Казани",
		"D11_chimera220_ja": "プロジェクトは倉庫にある", "D14_mp932_hi": "मेरी बहन अनीता है", "D14_mp932_pt": "O João mora em Faro",
		"D14_mp911": "Инна работает в школе", "D16_gbrain3779": "אמרתי שלום עולם", "D20_ccrecall29": "Never run agents in parallel",
		"D22_ciscat12": "The server runs ubuntu 20.04", "D22_3gpp43": "The specification is 38.101",
		"D23_ha43435": "Rust is memory safe", "D25_openagent4": "The deploy plan is blue-green", "stoss": "Morgens mache ich Stoßlüften",
		"scope_labs": "나는 스코프 랩스에서 일한다", "rate": "The disk writes 3 GB/s", "art": "It is a state-of-the-art kitchen", "setsubi": "この設備は古い",
	}
	queries := map[string]map[string]string{
		"D1_cm3801": {"用户身份": ""}, "D2_mnemosyne168": {"腾讯云": ""}, "D4_tdb1382": {"口令": "", "闪电阻尼器": "", "专属测试口令": ""},
		"D5_lossless129": {"静默": "", "播客": "", "飞书": "", "备份": ""}, "D7_openclaw20730_ja": {"しりとり": ""}, "D7_openclaw20730_ko": {"끝말잇기": ""},
		"D7_openclaw35937": {"成语接龙": ""}, "D8_obelisk9": {"itgc": "", "gen-itgc": "", "50": ""},
		"D10_waku79_de": {"Müller": "", "MÜLLER": "", "Mu\u0308ller": ""}, "D10_waku79_ru": {"Сергей": "", "СЕРГЕЙ": ""},
		"D11_chimera220": {"autenticação": "", "autenticacao": "", "coordenação": ""}, "D11_chimera220_ru": {"где находится проект": ""},
		"D11_chimera220_ja": {"プロジェクトはどこ": ""}, "D14_mp932_hi": {"अनीता": ""}, "D14_mp932_pt": {"João": "", "joao": "", "Joa\u0303o": ""},
		"D14_mp911": {"Инна": ""}, "D16_gbrain3779": {"שלום": "", "שלום עולם": ""}, "D20_ccrecall29": {"don't use agents": ""},
		"D22_ciscat12": {"ubuntu 20.04": "", "20.04": ""}, "D22_3gpp43": {"38.101": ""},
		"D23_ha43435":    {"memory:safe": "", `say "safe`: "", "(memory AND": "", "NEAR(safe": "", "safe*": "", "%safe%": ""},
		"D25_openagent4": {"what's the deploy plan?": "", "deploy; plan #/,": ""}, "stoss": {"Stoßlüften": "", "stosslüften": ""},
		"scope_labs": {"스코프 랩스": ""}, "rate": {"GB/s": ""}, "art": {"state-of-the-art": ""}, "setsubi": {"設備": ""},
	}
	b := overFile(t)
	for _, source := range slices.Sorted(maps.Keys(memories)) {
		b.keep(memories[source])
	}
	for source, asked := range queries {
		t.Run(source, func(t *testing.T) {
			for q := range asked {
				got := b.recall(loci.RecallRequest{Query: q})
				if len(got) == 0 || got[0] != memories[source] {
					t.Errorf("%q found %q, want %q", q, got, memories[source])
				}
			}
		})
	}
}

func TestFieldBug_D5_lossless129(t *testing.T) { // as many as hold the words
	b := overFile(t)
	for i := range 30 {
		b.turn(loci.Turn{Role: loci.RoleAssistant, Text: fmt.Sprintf("第%d条消息，%s", i, []string{"发到飞书", "收听播客", "静默模式"}[i%3]), Conversation: "c"})
	}
	for _, q := range []string{"飞书", "播客", "静默"} {
		n := 0
		for _, hit := range b.recall(loci.RecallRequest{Query: q, Limit: 100})[:10] {
			if strings.Contains(hit, q) {
				n++
			}
		}
		if n != 10 {
			t.Errorf("%s: %d of 10 come first", q, n)
		}
	}
}

func TestFieldBug_D19_mem0_3707(t *testing.T) { // kept in its language
	b := open(t)
	b.say("Je préfère le café sans sucre.")
	got := b.recall(loci.RecallRequest{Query: "café sucre"})
	if len(got) == 0 || !strings.Contains(got[0], "préfère le café") {
		t.Errorf("got %q", got)
	}
}

func TestFieldBug_D17_eng720(t *testing.T) { // by slot or key only, as documented
	b := open(t)
	remember(t, b, as(loci.ViaTerminal), loci.RememberRequest{Text: "We use Postgres", Key: "base de datos"})
	if got := b.recall(loci.RecallRequest{Query: "¿qué base de datos usamos?"}); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

func TestFieldBug_D26_ANOLISA1574_D28(t *testing.T) {
	b := overFile(t)
	b.keep("The staging cluster is called zeppelin")
	words := strings.Fields("project meeting design review customer release budget garden window coffee train market doctor school winter summer music report engine letter")
	for i := range 100 {
		b.keep(fmt.Sprintf("On day %d I talked about the %s and the %s with my %s", i, words[i%20], words[(i*7+3)%20], words[(i*3+5)%20]))
	}
	for _, n := range []int{130, 400} {
		prompt := make([]string, n)
		for i := range prompt {
			prompt[i] = words[i*7%20]
		}
		prompt[n/3] = "zeppelin"
		got := b.recall(loci.RecallRequest{Query: strings.Join(prompt, " "), Limit: 5})
		if !slices.Contains(got, "The staging cluster is called zeppelin") {
			t.Errorf("%d words: %q", n, got)
		}
	}
	start := time.Now()
	b.recall(loci.RecallRequest{Query: strings.Repeat("x(\"' ", 2000)}) // D23: it was minutes
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("10,000 characters took %v", took)
	}
}
