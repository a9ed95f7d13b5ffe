package checkpoint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// Type is a Go type whose values, and slices of them, may be stored.
type Type struct {
	name    string
	version int
	goType  reflect.Type
	migrate Migrate
	encode  func(v any) ([]byte, error) // nil: JSON
	decode  func(data []byte) (any, error)
	list    func(items []json.RawMessage) (any, error)
	whole   func(data []byte) (any, error) // a list of the present version, at once
}

// Migrate turns the JSON that an older version of a type wrote into that of the
// present one.
type Migrate func(from int, data []byte) ([]byte, error)

// JSON returns the type T, kept as JSON under a name and a version. The name
// stands in the data; it selects this type, and only if the registry has it.
// When T changes shape, raise the version and give a migration.
func JSON[T any](name string, version int, migrate Migrate) Type {
	return jsonType(name, version, migrate, func(data []byte) (v T, err error) {
		err = json.Unmarshal(data, &v)
		return v, err
	})
}

func jsonType[T any](name string, version int, migrate Migrate, decode func([]byte) (T, error)) Type {
	return Type{
		name: name, version: version, goType: reflect.TypeFor[T](), migrate: migrate,
		decode: func(data []byte) (any, error) { return decode(data) },
		list: func(items []json.RawMessage) (any, error) {
			out := make([]T, len(items))
			for i, item := range items {
				v, err := decode(item)
				if err != nil {
					return nil, err
				}
				out[i] = v
			}
			return out, nil
		},
		whole: func(data []byte) (any, error) {
			var out []T
			err := json.Unmarshal(data, &out)
			return out, err
		},
	}
}

// Registry is the closed set of types that a saver reads and writes. Data
// cannot add to it: a tag that it does not know is an error.
type Registry struct {
	byName  map[string]Type
	byType  map[reflect.Type]tag
	untyped bool
}

// tag says how a blob is to be decoded: name/version, with [] before it for a
// list.
type tag struct {
	name    string
	version int
	list    bool
}

func (t tag) String() string {
	s := t.name + "/" + strconv.Itoa(t.version)
	if t.list {
		s = "[]" + s
	}
	return s
}

func parseTag(s string) (t tag, ok bool) {
	s, t.list = strings.CutPrefix(s, "[]")
	name, version, _ := strings.Cut(s, "/")
	n, err := strconv.Atoi(version)
	t.name, t.version = name, n
	return t, err == nil && name != ""
}

// NewRegistry returns the basic types (null, bool, numbers, string, []byte,
// time.Time, map[string]any, []any, and lists of them) and the given ones.
func NewRegistry(types ...Type) (*Registry, error) {
	r := &Registry{byName: map[string]Type{}, byType: map[reflect.Type]tag{}}
	for _, t := range append(basicTypes(), types...) {
		if t.goType == nil || t.name == "" || t.version < 1 || strings.ContainsAny(t.name, "/[]\x00") {
			return nil, loci.Errorf(loci.Invalid, "type %q: a type has a name without / and [], and a version of at least 1", t.name)
		}
		if _, taken := r.byName[t.name]; taken {
			return nil, loci.Errorf(loci.Invalid, "two types are named %q", t.name)
		}
		if _, taken := r.byType[t.goType]; taken {
			return nil, loci.Errorf(loci.Invalid, "%s is registered twice", t.goType)
		}
		r.byName[t.name] = t
		r.byType[t.goType] = tag{t.name, t.version, false}
		if slice := reflect.SliceOf(t.goType); slice != reflect.TypeFor[[]byte]() {
			r.byType[slice] = tag{t.name, t.version, true}
		}
	}
	return r, nil
}

func basicTypes() []Type {
	bytesType := JSON[[]byte]("bytes", 1, nil)
	floats := jsonType("float", 1, nil, decodeFloat)
	floats.encode = encodeFloat
	floats.whole = nil
	objects := jsonType("object", 1, nil, decodeAny[map[string]any])
	arrays := jsonType("array", 1, nil, decodeAny[[]any])
	objects.whole, arrays.whole = nil, nil // whole numbers stay exact
	return []Type{
		JSON[bool]("bool", 1, nil), JSON[string]("string", 1, nil), bytesType, JSON[time.Time]("time", 1, nil),
		JSON[int]("int", 1, nil), JSON[int64]("int64", 1, nil), floats, objects, arrays, JSON[json.RawMessage]("json", 1, nil),
	}
}

// Has reports whether values of the type can be stored.
func (r *Registry) Has(t reflect.Type) bool {
	_, ok := r.byType[t]
	return ok
}

const null = "null/1"

// Encode returns a value's tag and bytes.
func (r *Registry) Encode(v any) (string, []byte, error) {
	if v == nil {
		return null, []byte("null"), nil
	}
	tag, ok := r.byType[reflect.TypeOf(v)]
	if !ok {
		return "", nil, loci.Errorf(loci.Invalid, "values of type %T cannot be stored", v).
			WithHint("register the type with checkpoint.NewRegistry")
	}
	t := r.byName[tag.name]
	if tag.list && t.encode != nil {
		return r.encodeItems(tag, t, reflect.ValueOf(v))
	}
	encode := t.encode
	if encode == nil {
		encode = marshal
	}
	data, err := encode(v)
	if err != nil {
		return "", nil, loci.Errorf(loci.Invalid, "a %T cannot be encoded: %w", v, err)
	}
	return tag.String(), data, nil
}

func (r *Registry) encodeItems(tag tag, t Type, list reflect.Value) (string, []byte, error) {
	items := make([]json.RawMessage, list.Len())
	for i := range items {
		item, err := t.encode(list.Index(i).Interface())
		if err != nil {
			return "", nil, err
		}
		items[i] = item
	}
	data, err := marshal(items)
	return tag.String(), data, err
}

// Decode returns the value of bytes with a tag.
func (r *Registry) Decode(s string, data []byte) (any, error) {
	if r.untyped {
		return decodeUntyped(s, data)
	}
	if s == null {
		return nil, nil
	}
	tag, ok := parseTag(s)
	t, known := r.byName[tag.name]
	switch {
	case !ok || !known:
		return nil, loci.Errorf(loci.Invalid, "the stored type %q is not registered", s).
			WithHint("give the saver a registry that has it")
	case tag.version > t.version:
		return nil, loci.Errorf(loci.Invalid, "type %s was stored in version %d; this program knows version %d", tag.name, tag.version, t.version)
	case tag.version < t.version && t.migrate == nil:
		return nil, loci.Errorf(loci.Invalid, "type %s was stored in version %d and has no migration to %d", tag.name, tag.version, t.version)
	}
	v, err := t.value(tag, data)
	if err != nil {
		return nil, loci.Errorf(loci.Internal, "a stored %s cannot be decoded: %w", s, err)
	}
	return v, nil
}

func (t Type) value(tag tag, data []byte) (any, error) {
	current := tag.version == t.version
	switch {
	case tag.list && current && t.whole != nil:
		return t.whole(data)
	case tag.list:
		var items []json.RawMessage
		if err := json.Unmarshal(data, &items); err != nil {
			return nil, err
		}
		if items == nil {
			return reflect.Zero(reflect.SliceOf(t.goType)).Interface(), nil
		}
		if !current {
			for i, item := range items {
				var err error
				if items[i], err = t.migrate(tag.version, item); err != nil {
					return nil, err
				}
			}
		}
		return t.list(items)
	case !current:
		var err error
		if data, err = t.migrate(tag.version, data); err != nil {
			return nil, err
		}
	}
	return t.decode(data)
}

// marshal is JSON without the escaping for HTML, and refuses strings that JSON
// cannot hold.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	data := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if replaced(data) {
		return nil, fmt.Errorf("a string is not UTF-8")
	}
	return data, nil
}

// replaced reports whether the encoder met a string that is not UTF-8. It
// writes the escape \ufffd then; the character itself it writes as it is.
func replaced(data []byte) bool {
	for {
		i := bytes.Index(data, []byte(`\ufffd`))
		if i < 0 {
			return false
		}
		before := data[:i]
		if slashes := len(before) - len(bytes.TrimRight(before, `\`)); slashes%2 == 0 {
			return true
		}
		data = data[i+1:]
	}
}

func encodeFloat(v any) ([]byte, error) {
	f := v.(float64)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return strconv.AppendQuote(nil, strconv.FormatFloat(f, 'g', -1, 64)), nil
	}
	return marshal(f)
}

func decodeFloat(data []byte) (float64, error) {
	return strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
}

// decodeAny reads JSON of any shape with whole numbers as int64, which float64
// could not hold exactly.
func decodeAny[T any](data []byte) (v T, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var raw any
	if err := d.Decode(&raw); err != nil {
		return v, err
	}
	if raw == nil {
		return v, nil
	}
	v, ok := exact(raw).(T)
	if !ok {
		return v, fmt.Errorf("%T is no %T", raw, v)
	}
	return v, nil
}

func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	case map[string]any:
		for k, e := range v {
			v[k] = exact(e)
		}
	case []any:
		for i, e := range v {
			v[i] = exact(e)
		}
	}
	return v
}

// Untyped returns a registry that decodes every tag to JSON values, without
// their Go types, and encodes nothing: for tools that show threads of any
// program.
func Untyped() *Registry { return &Registry{untyped: true} }

func decodeUntyped(s string, data []byte) (any, error) {
	v, err := decodeAny[any](data)
	if err != nil {
		return nil, loci.Errorf(loci.Internal, "a stored %s is no JSON: %w", s, err)
	}
	return v, nil
}
