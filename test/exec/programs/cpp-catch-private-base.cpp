// entry: f
// paths: threw Hidden 1, threw Twice 1
// why: a private base is no base for a handler, and neither is one that is there twice

struct Base {
  int code = 0;
};
struct Hidden : private Base {};
struct Left : Base {};
struct Right : Base {};
struct Twice : Left, Right {};

int f(bool twice) {
  try {
    if (twice) throw Twice();
    throw Hidden();
  } catch (Base &) {
    return 1;
  }
}
