// Copies and fills of memory, overlap included.
// entry: shuffle
struct record {
  int id;
  char name[6];
  long when;
};
int shuffle(struct record* a, struct record* b, unsigned char fill) {
  struct record temporary = *a;
  *a = *b;
  *b = temporary;
  if (fill == 3) __builtin_memset(a->name, fill, sizeof a->name);
  if (a->id == 5) __builtin_memmove(a->name + 1, a->name, 4);
  if (b->id == 6) return a->name[4];
  return a->id;
}
