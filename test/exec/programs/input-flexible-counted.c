// entry: f
// native: replay
// paths: returned 4
// options: --max-buffer 3
// assumes: list[0].items has list[0].count elements
// why: as many elements as the record itself says

struct list {
  unsigned count;
  unsigned items[];
};

unsigned f(const struct list *list) {
  unsigned sum = 0;
  for (unsigned i = 0; i < list->count; i++) sum += list->items[i];
  return sum;
}
