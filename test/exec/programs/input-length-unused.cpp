// entry: f
// paths: returned 2
// why: a buffer is not looked at, and its length may be far above what inputs are explored up to

struct text {
  char *bytes;
  int size;
};

int f(struct text *t) { return t->size > 1000000 && t->bytes ? 1 : 0; }
