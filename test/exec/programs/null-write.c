// entry: f
// paths: memory error: null pointer 1, returned 1
// why: where the pointer is null is known from the branch before

int f(int flag) {
  int value = 0;
  int *target = flag ? &value : (int *)0;
  *target = 1;
  return value;
}
