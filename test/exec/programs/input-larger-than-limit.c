// entry: f
// paths: returned 2, bound reached 1
// cut: bytes has at most 3 elements
// options: --max-buffer 3
// assumes: bytes has size bytes
// why: a buffer of more than three elements is used where it is known, and not behind that

int f(const unsigned char *bytes, unsigned long size) {
  if (size < 10) return 0;
  if (bytes[2] == 7) return 1;
  return bytes[3];
}
