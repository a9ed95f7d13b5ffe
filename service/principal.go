package service

import (
	"strings"
	"unicode"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// normalise makes labels comparable byte for byte: NFC, agents case-folded,
// defaults filled in. The shared user is a place, not somebody who can act.
func normalise(p loci.Principal) (loci.Principal, error) {
	if p.Org == "" {
		p.Org = loci.DefaultOrg
	}
	if p.User == "" {
		p.User = loci.DefaultUser
	}
	if p.Via == "" {
		p.Via = loci.ViaHook
	}
	labels := []struct {
		name  string
		value *string
	}{{"org", &p.Org}, {"user", &p.User}, {"agent", &p.Agent}, {"project", &p.Project}}
	for _, l := range labels {
		*l.value = text.Compose(*l.value)
		if err := checkLabel(l.name, *l.value); err != nil {
			return p, err
		}
	}
	if strings.HasPrefix(p.User, "_") {
		return p, loci.Errorf(loci.Invalid, "user %q is reserved", p.User).WithHint("names that begin with _ belong to loci; choose another")
	}
	p.Agent = text.Fold(p.Agent)
	return p, nil
}

func checkLabel(name, value string) error {
	if len(value) > loci.MaxLabel {
		return loci.Errorf(loci.Invalid, "%s is %d bytes; the limit is %d", name, len(value), loci.MaxLabel)
	}
	if strings.TrimSpace(value) != value {
		return loci.Errorf(loci.Invalid, "%s begins or ends with a space", name)
	}
	for _, r := range value {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar || unicode.IsSpace(r) && r != ' ' {
			return loci.Errorf(loci.Invalid, "%s holds a control character or broken text", name)
		}
	}
	return nil
}
