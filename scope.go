package loci

// Default labels, and the reserved user whose memories belong to the whole org.
const (
	DefaultOrg  = "local"
	DefaultUser = "me"
	SharedUser  = "_shared"
)

// Scope says whose a memory is. Labels are opaque and compared byte for byte:
// the service normalises them (NFC, agent case-folded), stores take them as
// they are. An empty Agent means all of the user's agents, an empty Project
// means everywhere.
type Scope struct {
	Org     string `json:"org"`
	User    string `json:"user"`
	Agent   string `json:"agent,omitempty"`
	Project string `json:"project,omitempty"`
}

// Visible returns the exact scopes whose memories somebody in s may see: its
// own, the wider ones without agent or project, and the org's shared ones.
// Stores match each by equality.
func (s Scope) Visible() []Scope {
	var out []Scope
	add := func(c Scope) {
		for _, have := range out {
			if have == c {
				return
			}
		}
		out = append(out, c)
	}
	for _, project := range []string{s.Project, ""} {
		for _, agent := range []string{s.Agent, ""} {
			add(Scope{s.Org, s.User, agent, project})
		}
		add(Scope{Org: s.Org, User: SharedUser, Project: project})
	}
	return out
}

// Shared returns the org-wide scope that s belongs to.
func (s Scope) Shared() Scope { return Scope{Org: s.Org, User: SharedUser, Project: s.Project} }
