package extract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An order or a taste keeps what of it is code, and an order what it holds for
// or excepts; an aside about somebody's home is no part of it.
func TestFieldBug_Brk4_1_AsidesAndCode(t *testing.T) {
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string][]string{
		"never use git push --force":                                           {"never use git push --force"},
		"benutze immer git commit --no-verify":                                 {"benutze immer git commit --no-verify"},
		"nunca uses git push --force":                                          {"nunca uses git push --force"},
		"以后请始终用 git push --force":                                              {"以后请始终用 git push --force"},
		"I prefer ls -la over ls --color":                                      {"I prefer ls -la over ls --color"},
		"always format dates as (YYYY-MM-DD) in reports":                       {"always format dates as (YYYY-MM-DD) in reports"},
		"请总是用中文回答（除了代码）":                                                       {"请总是用中文回答（除了代码）"},
		"I prefer f(x) notation":                                               {"I prefer f(x) notation"},
		"I prefer arr[0] over arr.first":                                       {"I prefer arr[0] over arr.first"},
		"never deploy on Fridays - except in emergencies":                      {"never deploy on Fridays - except in emergencies"},
		"never deploy on Fridays (except in emergencies), and I live in Leeds": {"never deploy on Fridays (except in emergencies)", "I live in Leeds"},
		"always use tabs (please)":                                             {"always use tabs"},
		"always use tabs - thanks!":                                            {"always use tabs"},
		"always use tabs (not spaces":                                          {"always use tabs"},
		"I live in Leeds - I work as a nurse":                                  {"I live in Leeds", "I work as a nurse"},
		"I live in Leeds -- and I work as a nurse":                             {"I live in Leeds", "I work as a nurse"},
		"Vivo en Madrid -con mi mujer-":                                        {"Vivo en Madrid"},
		"我住在北京(海淀)":                                                            {"我住在北京"},
		"Io vivo a Roma(Italia) e lavoro come medico":                          {"vivo a Roma", "lavoro come medico"},
	} {
		var got []string
		for _, c := range e.Extract(Input{Text: said, Time: monday}).Candidates {
			got = append(got, c.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", said, diff)
		}
	}
}

// What a turn says over and over is one statement; what it says anew is not.
func TestFieldBug_Brk4_14_RepeatedFacts(t *testing.T) {
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string][]string{
		strings.Repeat("I live in Leeds. ", 20):             {"I live in Leeds"},
		strings.Repeat("我住在北京。", 20):                        {"我住在北京"},
		"I live in Leeds. I live in Bath. I live in Leeds.": {"I live in Leeds", "I live in Bath", "I live in Leeds"},
	} {
		var got []string
		for _, c := range e.Extract(Input{Text: said, Time: monday}).Candidates {
			got = append(got, c.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%.40s: (-want +got)\n%s", said, diff)
		}
	}
}
