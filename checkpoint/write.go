package checkpoint

// Write is something a task wrote while it ran on a checkpoint. Pending writes
// are how a run that stopped midway is resumed without doing finished tasks
// again.
type Write struct {
	Task    string `json:"task"`
	Node    string `json:"node,omitempty"`
	Channel string `json:"channel"`
	Value   any    `json:"value"`
}

// The special channels: what a task says about itself. Of several writes to
// one of them by a task the last stays.
const (
	ErrorChannel     = "__error__"
	ScheduledChannel = "__scheduled__"
	InterruptChannel = "__interrupt__"
	ResumeChannel    = "__resume__"
)

// special returns the index of a special channel.
func special(channel string) (index int, ok bool) {
	switch channel {
	case ErrorChannel:
		return -1, true
	case ScheduledChannel:
		return -2, true
	case InterruptChannel:
		return -3, true
	case ResumeChannel:
		return -4, true
	}
	return 0, false
}
