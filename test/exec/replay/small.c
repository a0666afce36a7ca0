// Small integers by sign, bool and enum.
// entry: rank
enum colour { Red = 1, Green = 5, Blue = -3 };

signed char rank(signed char a, unsigned char b, short c, unsigned short d, _Bool e, enum colour f) {
  if (a < -100) return (signed char)(b > 200);
  if (c < d) return e ? 1 : 2;
  switch (f) {
  case Red: return 10;
  case Green: return 20;
  case Blue: return 30;
  }
  return a;
}
