// A sorted linked list: four keys are put in, each once, one is taken out, the list is reversed and freed.
// Inputs: global keys, parameter gone.
// Paths: 308.
#include <stdlib.h>

#include "bench.h"

enum { Count = 4 };

int keys[Count];

typedef struct Node {
  struct Node* next;
  int key;
} Node;

static int insert(Node** list, int key) {
  while (*list && (*list)->key < key) list = &(*list)->next;
  if (*list && (*list)->key == key) return 0;
  Node* node = malloc(sizeof *node);
  if (!node) return 0;
  node->key = key;
  node->next = *list;
  *list = node;
  return 1;
}

static int removeKey(Node** list, int key) {
  for (; *list; list = &(*list)->next) {
    Node* node = *list;
    if (node->key != key) continue;
    *list = node->next;
    free(node);
    return 1;
  }
  return 0;
}

int bench_entry(int gone) {
  Node* list = 0;
  int count = 0;
  for (int i = 0; i < Count; i++) count += insert(&list, keys[i]);
  count -= removeKey(&list, gone);

  Node* reversed = 0;
  while (list) {
    Node* next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  int left = count, wrong = 0;
  while (reversed) {
    Node* next = reversed->next;
    if (next && next->key >= reversed->key) wrong = 1;
    free(reversed);
    reversed = next;
    count--;
  }
  if (wrong || count != 0) return -1;
  return left;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  int gone;
  BENCH_INPUT(gone);
  BENCH_INPUT(keys);
  BENCH_RETURN(bench_entry(gone));
}
#endif
