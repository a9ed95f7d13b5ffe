package extract

import "testing"

func TestHindi(t *testing.T) {
	runSamples(t, "hi", []sample{
		{"मेरा नाम कुसुम है, बनारस की हूँ", []string{
			"profile preferences+ name: मेरा नाम कुसुम है",
			"profile preferences+ origin: बनारस की हूँ",
		}},
		{"main pune me rehti hu", []string{"profile preferences+ home_city: pune me rehti hu"}},
		{"mujhe migraine hai", []string{"semantic constraints+ condition:migrain: mujhe migraine hai"}},
		{"मैं रोज़ सुबह 5 बजे उठता हूँ", []string{"semantic routine+: रोज़ सुबह 5 बजे उठता हूँ"}},
		{"mujhe biryani bahut pasand hai", []string{"semantic preferences+ likes:biryani: mujhe biryani bahut pasand hai"}},
		{"आगे से जवाब छोटे रखना", []string{"procedural preferences+: आगे से जवाब छोटे रखना"}},
		{"puche bina kisi ko mail mat bhejna", []string{"procedural constraints-: puche bina kisi ko mail mat bhejna"}},
		{"15 जुलाई तक बीमा का प्रीमियम भरना है", []string{"semantic finance+: 15 जुलाई तक बीमा का प्रीमियम भरना है (2026-07-15)"}},
		{"मेरी सैलरी 40 हज़ार है", []string{"semantic finance+ income: मेरी सैलरी 40 हज़ार है"}},
		{"meri dob 9 august 1999 hai", []string{"profile preferences+ birthday: meri dob 9 august 1999 hai"}},
		{"मेरी जुड़वाँ बहन नेहा फ़ौज में है", []string{"semantic relationships+ sibling:नेहा: मेरी जुड़वाँ बहन नेहा फ़ौज में है"}},
		{"तय किया है कि नौकरी बदलूँगा", []string{"semantic goals+: तय किया है कि नौकरी बदलूँगा"}},
		{"अब मैं चाय नहीं पीता", []string{"retract: अब मैं चाय नहीं पीता"}},
		{"मैं 25 का नहीं 27 का हूँ", []string{
			"retract age: 25 का नहीं",
			"profile preferences+ age: 25 का नहीं 27 का हूँ",
		}},
		{"main ab tcs me nahi hu", []string{"retract employer: ab tcs me nahi hu"}},
		{"मेरी पत्नी सुनीता बैंक में काम करती है", []string{"semantic relationships+ partner:सुनीता: मेरी पत्नी सुनीता बैंक में काम करती है"}},
		{"hamare ghar me ek billi hai, naam mithu", []string{"semantic relationships+ pet:mithu: hamare ghar me ek billi hai, naam mithu"}},
		{"pichle mahine mera pair toot gaya", []string{"episodic constraints+: pichle mahine mera pair toot gaya"}},
		{"ab kaam nahi karta ye button", nil},
		{"कृपया इसे छोटा करो", nil},
		{"मैं ठीक हूँ", nil},
		{"main office ja raha hu", nil},
		{"मुझे समझ नहीं आया", nil},
		{"मुझे ये जवाब पसंद नहीं आया", nil},
		{"मेरे दोस्त की उम्र 30 साल है", nil},
		{"मैंने नौकरी छोड़ने का फैसला किया है", []string{"semantic goals+: नौकरी छोड़ने का फैसला किया है"}},
		{"मैं रोज सुबह दौडता हूँ", []string{"semantic routine+: रोज सुबह दौडता हूँ"}},
		{"मेरे दोस्त को अंडे से एलर्जी है", nil},
		{"ek kahani likho jisme hero delhi me rehta hai", nil},
		{"अब मैं शाकाहारी नहीं हूँ", []string{"retract: अब मैं शाकाहारी नहीं हूँ"}},
	})
}
