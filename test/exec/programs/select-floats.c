// entry: f
// paths: returned 1
// why: which of two floats it is can be said by a term; nothing is decided by it

int f(int x) {
  double weight = x > 3 ? 2.5 : -1.0;
  float half = x < 100 ? 0.5f : 8.0f;
  return (int)(weight * 2 + half);
}
