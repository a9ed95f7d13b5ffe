package guard
import ("testing";"os";"strings";"encoding/json";"path/filepath")
func TestTr(t *testing.T){
 g:=New(Options{})
 for _,s:=range []string{"Bugun charchadim","آج تھکا ہوا ہوں","estou cansado hoje","I'm tired today","сегодня устал","head's pounding today","имрӯз хаста шудам","Бугун чарчадим","hoy estoy cansada"}{ if !g.Transient(s,""){t.Log("MISS",s)}}
 for _,s:=range []string{"weight today: 82.1 kg","I decided today to go vegan","my exam is today","I'm allergic to nuts and tired today","I prefer tea","Today I quit smoking","I have chronic headaches","bugun imtihonim bor","сегодня вышла замуж"}{ if g.Transient(s,""){t.Log("WRONG",s)}}
 fs,_:=filepath.Glob("/work/shared/data/extract/*/*.jsonl")
 hit,miss,fp,neg:=0,0,0,0
 for _,f:=range fs{ b,_:=os.ReadFile(f); for _,l:=range strings.Split(strings.TrimSpace(string(b)),"\n"){
  var c struct{Lang,User string; Expect []struct{Category,Kind string}}; json.Unmarshal([]byte(l),&c)
  eph:=len(c.Expect)==1&&c.Expect[0].Category=="ephemeral"; lasting:=false; for _,e:=range c.Expect{if e.Category!="ephemeral"{lasting=true}}
  got:=g.Transient(c.User,c.Lang)
  switch{case eph&&got:hit++; case eph: miss++; t.Logf("miss %s %q",c.Lang,c.User); case lasting&&got: fp++; t.Logf("FP %s %q %v",c.Lang,c.User,c.Expect); default:neg++}
 }}
 t.Log(hit,miss,fp,neg)
}
