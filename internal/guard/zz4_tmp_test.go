package guard
import ("testing";"os";"strings";"encoding/json";"path/filepath";"github.com/locimem/loci")
func TestAg(t *testing.T){
 g:=New(Options{}); n,q:=0,0
 fs,_:=filepath.Glob("/work/shared/data/extract/*/*.jsonl")
 for _,f:=range fs{ b,_:=os.ReadFile(f); for _,l:=range strings.Split(strings.TrimSpace(string(b)),"\n"){
  var c struct{Lang,User,Assistant string}; json.Unmarshal([]byte(l),&c)
  for _,s:=range []string{c.User,c.Assistant}{ if s==""{continue}; n++; v:=g.Check(loci.Candidate{Text:s,Origin:loci.AgentNoted}); if v.Action==Quarantine||v.Action==Refuse{q++; t.Logf("%s %q %v",c.Lang,s,v.Findings)}
  v=g.Check(loci.Candidate{Text:s,Origin:loci.UserStated}); if v.Action==Refuse{t.Logf("USER %q %v",s,v.Findings)}}
 }}
 b,_:=os.ReadFile("/work/shared/data/locomo/locomo10.json"); var x any; json.Unmarshal(b,&x); var ss []string; strs(x,&ss)
 for _,s:=range ss{ if len(s)>900||strings.HasPrefix(s,"http")||strings.Contains(s,"\u200b"){continue}; n++; v:=g.Check(loci.Candidate{Text:s,Origin:loci.AgentNoted}); if v.Action==Quarantine||v.Action==Refuse{q++; if q<60{t.Logf("%q %v",s,v.Findings)}}
  v=g.Check(loci.Candidate{Text:s,Origin:loci.UserStated}); if v.Action==Refuse{t.Logf("USER %q %v",s,v.Findings)}}
 t.Log(n,q)
}
