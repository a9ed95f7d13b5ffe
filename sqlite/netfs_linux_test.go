package sqlite

import "testing"

// TestFieldBug_C10_eng1292: no file is begun where locks do not hold.
func TestFieldBug_C10_eng1292(t *testing.T) {
	for magic, want := range map[int64]string{
		0x6969: "NFS", 0x517b: "SMB", 0xff534d42: "SMB", 0xfe534d42: "SMB", 0x01021997: "9p", 0x00c36400: "Ceph",
		0xef53: "", 0x01021994: "", 0x9123683e: "", 0x58465342: "", 0x794c7630: "",
	} {
		if got := networkFS(magic); got != want {
			t.Errorf("%x: %q, want %q", magic, got, want)
		}
	}
}
