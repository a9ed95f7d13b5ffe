package retrieve

// Spread keeps one source from flooding an answer: what a source says beyond
// its room moves behind what the others say. The order is otherwise kept, and
// nothing is left out. What has no source ("") always has room.
func Spread[T any](ranked []T, room int, source func(T) string) []T {
	out := make([]T, 0, len(ranked))
	var behind []T
	taken := map[string]int{}
	for _, x := range ranked {
		s := source(x)
		if s != "" {
			taken[s]++
		}
		if s != "" && taken[s] > room {
			behind = append(behind, x)
		} else {
			out = append(out, x)
		}
	}
	return append(out, behind...)
}
