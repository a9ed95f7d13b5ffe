// Package checkpoint saves the short-term state of agents: threads of
// checkpoints that can be resumed, listed, forked and replayed.
//
// A [Checkpoint] is the state of one graph after one step, and a value:
// [Checkpoint.Next] derives its successor, a [Saver] stores it. A saver splits
// a checkpoint into a small row and one blob per changed channel, encodes
// blobs with a closed [Registry] of types, seals both if it has a [Cipher], and
// hands them to a [BlobStore], which packages inmem and sqlite implement.
//
// # Channels and versions
//
// A state is a set of channels. A channel's version is the id of the checkpoint
// that last wrote it, so versions are unique across branches, grow along each,
// and a blob never changes once it is written. A list that only grows is kept
// as what each version added, and whole again whenever the additions outweigh
// the last whole copy: a thread takes space in proportion to its content.
//
// # Writers
//
// A checkpoint is saved only if the head of its namespace is still the one its
// writer saw. Of two writers on one thread one gets a [*ConflictError]; no
// branch is made by accident.
//
// # What is not sealed
//
// With a cipher the bodies are unreadable and bound to their place: values,
// versions, metadata. Ids, steps, sources, runs, namespaces, names of channels
// and nodes, type tags, and the metadata that Options.Clear names stay
// readable. They are authenticated all the same.
package checkpoint
