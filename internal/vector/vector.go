// Package vector compares embeddings: it quantises them to eight bits a
// component and finds the nearest by looking at all of them. A hundred
// thousand vectors are scanned in the time an embedding model takes for one
// query, so there is no approximate index to build, tune or keep up to date.
package vector

import (
	"cmp"
	"math"
	"slices"
)

// Unit returns v scaled to length 1, so that a dot product is a cosine; nil if
// v has no direction.
func Unit(v []float32) []float32 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 || math.IsInf(sum, 0) || math.IsNaN(sum) {
		return nil
	}
	length := math.Sqrt(sum)
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(float64(x) / length)
	}
	return out
}

// Quantise returns v in eight bits a component: v[i] is about scale × data[i].
func Quantise(v []float32) (scale float32, data []int8) {
	most := 0.0
	for _, x := range v {
		most = max(most, math.Abs(float64(x)))
	}
	data = make([]int8, len(v))
	if most == 0 {
		return 0, data
	}
	for i, x := range v {
		data[i] = int8(math.Round(float64(x) * math.MaxInt8 / most))
	}
	return float32(most / math.MaxInt8), data
}

// Dot is the dot product of two quantised vectors, without their scales.
func Dot(a, b []int8) int32 {
	b = b[:len(a)]
	sum := int32(0)
	for i, x := range a {
		sum += int32(x) * int32(b[i])
	}
	return sum
}

// mixed is the dot product of a vector and a quantised one, without the scale.
func mixed(a []float32, b []int8) float64 {
	b = b[:len(a)]
	sum := float32(0)
	for i, x := range a {
		sum += x * float32(b[i])
	}
	return float64(sum)
}

// Found is a vector that was found, by its number, and its cosine.
type Found struct {
	ID     int64
	Cosine float64
}

// Scan finds the vectors nearest to a query. Those that look nearest in eight
// bits are compared again with the query as it is.
type Scan struct {
	query  []float32
	scale  float64
	coarse []int8
	n      int
	kept   []candidate
	worst  float64 // what the next has to exceed, once enough are kept
}

type candidate struct {
	id    int64
	near  float64
	scale float32
	data  []int8
}

// rescored is how many candidates are compared again, for each that is asked for.
const rescored = 4

// NewScan returns a scan for the n nearest to a query of unit length.
func NewScan(query []float32, n int) *Scan {
	scale, coarse := Quantise(query)
	return &Scan{query: query, scale: float64(scale), coarse: coarse, n: n, worst: math.Inf(-1)}
}

// Add looks at one vector. The data is only read until Add returns; vectors of
// another dimension are passed over.
func (s *Scan) Add(id int64, scale float32, data []int8) {
	if len(data) != len(s.query) || s.n < 1 {
		return
	}
	near := float64(Dot(s.coarse, data)) * float64(scale) * s.scale
	if near < s.worst {
		return
	}
	s.kept = append(s.kept, candidate{id, near, scale, slices.Clone(data)})
	if room := s.n * rescored; len(s.kept) >= 2*room {
		slices.SortFunc(s.kept, func(a, b candidate) int { return cmp.Or(cmp.Compare(b.near, a.near), cmp.Compare(b.id, a.id)) })
		clear(s.kept[room:])
		s.kept = s.kept[:room]
		s.worst = s.kept[room-1].near
	}
}

// Best returns the nearest, the nearest first and of equals the later.
func (s *Scan) Best() []Found {
	out := make([]Found, len(s.kept))
	for i, c := range s.kept {
		out[i] = Found{c.id, mixed(s.query, c.data) * float64(c.scale)}
	}
	slices.SortFunc(out, func(a, b Found) int { return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(b.ID, a.ID)) })
	return out[:min(max(s.n, 0), len(out))]
}
