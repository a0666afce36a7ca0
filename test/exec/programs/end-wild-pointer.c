// entry: f
// paths: memory error: pointer to no object 1
// native: no: the address may belong to something
// why: an address that no object has

int f(int x) {
  int *p = (int *)0x123456789000;
  return *p + x;
}
