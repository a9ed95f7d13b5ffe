package vector

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func random(rng *rand.Rand, dimension int) []float32 {
	v := make([]float32, dimension)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return Unit(v)
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestUnit(t *testing.T) {
	if got := Unit([]float32{3, 4}); math.Abs(float64(got[0])-0.6) > 1e-6 || math.Abs(float64(got[1])-0.8) > 1e-6 {
		t.Errorf("got %v", got)
	}
	for _, v := range [][]float32{nil, {0, 0}, {float32(math.NaN())}, {float32(math.Inf(1)), 1}} {
		if got := Unit(v); got != nil {
			t.Errorf("%v has no direction, got %v", v, got)
		}
	}
}

func TestQuantiseKeepsCosines(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		a, b := random(rng, 256), random(rng, 256)
		scaleA, dataA := Quantise(a)
		scaleB, dataB := Quantise(b)
		got := float64(Dot(dataA, dataB)) * float64(scaleA) * float64(scaleB)
		if want := dot(a, b); math.Abs(got-want) > 0.005 {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
	if scale, data := Quantise([]float32{0, 0}); scale != 0 || !slices.Equal(data, []int8{0, 0}) {
		t.Errorf("zero became %v × %v", scale, data)
	}
}

func TestScanIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const n = 10
	var vectors [][]float32
	for range 3000 {
		vectors = append(vectors, random(rng, 64))
	}
	for range 20 {
		query := random(rng, 64)
		s := NewScan(query, n)
		for id, v := range vectors {
			scale, data := Quantise(v)
			s.Add(int64(id), scale, data)
		}
		s.Add(9999, 1, []int8{127}) // another dimension
		want := slices.SortedFunc(ids(len(vectors)), func(a, b int64) int {
			return cmp.Compare(dot(query, vectors[b]), dot(query, vectors[a]))
		})[:n]
		right := 0
		got := s.Best()
		for i, f := range got {
			if slices.Contains(want, f.ID) {
				right++
			}
			if i > 0 && f.Cosine > got[i-1].Cosine {
				t.Fatalf("not in order: %v", got)
			}
		}
		if len(got) != n || right < n-1 { // the last place may go to one as near within eight bits
			t.Fatalf("%d of %d: got %v, want %v", right, n, got, want)
		}
	}
}

func ids(n int) func(func(int64) bool) {
	return func(yield func(int64) bool) {
		for i := range n {
			if !yield(int64(i)) {
				return
			}
		}
	}
}

func TestScanOfEqualsTakesTheLater(t *testing.T) {
	s := NewScan([]float32{1, 0}, 2)
	for id := range int64(50) {
		s.Add(id, 1./127, []int8{127, 0})
	}
	if got := s.Best(); len(got) != 2 || got[0].ID != 49 || got[1].ID != 48 {
		t.Errorf("got %v", got)
	}
	if got := NewScan([]float32{1}, 0); len(got.Best()) != 0 {
		t.Error("none were asked for")
	}
}

func BenchmarkScan(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 3))
	const dimension, n = 768, 10_000
	data := make([][]int8, n)
	for i := range data {
		_, data[i] = Quantise(random(rng, dimension))
	}
	query := random(rng, dimension)
	for b.Loop() {
		s := NewScan(query, 50)
		for id, d := range data {
			s.Add(int64(id), 0.001, d)
		}
		s.Best()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/vector")
}
