// Wrapping arithmetic and shifts by known amounts; oversized shifts are not compared.
// entry: turn
unsigned turn(int a, unsigned b, unsigned char n) {
  int doubled = a + a;
  if (n >= 40) return 0;
  if (doubled < a) return b << n;
  return (unsigned)(a >> 3) ^ (b >> 5);
}
