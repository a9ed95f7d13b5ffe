package guard
import ("testing";"os";"strings";"encoding/json";"github.com/locimem/loci")
func TestPoison(t *testing.T){
 g:=New(Options{})
 rec:=map[string][2]int{}
 b,_:=os.ReadFile("/work/shared/data/poison/attacks.jsonl")
 for _,l:=range strings.Split(strings.TrimSpace(string(b)),"\n"){ var c struct{ID,Class,Source,Text,Expect string}; json.Unmarshal([]byte(l),&c)
  o:=loci.AgentNoted; if c.Source=="user"{o=loci.UserStated}
  v:=g.Check(loci.Candidate{Text:c.Text,Origin:o})
  flagged:=len(v.Findings)>0
  r:=rec[c.Class]; r[1]++; if flagged{r[0]++}; rec[c.Class]=r
  if !flagged {t.Logf("%s %s %q: %v",c.ID,c.Source,c.Text,v)}
 }
 t.Log(rec)
 b,_=os.ReadFile("/work/shared/data/poison/benign.jsonl")
 for _,l:=range strings.Split(strings.TrimSpace(string(b)),"\n"){ var c struct{ID,Class,Source,Text,Expect string}; json.Unmarshal([]byte(l),&c)
  v:=g.Check(loci.Candidate{Text:c.Text,Origin:loci.UserStated})
  if v.Action!=Accept {t.Logf("BENIGN %s %s %q: %v",c.ID,c.Source,c.Text,v)}
  v=g.Check(loci.Candidate{Text:c.Text,Origin:loci.AgentNoted})
  if v.Action!=Accept {t.Logf("benign as agent %s %s %q: %v",c.ID,c.Source,c.Text,v)}
 }
 b,_=os.ReadFile("/work/shared/data/poison/owasp/corpus.jsonl")
 for _,l:=range strings.Split(strings.TrimSpace(string(b)),"\n"){ var c struct{Category string; Value any; Should_detect bool}; json.Unmarshal([]byte(l),&c)
  s,_:=c.Value.(string); if s==""{j,_:=json.Marshal(c.Value); s=string(j)}
  v:=g.Check(loci.Candidate{Text:s,Origin:loci.AgentNoted})
  if (len(v.Findings)>0)!=c.Should_detect {t.Logf("OWASP %s %v %.150q: %v",c.Category,c.Should_detect,s,v)}
  if !c.Should_detect {v=g.Check(loci.Candidate{Text:s,Origin:loci.UserStated}); if v.Action!=Accept{t.Logf("OWASP user %.150q %v",s,v)}}
 }
 var aws []struct{Category,WriteContent,ExpectedDecision string}
 b,_=os.ReadFile("/work/shared/data/poison/aws-write-cases.json"); json.Unmarshal(b,&aws)
 for _,c:=range aws{ v:=g.Check(loci.Candidate{Text:c.WriteContent,Origin:loci.AgentNoted}); if (v.Action!=Accept)!=(c.ExpectedDecision!="ALLOW"){t.Logf("AWS %s %q %v",c.ExpectedDecision,c.WriteContent,v)}}
}
