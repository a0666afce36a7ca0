// An entry that only its unit can see, and a static variable of its own.
// entry: count
static int calls;

static int count(int by) {
  static unsigned char seen[2];
  if (by < 0) return -1;
  calls += by;
  seen[by & 1]++;
  return calls + seen[0];
}

int (*keep(void))(int) { return count; }
