// entry: f
// options: --length data=none --max-buffer 4
// paths: memory error: out of bounds 1, returned 2
// why: the option says that the size is not that of the buffer

int f(const unsigned char *data, unsigned long size) {
  return size == 2 ? data[1] > 5 ? 1 : 0 : 0;
}
