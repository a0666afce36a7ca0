// entry: f
// paths: returned 1
// why: a wide number by a narrow constant, whose quotient needs both halves

unsigned long f(unsigned char x) {
  unsigned __int128 n = ((unsigned __int128)x << 64) + 12345;
  return (unsigned long)(n / 1000) + (unsigned long)(n % 1000);
}
