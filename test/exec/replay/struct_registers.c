// Structs by value in registers: integers, floats in pairs, both.
// entry: mix
struct point {
  int x, y;
};
struct pair {
  float a, b;
};
struct both {
  double weight;
  short kind;
};
int mix(struct point p, struct pair q, struct both r) {
  int result = p.x - p.y;
  if (q.a < q.b) result += 1000;
  if (r.kind == 3 && r.weight > 1.5) result ^= 0x55;
  if (p.y == -7) result = r.kind;
  return result;
}
