// entry: f
// paths: returned 1
// why: the first member leads back to its struct

#include <stddef.h>

struct node { int a; int b; };
int f(int x) {
  struct node n = {1, x};
  int *p = &n.b;
  struct node *back = (struct node *)((char *)p - offsetof(struct node, b));
  return back->a + back->b % 10;
}
