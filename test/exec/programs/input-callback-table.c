// entry: f
// native: replay
// paths: memory error: null pointer 2, returned 2
// shows: ops[0].open = null
// why: each function of the table may be missing; what open says decides whether close is called

struct ops {
  int (*open)(const char *name);
  void (*close)(int handle);
};

int f(const struct ops *ops) {
  int handle = ops->open("x");
  if (handle < 0) return -1;
  ops->close(handle);
  return handle > 5;
}
