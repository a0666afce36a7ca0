// How an input is given back says how it was made.
// entry: entry
struct Node {
  int* one;
  char* several;
  int kind;
};

extern "C" int entry(Node* node) {
  if (node->kind == 0) {
    delete node->one;
    return 0;
  }
  if (node->kind == 1) {
    delete[] node->several;
    return 1;
  }
  delete node;
  return 2;
}
