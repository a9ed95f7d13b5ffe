package guard

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

func TestCards(t *testing.T) {
	for number, want := range map[string]string{
		"4111111111111111": "card:visa", "4111 1111 1111 1111": "card:visa", "4111-1111-1111-1111": "card:visa", "4111.1111.1111.1111": "card:visa", "4111–1111–1111–1111": "card:visa", "4111\u00a01111\u00a01111\u00a01111": "card:visa", "4111_1111_1111_1111": "card:visa", "4111/1111/1111/1111": "card:visa", "4111 1111\n1111 1111": "card:visa",
		"4111\u200b1111\u200b1111\u200b1111": "card:visa", "４１１１１１１１１１１１１１１１": "card:visa", "٤١١١ ١١١١ ١١١١ ١١١١": "card:visa", "۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱": "card:visa", "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1": "card:visa", "card4111111111111111exp1228": "card:visa", "4222222222222": "card:visa",
		"5555555555554444": "card:mastercard", "2223003122003222": "card:mastercard", "378282246310005": "card:amex", "3782 822463 10005": "card:amex", "6011111111111117": "card:discover", "30569309025904": "card:diners", "3530111333300000": "card:jcb", "6304000000000000": "card:maestro", "2200000000000004": "card:mir", "8600000000000007": "card:uzcard", "9860000000000000": "card:humo",
	} {
		for _, frame := range []string{"pay with {}", "my card is {}, exp 12/28", "карта {}", "میرا کارڈ {}۔", "カード番号は{}です"} {
			text := strings.Replace(frame, "{}", number, 1)
			if kinds := kindsOf(text, loci.ClassSecret); len(kinds) != 1 || kinds[0] != want {
				t.Errorf("%q: %v, want %s", text, kinds, want)
			}
		}
	}
}

func TestNumbersThatAreNoCards(t *testing.T) {
	for _, text := range []string{
		"order 202611290001234 arrived", "tracking 612999888777666555", "ISBN 978-3-16-148410-0", "barcode 4006381333931", "IMEI 490154203237518", "1732838400000 is when it started", "1732838400000000", "tweet 1212092628029698048", "12345678-1234-1234-1234-123456789012",
		"scores 10 20 30 40 50 60 70", "shift days 1 3 5 7 9 11 13 15 17", "1998 2003 2010 2021", "4111111111111112", "account ref 1234567890123456", "room 4111, floor 11, building 1111", "GTIN 00012345600012", "win 3 5 8 13 21 34 55 89 144 233", "budget 4 000 000 000 000 so'm",
		"coordinates 41.299496, 69.240073", "0.4111111111111111", "call +4111111111111111", "ports 5432 5433 5434 5435 are open", "sha256 4111111111111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "90210 10001 60601",
	} {
		if kinds := kindsOf(text, loci.ClassSecret); len(kinds) > 0 {
			t.Errorf("%q: %v", text, kinds)
		}
	}
}

func TestIdentityNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"SSN 219-09-9999": "ssn", "my social security number is 219 09 9999": "ssn", "ssn: 219099999": "ssn", "ITIN 912-70-1234": "ssn", "219-09-9999": "ssn",
		"IBAN DE89370400440532013000": "iban", "transfer to GB82 WEST 1234 5698 7654 32": "iban", "PK36SCBL0000001123456702 is my account": "iban", "мой счёт DE89 3704 0044 0532 0130 00.": "iban",
		"CPF 52998224725": "cpf", "529.982.247-25": "cpf", "CNPJ 11.222.333/0001-81": "cnpj", "CNPJ 12.ABC.345/01DE-35": "cnpj", "PESEL 44051401359": "pesel", "Aadhaar 2345 6789 0124": "aadhaar", "मेरा आधार नंबर 234567890124 है": "aadhaar",
		"NIR 1 85 05 78 006 048 30": "nir", "DNI 12345678Z": "dni", "NIE X1234567L": "dni", "TC kimlik 10000000146": "tckn", "RUT 12.345.678-5": "rut", "12.345.678-5": "rut", "身份证 11010519491231002X": "cn_id", "11010519491231002X": "cn_id", "BSN 111222333": "bsn",
		"CNIC 35202-1234567-1": "cnic", "میرا شناختی کارڈ 35202-1234567-1 ہے": "cnic", "mening JSHSHIRim: 31503851234567": "pinfl", "паспорт 4509 123456": "passport", "my passport number is AB1234567": "passport", "NINO AB123456C": "nino",
		"codice fiscale RSSMRA85T10A562S": "codice_fiscale", "RSSMRA85T10A562S": "codice_fiscale", "Steuer-ID 86095742719": "steuer_id", "СНИЛС 112-233-445 95": "snils", "ИНН 7707083893": "inn", "کد ملی 0499370899": "ir_national", "AHV 756.9217.0769.85": "ahv", "my NHS number is 943 476 5919": "nhs", "social insurance number 046 454 286": "sin",
	} {
		if kinds := kindsOf(text, loci.ClassIdentity); len(kinds) != 1 || kinds[0] != "identity:"+want {
			t.Errorf("%q: %v, want %s", text, kinds, want)
		}
	}
}

func TestNumbersThatIdentifyNobody(t *testing.T) {
	for _, text := range []string{
		"part 123-45-678", "000-12-3456 is not a real number", "666-12-3456", "900-12-3456", "123-00-4567", "my IBAN app crashed", "DE89370400440532013001", "529.982.247-26", "CPF 52998224724", "passport expires 2031-05-06", "my passport photo is 35x45mm", "PESEL 44051401358",
		"flight TK1234 seat 12A", "dates 2026-11-29 to 2026-12-01", "version 1.22.333-4444", "Bible: Romans 8 28 29 30 31 32 33", "my account number ends in 3000", "ULID 01ARZ3NDEKTSV4RRFFQ69G5FAV",
	} {
		if kinds := kindsOf(text, loci.ClassIdentity); len(kinds) > 0 {
			t.Errorf("%q: %v", text, kinds)
		}
	}
}

func TestPersonalData(t *testing.T) {
	for text, want := range map[string]string{
		"my email is ana@example.com": "pii:email", "пишите на анна@пример.рф": "pii:email", "ana.b+x@mail.example.co.uk.": "pii:email",
		"phone +1 202 555 0143": "pii:phone", "+998 90 123 45 67": "pii:phone", "call me on 020 7946 0958": "pii:phone", "мой номер 8 (916) 123-45-67": "pii:phone", "+۹۹۲ ۹۲ ۷۷۷ ۱۲۳۴": "pii:phone", "whatsapp 11 91234-5678": "pii:phone",
	} {
		if kinds := kindsOf(text, loci.ClassPersonal); len(kinds) != 1 || kinds[0] != want {
			t.Errorf("%q: %v", text, kinds)
		}
	}
	for _, text := range []string{"left-pad@1.3.0", "user@host", "@ana wrote", "in 2026 I ran 10 km", "2026-11-29 to 2026-12-01", "commit 9fceb02d0ae598e95dc970b74767f19372d61af8", "it costs 12 500 000 so'm"} {
		if kinds := kindsOf(text, loci.ClassPersonal); len(kinds) > 0 {
			t.Errorf("%q: %v", text, kinds)
		}
	}
}
