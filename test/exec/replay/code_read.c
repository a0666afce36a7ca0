// Code may be read natively.
// entry: first
// not comparable: 1
int first(int x) {
  if (x == 3) return *(const unsigned char *)first;
  return 1;
}
