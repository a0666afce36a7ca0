// Floats: comparisons, arithmetic, what is no number.
// entry: classify
float scale = 1.0f;

double classify(double a, float b) {
  if (a != a) return -1.0;
  if (b > 1e30f) return 1.0 / 0.0;
  if (a == 0.0) return b * scale;
  return a < 0 ? -a : a + 0.5;
}
