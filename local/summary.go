package local

import (
	"context"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/internal/command"
	"github.com/locimem/loci/internal/text"
)

// maxPoint bounds a point that is a message's first sentence.
const maxPoint = 200

// Points says by rules what messages come to: what the user says of themselves
// is kept first, and of what else they say the first sentence; nothing of what is
// off the record. It fits graph.Summarizer.Points; a model's points read better.
func (m *Memory) Points(ctx context.Context, messages []graph.Message) ([]graph.Point, error) {
	var points []graph.Point
	before := 0 // points before the user's last message
	for i, said := range messages {
		if said.Role != graph.User {
			continue
		}
		if c, ok := command.Parse(said.Text); ok && c.Name == command.OffRecord {
			points = points[:before] // that is the message it means
			continue
		}
		reply := ""
		if i+1 < len(messages) && messages[i+1].Role == graph.Assistant {
			reply = messages[i+1].Text
		}
		found, err := m.pointsOf(ctx, said.Text, reply)
		if err != nil {
			return nil, err
		}
		before = len(points)
		points = append(points, found...)
	}
	return points, nil
}

// pointsOf says what a message of the user comes to.
func (m *Memory) pointsOf(ctx context.Context, said, reply string) ([]graph.Point, error) {
	if c, ok := command.Parse(said); ok {
		kept := strings.TrimSpace(c.Text + loci.EpisodeText(c.Task, c.Outcome))
		if kept == "" || c.Name == command.Forget {
			return nil, nil
		}
		return []graph.Point{{Text: kept, Keep: true}}, nil
	}
	if command.OffTheRecord(said) {
		return nil, nil
	}
	claims, err := m.Extract(ctx, said, reply)
	if err != nil {
		return nil, err
	}
	var points []graph.Point
	for _, c := range claims {
		if c.Op == loci.OpAssert && c.Category != loci.Ephemeral {
			points = append(points, graph.Point{Text: c.Text + loci.EpisodeText(c.Task, c.Outcome), Keep: true})
		}
	}
	if sentences := text.Sentences(said); len(claims) == 0 && len(sentences) > 0 && len(sentences[0]) <= maxPoint {
		points = append(points, graph.Point{Text: text.Normalize(sentences[0])})
	}
	return points, nil
}

// Redact takes secrets out of a text. It fits graph.Options.Redact and
// graph.Summarizer.Redact.
func (m *Memory) Redact(s string) string { return m.service.Redact(s) }
