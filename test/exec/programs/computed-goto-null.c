// entry: f
// paths: returned 1, memory error: null pointer 1
// why: a jump to null

int f(int x) {
  void *place = x == 3 ? 0 : &&end;
  goto *place;
end:
  return 1;
}
