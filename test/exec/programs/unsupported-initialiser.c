// entry: f
// options: --initial-globals
// paths: returned 2, unsupported 1
// place: unsupported at 18
// detail: in the initialiser of
// why: the distance between two labels has no form; what does not read it goes on, and so does what has written over
//  it before
// native: no: what is static in a function cannot be set from outside

static int zero(void) { return 0; }

int f(int which) {
  static int distances[1] = {&&second - &&first};
  if (which == 1) {
    distances[0] = zero();
    return distances[0];
  }
  if (which == 2) return distances[0] == 12345;
first:
second:
  return 7;
}
