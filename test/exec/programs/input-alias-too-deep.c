// entry: walk
// native: replay
// paths: returned 16
// why: a pointer that was followed to where all are null is not, later on, the one to an object whose pointers are not

struct node {
  struct node *next, *first;
};

int walk(struct node *root) {
  struct node *at = root;
  int up = 0, n = 0;
  for (;;) {
    n++;
    if (!up) {
      if (!at->first) up = 1;
      else at = at->first;
    } else if (at == root) {
      return n;
    } else if (at->next) {
      up = 0;
      at = at->next;
    } else {
      return -n;
    }
  }
}
