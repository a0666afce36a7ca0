// entry: f
// native: replay
// paths: returned 1
// why: nobody says what a handle is, and nobody looks: it is passed on

struct handle;
struct owner {
  struct handle *handle;
};
int use(struct handle *handle);

struct handle *f(struct owner *owner, struct handle *handle) {
  use(handle);
  struct handle *old = owner->handle;
  owner->handle = handle;
  return old;
}
