package command_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci/internal/command"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		message string
		want    command.Command
	}{
		{"remember: I like tea", command.Command{Name: command.Remember, Text: "I like tea"}},
		{"  REMEMBER:\n I like tea\nand cake ", command.Command{Name: command.Remember, Text: "I like tea\nand cake"}},
		{"Remember : call her Ana: not Anna", command.Command{Name: command.Remember, Text: "call her Ana: not Anna"}},
		{"episode: fixed the build | it was the cache", command.Command{Name: command.Episode, Task: "fixed the build", Outcome: "it was the cache"}},
		{"Episode: fixed the build", command.Command{Name: command.Episode, Task: "fixed the build"}},
		{"Company policy: refunds within 30 days", command.Command{Name: command.Policy, Text: "refunds within 30 days"}},
		{"/memory list", command.Command{Name: command.List}},
		{"/Memory  COMPACT ", command.Command{Name: command.Compact}},
		{"/memory forget the old gym", command.Command{Name: command.Forget, Text: "the old gym"}},
		{"/thread summarize", command.Command{Name: command.Summarize}},

		{"lembre-se: gosto de chá", command.Command{Name: command.Remember, Text: "gosto de chá"}},
		{"Política da empresa: nada de café", command.Command{Name: command.Policy, Text: "nada de café"}},
		{"/memória listar", command.Command{Name: command.List}},
		{"recuerda: vivo en Lima", command.Command{Name: command.Remember, Text: "vivo en Lima"}},
		{"Souviens-toi : j’aime le thé", command.Command{Name: command.Remember, Text: "j’aime le thé"}},
		{"Merk dir: ich trinke Tee", command.Command{Name: command.Remember, Text: "ich trinke Tee"}},
		{"ricorda: vivo a Roma", command.Command{Name: command.Remember, Text: "vivo a Roma"}},
		{"onthoud: ik woon in Gent", command.Command{Name: command.Remember, Text: "ik woon in Gent"}},
		{"zapamiętaj: mieszkam w Łodzi", command.Command{Name: command.Remember, Text: "mieszkam w Łodzi"}},
		{"Запомни: я живу в Омске", command.Command{Name: command.Remember, Text: "я живу в Омске"}},
		{"запамʼятай: я живу у Львові", command.Command{Name: command.Remember, Text: "я живу у Львові"}},
		{"Eslab qol: men Buxoroda yashayman", command.Command{Name: command.Remember, Text: "men Buxoroda yashayman"}},
		{"/xotira roʻyxat", command.Command{Name: command.List}},
		{"дар ёд дор: ман дар Душанбе", command.Command{Name: command.Remember, Text: "ман дар Душанбе"}},
		{"hatırla: İzmir'de yaşıyorum", command.Command{Name: command.Remember, Text: "İzmir'de yaşıyorum"}},
		{"به خاطر بسپار: من در شیراز هستم", command.Command{Name: command.Remember, Text: "من در شیراز هستم"}},
		{"یاد رکھو: میں لاہور میں ہوں", command.Command{Name: command.Remember, Text: "میں لاہور میں ہوں"}},
		{"تذكر: أسكن في تونس", command.Command{Name: command.Remember, Text: "أسكن في تونس"}},
		{"याद रखो: मैं पुणे में हूँ", command.Command{Name: command.Remember, Text: "मैं पुणे में हूँ"}},
		{"记住：我住在成都", command.Command{Name: command.Remember, Text: "我住在成都"}},
		{"覚えて：京都に住んでいます", command.Command{Name: command.Remember, Text: "京都に住んでいます"}},
		{"기억해: 부산에 살아요", command.Command{Name: command.Remember, Text: "부산에 살아요"}},
		{"ingat: saya tinggal di Medan", command.Command{Name: command.Remember, Text: "saya tinggal di Medan"}},
		{"/bộ nhớ quên phòng tập", command.Command{Name: command.Forget, Text: "phòng tập"}},

		{"Don't remember that.", command.Command{Name: command.OffRecord}},
		{"Delete that from your memory.", command.Command{Name: command.OffRecord}},
		{"please forget where I live", command.Command{Name: command.Part}},
		{"olvida que vivo en Lima", command.Command{Name: command.Part}},
		{"vergiss, dass ich in Kiel wohne", command.Command{Name: command.Part}},
		{"忘记我住在成都", command.Command{Name: command.Part}},
		{"京都に住んでいることを忘れて", command.Command{Name: command.Part}},
		{"forget that I live in Lima, pretend I'm in Rome", command.Command{}},
		{"Vergiss bitte wo ich wohne", command.Command{Name: command.Part}},
		{"забудь где я живу", command.Command{Name: command.Part}},
		{"I always forget where I live", command.Command{}},
		{"don't forget that I live in Lima", command.Command{}},
		{"delete the file", command.Command{}},
		{"I remember: it was in May", command.Command{}},
		{"remember", command.Command{}},
		{"remember:", command.Command{}},
		{"/memory", command.Command{Name: command.Unknown}},
		{"/memory forget", command.Command{Name: command.Unknown}},
		{"/memory list everything", command.Command{Name: command.Unknown}},
		{"/bộ nhớ xem", command.Command{Name: command.Unknown}},
		{"/thread list", command.Command{Name: command.Unknown}},
		{"/memory of my father is what I treasure", command.Command{}},
		{"/etc/passwd", command.Command{}},
		{"what is the memory list?", command.Command{}},
		{"episode: | nothing", command.Command{}},
		{"", command.Command{}},
	} {
		got, ok := command.Parse(tt.message)
		if ok != (tt.want.Name != "") {
			t.Errorf("%q: a command: %v", tt.message, ok)
		}
		if diff := cmp.Diff(tt.want, got); ok && diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.message, diff)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"remember: x", "/memory forget x", "episode: a|b", "记住：x", "/ :", "：", "/\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, ok := command.Parse(s)
		if ok && (c.Name == "" || c.Name == command.Forget && c.Text == "" || c.Name == command.Episode && c.Task == "") {
			t.Errorf("%q: %+v", s, c)
		}
	})
}
