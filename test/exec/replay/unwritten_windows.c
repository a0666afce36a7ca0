// Two looks at an array that was never written, each at places of its own range: the same place holds the same.
// entry: look
int look(unsigned i, unsigned j) {
  unsigned numbers[600];
  const unsigned x = numbers[i & 127];
  const unsigned y = numbers[j & 255];
  if (i == j && i < 100 && x != y) return 100;
  return 0;
}
