// entry: f
// native: replay
// paths: returned 3
// why: what is a pointer or a number may be any number, small ones that no pointer is, too

union value {
  void *pointer;
  long number;
};

int f(union value *v) {
  if (v->number == 3) return 1;
  if (v->pointer == (void *)4) return 2;
  return v->number != 0 ? 3 : 4;
}
