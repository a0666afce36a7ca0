// entry: f
// native: replay
// paths: memory error: out of bounds 1, returned 1
// place: memory error: out of bounds at 9
// assumes: data has size bytes
// why: by their names; the first byte is read although there may be none

int f(const unsigned char *data, unsigned long size) {
  return data[0] + (size > 4);
}
