// entry: f
// paths: returned 1
// why: deleting nothing does nothing

int f() {
  int *p = nullptr;
  delete p;
  delete[] p;
  return 1;
}
