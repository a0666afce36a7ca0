// entry: next
// native: replay
// paths: returned 1, memory error: null pointer 1, memory error: out of bounds 1
// why: what a structure's pointers lead to is one buffer, and the element behind the end is not there

struct reader {
  const unsigned char *cur, *end;
};

int next(struct reader *r) {
  if (r->cur > r->end) return -1;
  return *r->cur++;
}
