// Code that cannot be reached, where compilers leave out the way to it: natively, anything follows.
// entry: pick
// not comparable: 1
int pick(unsigned char a) {
  switch (a) {
  case 0: return 1;
  case 1: return 2;
  default: __builtin_unreachable();
  }
}
