// entry: f
// paths: returned 2
// shows: b = a
// why: what is read through b may be what was written through a; which of the two is asked once

struct counter {
  unsigned value;
  int other;
};

int f(struct counter *a, struct counter *b) {
  a->value = 1;
  unsigned first = b->value;
  a->value = 2;
  return first * 100 + b->value;
}
