// entry: f
// paths: returned 1
// native: no: needs no library, but the driver has no such type
// why: a sum and a difference of complex numbers, part by part

int f(signed char x) {
  double _Complex a, b;
  __real__ a = x;
  __imag__ a = 2;
  __real__ b = 3;
  __imag__ b = x;
  const double _Complex c = a + b, d = a - b;
  return (int)(__real__ c + __imag__ d);
}
