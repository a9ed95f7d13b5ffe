package service

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/locimem/loci"
)

// exportVersion is the version of the export format.
const exportVersion = 1

// exportLine is one line of an export: a header first, then one record each.
type exportLine struct {
	Version int          `json:"loci_export,omitempty"`
	Memory  *loci.Memory `json:"memory,omitempty"`
	Turn    *loci.Turn   `json:"turn,omitempty"`
}

// Export writes the memories that the principal may see as JSONL. Of a
// compacted profile it writes what stands in it, which says more.
func (s *Service) Export(ctx context.Context, w io.Writer, r loci.ExportRequest) (loci.ExportResult, error) {
	var result loci.ExportResult
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(exportLine{Version: exportVersion}); err != nil {
		return result, err
	}
	memories, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: p.Visible()})
	if err != nil {
		return result, err
	}
	now := s.now(p)
	for _, m := range spread(memories) {
		if !r.History && !m.Current(now) {
			continue
		}
		if err := enc.Encode(exportLine{Memory: &m}); err != nil {
			return result, err
		}
		result.Memories++
	}
	if r.Turns {
		if err := s.exportTurns(ctx, p, enc, &result); err != nil {
			return result, err
		}
	}
	return result, out.Flush()
}

func (s *Service) exportTurns(ctx context.Context, p loci.Principal, enc *json.Encoder, result *loci.ExportResult) error {
	turns, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: p.Visible()})
	if err != nil {
		return err
	}
	for _, t := range turns {
		if err := enc.Encode(exportLine{Turn: &t}); err != nil {
			return err
		}
		result.Turns++
	}
	return nil
}

// maxExportLine bounds one record of an export: a turn, its escapes, the rest.
const maxExportLine = 8 << 20

// ReadExport reads what Export wrote. bad is called for each line that is not
// a record, with its number; the others are still read.
func ReadExport(r io.Reader, bad func(line int, err error)) (loci.ImportRequest, error) {
	var request loci.ImportRequest
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(in)
		if errors.Is(err, errLongLine) {
			bad(n, err)
			continue
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := request1(&request, line); errors.Is(err, loci.Foreign) {
				return request, err
			} else if err != nil {
				bad(n, err)
			}
		}
		if err == io.EOF {
			return request, nil
		}
		if err != nil {
			return request, err
		}
	}
}

var errLongLine = errors.New("longer than 8 MiB")

// readLine returns the next line, at most maxExportLine of it; a longer one is
// passed over.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxExportLine; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case long && (err == nil || err == io.EOF):
			return nil, errLongLine
		default:
			return line, err
		}
	}
}

func request1(request *loci.ImportRequest, line []byte) error {
	var l exportLine
	if err := json.Unmarshal(line, &l); err != nil {
		return err
	}
	switch {
	case l.Version > exportVersion:
		return loci.Errorf(loci.Foreign, "the export was written by a newer loci").WithHint("update loci, then import it again")
	case l.Version > 0:
	case l.Memory != nil:
		request.Memories = append(request.Memories, *l.Memory)
	case l.Turn != nil:
		request.Turns = append(request.Turns, *l.Turn)
	default:
		return errors.New("neither a memory nor a turn")
	}
	return nil
}
