// entry: f
// paths: returned 1
// native: replay
// shows: ((struct item *)a)[0].key = 0
// why: what a comparison function is given is what it takes it for

struct item {
  int key;
  const char *name;
};

int f(const void *a, const void *b) {
  const struct item *x = a;
  const struct item *y = b;
  return (x->key > y->key) - (x->key < y->key);
}
