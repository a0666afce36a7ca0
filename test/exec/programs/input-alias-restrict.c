// entry: f
// paths: returned 1
// why: restrict promises that they are two objects

int f(int *restrict a, int *restrict b) {
  a[0] = 1;
  return b[0];
}
