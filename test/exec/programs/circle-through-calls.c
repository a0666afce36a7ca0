// entry: f
// paths: returned 1, never ended 1
// why: what a call had for itself is gone when it comes back

struct text {
  unsigned size, used;
};

static void grow(struct text *text) {
  unsigned sizes[2] = {text->size, text->size + 1};
  if (text->used == text->size) text->size = sizes[1];
}

unsigned f(int isUsed) {
  struct text text = {0, isUsed ? 0 : 1};
  while (text.size < 1) grow(&text);
  return text.size;
}
