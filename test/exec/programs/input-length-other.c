// entry: copy
// paths: returned 18
// assumes: data has data_size bytes
// why: 9 sizes, each with the option or without: the size is that of the data, whose name it has, though another pointer is just in front of it
#include <stddef.h>

size_t copy(const char *data, const int *options, size_t data_size) {
  size_t spaces = 0;
  for (size_t i = 0; i < data_size; ++i) spaces += data[i] == ' ';
  return options[0] ? spaces : 0;
}
