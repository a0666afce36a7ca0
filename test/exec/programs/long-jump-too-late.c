// entry: f
// paths: memory error: use of a local after its scope 1, returned 1
// place: memory error: use of a local after its scope at 10, allocated 8, freed 8
// native: no: what happens natively is anybody's guess
// why: the function that called setjmp has returned
#include <setjmp.h>
static jmp_buf place;
static int mark(void) { return setjmp(place); }
int f(int x) {
  if (mark() == 0 && x > 3) longjmp(place, 1);
  return x;
}
