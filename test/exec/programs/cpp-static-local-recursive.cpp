// entry: f
// paths: threw __gnu_cxx::recursive_init_error 1
// native: no: what the initialiser of the library finds, a thread waits for
// why: an initialiser that needs itself cannot be

static int get(int x) {
  static int value = x > 0 ? get(x - 1) : 0;
  return value;
}
int f() { return get(2); }
