// entry: f
// paths: returned 2
// why: the low bits of an address that are 0 hold a mark; where it leads is known all the same

#include <stdint.h>

struct node {
  int value;
  struct node *next;
};

int f(struct node *node, int mark) {
  uintptr_t tagged = (uintptr_t)node | (mark & 1);
  if ((tagged & 3) == 0) return ((struct node *)tagged)->value & 0xff;
  tagged ^= 1;
  return -(((struct node *)(tagged & ~(uintptr_t)3))->value & 0xff);
}
