// An automaton for floating-point numbers: both tables that drive it are read at a symbolic index.
// Inputs: global input.
// Paths: 13.
#include "bench.h"

enum { Length = 9 };

unsigned char input[Length];

enum { Digit, Point, Exponent, Sign, Other };
enum { Start, Signed, Whole, Dot, Fraction, Mark, MarkSigned, Power, Wrong };

static const unsigned char next[9][5] = {
    [Start] = {Whole, Dot, Wrong, Signed, Wrong},       [Signed] = {Whole, Dot, Wrong, Wrong, Wrong},
    [Whole] = {Whole, Fraction, Mark, Wrong, Wrong},    [Dot] = {Fraction, Wrong, Wrong, Wrong, Wrong},
    [Fraction] = {Fraction, Wrong, Mark, Wrong, Wrong}, [Mark] = {Power, Wrong, Wrong, MarkSigned, Wrong},
    [MarkSigned] = {Power, Wrong, Wrong, Wrong, Wrong}, [Power] = {Power, Wrong, Wrong, Wrong, Wrong},
    [Wrong] = {Wrong, Wrong, Wrong, Wrong, Wrong},
};

static void fillClasses(unsigned char* classes) {
  for (int c = 0; c < 128; c++) classes[c] = Other;
  for (int c = '0'; c <= '9'; c++) classes[c] = Digit;
  classes['.'] = Point;
  classes['e'] = classes['E'] = Exponent;
  classes['+'] = classes['-'] = Sign;
}

int bench_entry(void) {
  unsigned char classes[128], state = Start;
  fillClasses(classes);
  for (int i = 0; i < Length; i++) {
    state = next[state][classes[input[i] & 0x7f]];
    if (state == Wrong) return -i;
  }
  if (state == Whole) return 1;
  if (state == Fraction) return 2;
  if (state == Power) return 3;
  return 4;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(input);
  BENCH_RETURN(bench_entry());
}
#endif
