// entry: f
// native: replay
// paths: returned 4
// options: --max-buffer 3
// assumes: v[0].items has v[0].count elements
// why: a member says how many elements another one has, which is there unless they are none

struct vector {
  unsigned *items;
  int count;
};

unsigned f(const struct vector *v) {
  unsigned sum = 0;
  for (int i = 0; i < v->count; i++) sum += v->items[i];
  return sum;
}
