// entry: f
// native: replay
// paths: returned 2
// shows: ((struct secret *)handle)[0].state = 7
// why: the type that the code casts a handle to is what stands behind it

struct handle;
struct secret {
  int magic;
  int state;
};

int f(struct handle *handle) {
  struct secret *secret = (struct secret *)handle;
  if (secret->state == 7) return 1;
  return 0;
}
