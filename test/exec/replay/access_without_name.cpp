// A file without a name is not there, and of a folder nobody here knows: one native function cannot give both answers.
// entry: f
// not comparable: 1
#include <unistd.h>

int f(int mode) {
  if (access("", 2) == 0) return 1;
  if (mode != 7) return 2;
  return access(".", mode) == 0 ? 3 : 4;
}
