// entry: f
// native: replay
// paths: returned 4
// shows: list[0].next[0].prev = list
// assumes: no pointer leads back to where one came from, but for those that are named so, like prev or parent, or compared with it
// why: a link back may lead to where one came from, to another node, or nowhere; a link forward only away

struct node {
  struct node *next, *prev;
  int value;
};

int f(struct node *list) {
  struct node *next = list->next;
  if (!next) return 0;
  list->value = 1;
  if (next->prev) return next->prev->value;
  return next->value;
}
