// entry: f
// paths: returned 1, never ended 1
// why: a list that leads back into itself has no end

struct node {
  struct node *next;
  int value;
};

int f(int isClosed) {
  struct node nodes[3] = {{&nodes[1], 1}, {&nodes[2], 2}, {0, 3}};
  if (isClosed) nodes[2].next = &nodes[1];
  int last = 0;
  for (const struct node *at = nodes; at; at = at->next) last = at->value;
  return last;
}
