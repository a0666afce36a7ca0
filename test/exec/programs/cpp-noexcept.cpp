// entry: f
// paths: returned 1, aborted 1
// detail: terminate called after throwing an instance of 'int'
// why: what leaves a function that promises not to throw ends the program

static int half(int x) {
  if (x % 2) throw x;
  return x / 2;
}
int f(unsigned char x) noexcept { return half(x); }
