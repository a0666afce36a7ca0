// entry: f
// options: --max-buffer 4
// paths: returned 3
// why: a size beyond the bound is no input of its own where the buffer is used, but it is where it is not

int f(const unsigned char *data, unsigned long size) {
  if (size > 1024) return -1;
  return size > 0 ? data[size - 1] * 0 : 0;
}
