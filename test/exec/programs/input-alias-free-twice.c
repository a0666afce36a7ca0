// entry: f
// native: replay
// paths: returned 1, memory error: double free 1
// why: b may be a

#include <stdlib.h>

struct node {
  int value;
};

void f(struct node *a, struct node *b) {
  free(a);
  free(b);
}
