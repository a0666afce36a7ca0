// entry: f
// options: --max-buffer 3
// native: replay
// paths: returned 4
// assumes: values has count elements
// why: an unsigned char is a number that counts as well as any other: 0 to 3 elements

int f(const int *values, unsigned char count) {
  int sum = 0;
  for (unsigned char i = 0; i < count; i++) sum ^= values[i];
  return sum;
}
