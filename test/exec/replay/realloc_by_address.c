// Grows a buffer by a function that the input names: its address is realloc's, in a program with many paths as in one with few.
// entry: grown
#include <stdlib.h>

struct buffer {
  unsigned char *data;
  void *(*again)(void *, size_t);
};

static void *(*const usual)(void *, size_t) = realloc;

int isUsual(const struct buffer *buffer) { return buffer->again == usual; }

int grown(struct buffer *buffer, unsigned bits) {
  if (!buffer || !buffer->data || buffer->again != usual || bits > 127) return 0;
  int sum = 1;
  for (int i = 0; i < 7; ++i) sum = bits >> i & 1 ? 2 * sum : sum + 1;
  unsigned char *data = buffer->again(buffer->data, sum);
  if (!data) return -1;
  buffer->data = data;
  data[sum - 1] = 1;
  return sum;
}
