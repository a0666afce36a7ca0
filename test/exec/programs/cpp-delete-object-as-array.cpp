// entry: f
// paths: memory error: freed otherwise than allocated 1
// place: memory error: freed otherwise than allocated at 8, allocated 7
// why: what new gave out is not for delete[]

int f() {
  int *p = new int(3);
  delete[] p;
  return 4;
}
