package sqlite

import "testing"

func TestCompareVersions(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{
		{"3.51.3", minLibrary, 0}, {"3.51.10", minLibrary, 1}, {"3.52.0", minLibrary, 1}, {"4.0", minLibrary, 1},
		{"3.51.2", minLibrary, -1}, {"3.9.9", minLibrary, -1}, {"3.51", minLibrary, -1}, {"", minLibrary, -1},
	} {
		got := compareVersions(tc.a, tc.b)
		if max(-1, min(1, got)) != tc.want {
			t.Errorf("%q against %q: %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}
