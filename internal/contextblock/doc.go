// Package contextblock makes the context block: it selects the few memories
// that an agent should know before it answers, writes them inside a fence, and
// finds the block again in text that comes back, so that nothing loci said is
// ever read as something the user said.
//
// The block is untrusted text inside a trusted frame. Every memory is one
// line; whatever could end the line, the fence or a mark, or hide from the
// reader, is written as a character reference (&lt;, &#x202E;), which any model
// can read and which loses nothing. The fence carries a keyed hash, so that a
// text cannot know the fence it will stand in, and the same memories on the
// same day still give the same bytes.
package contextblock
