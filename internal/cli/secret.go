package cli

import (
	"context"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// secrets says where the secret of the memory file is kept.
func (a *app) secrets(s settings) local.Secrets {
	out := local.Secrets{Getenv: a.sys.Getenv, File: s.get("key.file"), Command: s.get("key.command")}
	if a.sys.AskSecret != nil {
		out.Ask = func(_ context.Context, prompt string) (string, error) { return a.sys.AskSecret(prompt) }
	}
	return out
}

// chooseSecret asks for a new passphrase or key, twice.
func (a *app) chooseSecret() (loci.Secret, error) {
	if a.sys.AskSecret == nil {
		return loci.Secret{}, loci.Errorf(loci.Invalid, "there is no secret, and no terminal to ask at").
			WithHint("set key.file or key.command with `loci config`, or LOCI_ENCRYPTION_KEY or LOCI_PASSPHRASE")
	}
	typed, err := a.sys.AskSecret("new passphrase or key: ")
	if err != nil {
		return loci.Secret{}, err
	}
	again, err := a.sys.AskSecret("once more: ")
	if err == nil && typed != again {
		err = loci.Errorf(loci.Invalid, "the two are not the same").WithHint("nothing was changed; try again")
	}
	if err != nil {
		return loci.Secret{}, err
	}
	return loci.ParseSecret([]byte(typed))
}

// conversion is the result of encrypt, decrypt and rekey.
type conversion struct {
	File string `json:"file"`
	With string `json:"with"` // key, passphrase or nothing
}

func (a *app) convert(ctx context.Context, s settings, to loci.Secret) error {
	path := s.get("db")
	if err := local.Convert(ctx, path, a.secrets(s).Source(path), to); err != nil {
		return err
	}
	res := conversion{File: path, With: "key"}
	switch {
	case to.IsZero():
		res.With = "nothing"
	case to.Passphrase != "":
		res.With = "passphrase"
	}
	return a.print(res, func(p *page) {
		if to.IsZero() {
			p.line("%s is plain", path)
			return
		}
		p.line("%s is encrypted with a %s; without it nobody can read it, not even you", path, res.With)
		p.line("%s", p.dim("backups and exports made before are as they were"))
	})
}

// mustBe refuses a file that is not there, and one that is not, or is already,
// encrypted.
func (a *app) mustBe(encrypted bool) error {
	missing, path, err := a.missing()
	if err != nil {
		return err
	}
	if missing {
		return noFile(path)
	}
	is, err := local.Encrypted(path)
	switch {
	case err != nil || is == encrypted:
		return err
	case is:
		return loci.Errorf(loci.Conflict, "%s is encrypted already", path).WithHint("`loci rekey` changes the key")
	}
	return loci.Errorf(loci.Conflict, "%s is not encrypted", path).WithHint("`loci encrypt` encrypts it")
}
