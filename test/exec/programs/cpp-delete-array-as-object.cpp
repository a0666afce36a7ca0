// entry: f
// paths: returned 1, memory error: freed otherwise than allocated 1
// place: memory error: freed otherwise than allocated at 9, allocated 7
// why: what new[] gave out is for delete[]

int f(bool wrong) {
  int *p = new int[3];
  p[0] = 4;
  if (wrong) delete p;
  else delete[] p;
  return 4;
}
