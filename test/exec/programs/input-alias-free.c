// entry: f
// paths: returned 1, memory error: use after free 1
// place: memory error: use after free at 14, freed 13
// why: b is read when it was given back as a

#include <stdlib.h>

struct node {
  int value;
};

int f(struct node *a, struct node *b) {
  free(a);
  return b->value;
}
