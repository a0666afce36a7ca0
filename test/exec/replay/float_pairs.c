// Three floats: a pair in one register and one in another, both ways.
// entry: turn
struct three {
  float x, y, z;
};
struct three turn(struct three v, _Bool back) {
  struct three result = {v.y, v.z, v.x};
  if (back) result = (struct three){v.z, v.x, v.y};
  if (v.x > v.y) result.x = 0;
  return result;
}
