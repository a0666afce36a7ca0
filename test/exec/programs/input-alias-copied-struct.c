// entry: f
// paths: returned 2
// why: a struct may be assigned to itself

struct box {
  unsigned a, b;
};

int f(struct box *to, struct box *from) {
  *to = *from;
  to->a++;
  return from->a;
}
