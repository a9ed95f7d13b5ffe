package sqlite

import "context"

// MigrateTo lets a test add steps to the schema.
func (s *Store) MigrateTo(ctx context.Context, steps ...string) error {
	return s.fault(ctx, s.migrate(ctx, append(append([]string{}, migrations...), steps...)))
}
