// entry: f
// native: replay
// paths: returned 4
// options: --max-buffer 3
// assumes: v[0].items has v[0].nb_items elements
// why: "nb" is a number of things, as "n" is

struct vector {
  unsigned *items;
  int nb_items;
};

unsigned f(const struct vector *v) {
  unsigned sum = 0;
  for (int i = 0; i < v->nb_items; i++) sum += v->items[i];
  return sum;
}
