// entry: f
// paths: returned 1, memory error: out of bounds 1
// native: no: there is code, which anybody may read
// why: what stands at a label is code, and nothing that a program may read

int f(int x) {
  void *place = &&end;
  if (x == 3) return *(int *)place;
  goto *place;
end:
  return 2;
}
