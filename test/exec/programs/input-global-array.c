// entry: f
// native: replay
// paths: memory error: out of bounds 1, returned 1
// why: what stands in an array that the program fills is not known

static int seen[4];

void see(int i) { seen[i & 3]++; }

int f(unsigned i) {
  return seen[i] > 10 ? 1 : 0;
}
