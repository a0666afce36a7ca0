// entry: f
// native: replay
// paths: memory error: null pointer 1, returned 3
// shows: pair[0].right = pair[0].left
// why: the two numbers that a pair leads to may be the same one; each of them may be missing, and then nobody asks

struct pair {
  int *left, *right;
};

int f(struct pair *pair) {
  if (!pair->left) return -1;
  *pair->left = 5;
  *pair->right = 6;
  return *pair->left;
}
