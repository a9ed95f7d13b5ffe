package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/locimem/loci"
)

// metadata checks that the metadata is one JSON object within its limits, and
// reads every name, text and number in it, each value under its name.
func metadata(raw []byte) []loci.Finding {
	bad := func(class loci.Class, kind string) []loci.Finding {
		return []loci.Finding{{Class: class, Kind: kind, Field: "metadata", End: len(raw)}}
	}
	switch {
	case len(raw) == 0:
		return nil
	case len(raw) > loci.MaxMetadata:
		return bad(loci.ClassSize, "limit:metadata")
	case !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) || !json.Valid(raw):
		return bad(loci.ClassShape, "invalid:metadata")
	}
	r := metadataReader{decoder: json.NewDecoder(bytes.NewReader(raw)), size: len(raw)}
	r.decoder.UseNumber()
	switch err := r.value(nil); {
	case errors.Is(err, errDepth):
		return bad(loci.ClassShape, "depth:metadata")
	case err != nil && !errors.Is(err, io.EOF):
		return bad(loci.ClassShape, "invalid:metadata")
	}
	return r.found
}

var errDepth = errors.New("nested too deep")

// metadataReader walks metadata. It goes no deeper than loci.MaxDepth.
type metadataReader struct {
	decoder *json.Decoder
	size    int
	depth   int
	last    string // the latest text
	found   []loci.Finding
}

// value reads one value, which stands under the names of path.
func (r *metadataReader) value(path []string) error {
	tok, err := r.decoder.Token()
	if err != nil {
		return err
	}
	switch tok := tok.(type) {
	case json.Delim:
		return r.members(tok, path)
	case json.Number:
		r.read(decimal(tok), path)
	case string:
		r.read(tok, path)
		r.last = tok
	}
	return nil
}

// members reads what stands between brackets, the closing one included.
func (r *metadataReader) members(open json.Delim, path []string) error {
	if r.depth++; r.depth > loci.MaxDepth {
		return errDepth
	}
	title := "" // in {"name": "wifi password", "value": …} what the value is
	for r.decoder.More() {
		under, titled := path, false
		if open == '{' {
			tok, err := r.decoder.Token()
			if err != nil {
				return err
			}
			name, _ := tok.(string)
			r.read(name, nil)
			under = append(path[:len(path):len(path)], title, name)
			titled = name == "name" || name == "key" || name == "label"
		}
		r.last = ""
		if err := r.value(under); err != nil {
			return err
		}
		if titled {
			title = r.last
		}
	}
	r.depth--
	_, err := r.decoder.Token()
	return err
}

func (r *metadataReader) read(text string, path []string) {
	f := field{name: "metadata", text: text, limit: limitOf("metadata"), under: strings.Join(path, " ")}
	for _, found := range f.check() {
		// offsets inside a decoded value mean nothing to the caller
		found.Start, found.End = 0, r.size
		r.found = append(r.found, found)
	}
}

// decimal writes a number without an exponent, which is no way to hide a card.
func decimal(n json.Number) string {
	if strings.ContainsAny(n.String(), "eE") {
		if f, err := n.Float64(); err == nil {
			return strconv.FormatFloat(f, 'f', -1, 64)
		}
	}
	return n.String()
}
