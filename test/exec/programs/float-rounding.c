// entry: f
// paths: returned 3
// why: an int is rounded: 2^24 and one more are the same float; the number itself and all others are paths too

int f(int x) {
  const float a = (float)x;
  if (a == 16777216.0f && x != 16777216) return 1;
  return 0;
}
