package setup

import (
	"bytes"
	"context"
	"strings"

	"github.com/locimem/loci"
)

// crontabFile is the name under which a change of the user's crontab goes; no
// file of that name is touched.
const crontabFile = "crontab"

// ownLine ends the line that is loci's in a crontab.
const ownLine = "# loci setup schedule"

// crontab returns the user's crontab, nil if there is none.
func (m Machine) crontab(ctx context.Context) ([]byte, error) {
	if _, err := m.LookPath(crontabFile); err != nil {
		return nil, nil
	}
	out, err := m.Run(ctx, nil, crontabFile, "-l")
	switch {
	case err == nil:
		return append([]byte{}, out...), nil
	case strings.Contains(err.Error(), "no crontab"), strings.Contains(err.Error(), "No such file"):
		return nil, nil
	}
	return nil, loci.Errorf(loci.Unavailable, "cannot read the crontab: %w", err).WithHint("`crontab -l` should show it")
}

func (m Machine) writeCrontab(ctx context.Context, text []byte) error {
	args := []string{"-"}
	if text == nil {
		args = []string{"-r"}
	}
	if _, err := m.Run(ctx, text, crontabFile, args...); err != nil {
		return loci.Errorf(loci.Unavailable, "cannot write the crontab: %w", err).WithHint("put the line there yourself, with `crontab -e`")
	}
	return nil
}

// unscheduled returns a crontab without loci's line.
func unscheduled(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if !bytes.HasSuffix(bytes.TrimSpace(line), []byte(ownLine)) {
			out = append(out, line...)
		}
	}
	if text != nil && out == nil {
		out = []byte{}
	}
	return out
}
