// A list that the run makes itself, and a pointer to it in the caller's memory.
// entry: push
#include <stdlib.h>
struct node {
  struct node* next;
  int value;
};
struct node* top;
int push(int value, int again) {
  for (int i = 0; i <= again && i < 2; i++) {
    struct node* node = malloc(sizeof *node);
    node->next = top;
    node->value = value + i;
    top = node;
  }
  return top ? top->value : -1;
}
