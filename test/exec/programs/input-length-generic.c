// entry: last
// paths: returned 1, memory error: out of bounds 1
// place: memory error: out of bounds at 10
// assumes: value has buffer_length bytes
// why: a length of "the buffer" is that of the pointer in front of it, so that only the length 0 reads outside
#include <stddef.h>

char last(const unsigned char *value, size_t buffer_length, const unsigned char **end) {
  *end = value + buffer_length;
  return value[buffer_length - 1];
}
